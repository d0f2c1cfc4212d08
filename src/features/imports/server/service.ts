import { setTimeout as wait } from 'node:timers/promises'
import { findPeople } from '#features/accounts/server/public.ts'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import type { QueryOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { formatNumber } from '#shared/numbers.ts'
import { importsPageSize } from '../contract.ts'
import type { ImportRunDetail, ImportRuns, ListImports } from '../contract.ts'
import { endRun, lockRun, selectRun, selectRuns } from './queries-runs.ts'
import type { RunRow } from './queries-runs.ts'
import { allowedEntry } from './reading/allow-list.ts'
import { DatasetError } from './reading/dataset-error.ts'
import { addressSealer, requireWhole } from './sealed-address.ts'
import { startImportRun } from './start-import.ts'
import { countsText } from './tally.ts'
import { detailOf, viewOf } from './views.ts'

export type Imports = {
  db: Db
  allowedHosts: readonly string[]
  /** For addresses that hold a secret until their import is over. */
  secret: string
}

type Actor = { id: string; ip: string }

/**
 * Starts an import of an address in the background; `startImportRun` says what speaks against it.
 * @throws {AppError} BAD_REQUEST for an address that imports may not read, VALIDATION_FAILED for one without its secret.
 */
export async function startAddressImport({ db, allowedHosts, secret }: Imports, actor: Actor, url: string): Promise<string> {
  requireAllowed(url, allowedHosts)
  requireWhole(url)
  return db.transaction().execute(async (trx) => {
    const id = await startImportRun(trx, { url, startedBy: actor.id, sealer: addressSealer(secret) })
    const run = await selectRun(trx, id)
    await audit(trx, actor, 'imports.started', { id, source: run?.source })
    return id
  })
}

function requireAllowed(url: string, allowedHosts: readonly string[]): void {
  try {
    allowedEntry(new URL(url), allowedHosts)
  } catch (error) {
    throw error instanceof DatasetError ? new AppError('BAD_REQUEST', error.message) : error
  }
}

const pollMs = 250

/** The run once it is over, or as it is when nobody may be kept waiting any longer. */
export async function waitForImport(db: Db, id: string, enough: AbortSignal): Promise<RunRow> {
  for (;;) {
    const run = await requireRun(selectRun(db, id))
    if (run.status !== 'running' || enough.aborted) return run
    await wait(pollMs, undefined, { signal: enough }).catch(() => {})
  }
}

export async function listImports(db: Db, { source, before }: QueryOf<ListImports>): Promise<ImportRuns> {
  const rows = await selectRuns(db, { sourceId: source, before, limit: importsPageSize + 1 })
  const shown = rows.slice(0, importsPageSize)
  const people = await findPeople(db, [...new Set(shown.flatMap((it) => it.started_by ?? []))])
  return {
    runs: shown.map((it) => viewOf(it, people)),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  }
}

export async function getImport(db: Db, id: string): Promise<ImportRunDetail> {
  const run = await requireRun(selectRun(db, id))
  return detailOf(run, await findPeople(db, run.started_by ? [run.started_by] : []))
}

/** What it has added stays. Its worker finds out with the next batch, which then leaves no trace. */
export async function cancelImport(db: Db, actor: Actor, id: string): Promise<ImportRunDetail> {
  await db.transaction().execute(async (trx) => {
    const run = await requireRun(lockRun(trx, id))
    if (run.status !== 'running') throw new AppError('CONFLICT', 'This import is over already.')
    const message = `Import cancelled after row ${formatNumber(run.processed)}: ${countsText(run)}.`
    await endRun(trx, id, { status: 'cancelled', message })
    await audit(trx, actor, 'imports.cancelled', { id, source: run.source })
  })
  return getImport(db, id)
}

async function requireRun(found: Promise<RunRow | undefined>): Promise<RunRow> {
  const run = await found
  if (!run) throw new AppError('NOT_FOUND', 'There is no such import.')
  return run
}

const audit = (db: Db, { id: actorId, ip }: Actor, action: string, run: { id: string; source: string | undefined }) =>
  recordAudit(db, { action, actorId, ip, subject: `import:${run.id}`, detail: { source: run.source } })
