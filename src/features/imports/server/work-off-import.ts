import type { Db } from '#server/lib/database.ts'
import type { Sealer } from '#server/lib/seal.ts'
import type { TaskContext } from '#server/lib/tasks/task.ts'
import { endImport, givenUp } from './end-import.ts'
import type { Links } from './end-import.ts'
import { selectRun } from './queries-runs.ts'
import type { RunRow } from './queries-runs.ts'
import { selectSource } from './queries-sources.ts'
import { publicAddress } from './reading/public-address.ts'
import { RunOver, runOf } from './run.ts'
import type { ImportRules } from './run.ts'
import { runImport } from './run-import.ts'
import type { RunOptions } from './run-import.ts'

export type Work = RunOptions & { db: Db; links: Links; sealer: Sealer }

/** Takes a run up where it is, and brings it to its end. One that is over is left alone. */
export async function workOffImport(work: Work, id: string, { isLastAttempt }: TaskContext): Promise<void> {
  const { db, links, sealer: _, ...options } = work
  const row = await selectRun(db, id)
  if (row?.status !== 'running') return
  try {
    const { url, how } = await datasetOf(work, row)
    await endImport(db, links, id, await runImport(db, runOf(row, how), { url }, options))
  } catch (error) {
    if (error instanceof RunOver) return
    if (isLastAttempt) await endImport(db, links, id, givenUp)
    throw error
  }
}

async function datasetOf({ db, sealer }: Work, row: RunRow): Promise<{ url: string; how: ImportRules }> {
  const shown = row.url ?? ''
  if (row.source_id === null) {
    const whole = row.sealed_url === null ? shown : sealer.unseal(row.sealed_url)
    return { url: whole ?? shown, how: { approve: row.approved } }
  }
  const source = await selectSource(db, row.source_id)
  const how = { approve: row.approved, sourceName: row.source, mapping: source?.mapping }
  // A run reads one dataset to its end, even if its source has another by now.
  return { url: source && publicAddress(source.url) === shown ? source.url : shown, how }
}
