import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appForFile } from '../app.ts'
import { runSequences, survey } from './sequence.ts'

/** `npm test` runs a few sequences with a fixed seed, `npm run fuzz` two thousand. */

const { env } = process
const board = appForFile({ env: { RATE_LIMITS: 'off', LOG_LEVEL: env['MODEL_LOG'] ?? 'silent' } })

const seed = Number(env['MODEL_SEED'] ?? 44)
const numRuns = Number(env['MODEL_RUNS'] ?? 4)
const seconds = Number(env['MODEL_SECONDS'] ?? 7200)

test(
  `${numRuns} sequences of what people do, with seed ${seed}`,
  { timeout: 3 * 3_600_000 },
  async () => {
    const { found, runs } = await runSequences(board, {
      seed,
      numRuns,
      seconds,
      path: env['MODEL_PATH'],
      theme: env['MODEL_THEME'],
    })
    for (const { times, shortest } of survey.values())
      console.log(`${times} times: ${shortest.message}`)
    if (env['MODEL_REPORT'] !== undefined)
      writeFileSync(env['MODEL_REPORT'], JSON.stringify({ runs, ...found }))
    expect(found?.message).toBeUndefined()
    expect(runs).toBeGreaterThan(0)
  },
)
