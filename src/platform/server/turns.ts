import { setImmediate } from 'node:timers/promises'

/** So long does work keep other requests waiting. */
export const turnMs = 2

let began = performance.now()

/** Between two parts of long work: lets others be answered, if they have waited so long. */
export async function giveWay(): Promise<void> {
  if (performance.now() - began < turnMs) return
  await setImmediate()
  began = performance.now()
}
