// The load client, in a process of its own: the bench must not wait for it, nor it for the bench.
import type { Mix } from '../mix/mix.ts'
import { drawAddresses } from '../mix/draw.ts'
import { answerParent } from './child.ts'
import { openConnection } from './connection.ts'

export type Attack = {
  origin: string
  mix: Mix
  seed: number
  seconds: number
  connections: number
}

/**
 * One entry for each answer, in the order in which they came; `failures` counts what was not
 * answered with 200.
 */
export type Samples = {
  seconds: number
  milliseconds: number[]
  addresses: string[]
  failures: Record<string, number>
}

answerParent(async ({ origin, mix, seed, seconds, connections }: Attack): Promise<Samples> => {
  const samples: Samples = { seconds: 0, milliseconds: [], addresses: [], failures: {} }
  const draw = drawAddresses(mix, seed)
  const began = performance.now()

  async function ask(): Promise<void> {
    const connection = await openConnection(origin)
    while (performance.now() - began < seconds * 1000) {
      const address = draw()
      const sent = performance.now()
      const { status } = await connection.get(address)
      samples.milliseconds.push(performance.now() - sent)
      samples.addresses.push(address)
      if (status === 200) continue
      const failure = `${status} ${address}`
      samples.failures[failure] = (samples.failures[failure] ?? 0) + 1
    }
    connection.close()
  }

  await Promise.all(Array.from({ length: connections }, ask))
  samples.seconds = (performance.now() - began) / 1000
  return samples
})
