import { entriesOf } from '#shared/keys.ts'
import type { FastifyReply } from 'fastify'
import { setTimeout as wait } from 'node:timers/promises'
import { findPeople } from '#features/accounts/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { sendCsv } from '#platform/server/http/attachment.ts'
import type { Db } from '#platform/server/database.ts'
import type { QueryOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { formatNumber } from '#shared/numbers.ts'
import {
  importsPageSize,
  type ImportRunDetail,
  type ImportRuns,
  type ImportRun,
} from '#features/imports/contract.ts'
import type { Actor } from '#platform/server/http/access.ts'
import type { Imports } from '../sources/service-sources.ts'
import {
  endRun,
  lockRun,
  findCheck,
  findRun,
  findRuns,
  type ListedRun,
  type RunRow,
} from './queries-runs.ts'
import { requireReadable, requireFullAddress } from '../sources/stored-address.ts'
import { startImportRun } from './run-tasks.ts'
import { countsText } from './run.ts'
import { namedRows, skipReasons } from '#features/imports/model.ts'

/**
 * Starts an import of an address in the background; `startImportRun` says what speaks against it.
 * @throws {AppError} BAD_REQUEST for an address that imports may not read, VALIDATION_FAILED for
 * one without its secret.
 */
export async function startAddressImport(
  { db, allowedHosts, cipher }: Imports,
  actor: Actor,
  url: string,
): Promise<string> {
  requireReadable(url, allowedHosts)
  requireFullAddress(url)
  return db.transaction().execute(async (trx) => {
    const id = await startImportRun(trx, { url, startedBy: actor.actorId, cipher })
    const run = await findRun(trx, id)
    await audit(trx, actor, 'imports.started', { id, source: run?.source })
    return id
  })
}

const pollMs = 250

/** The run once it is over, or as it is when the signal aborts. */
export async function waitForImport(db: Db, id: string, enough: AbortSignal): Promise<RunRow> {
  for (;;) {
    const run = await requireRun(findRun(db, id))
    if (run.status !== 'running' || enough.aborted) return run
    await wait(pollMs, undefined, { signal: enough }).catch(() => {})
  }
}

export async function listImports(
  db: Db,
  { source, before }: QueryOf<'GET /api/admin/imports'>,
): Promise<ImportRuns> {
  const rows = await findRuns(db, { sourceId: source, before, limit: importsPageSize + 1 })
  const shown = rows.slice(0, importsPageSize)
  const people = await findPeople(db, [...new Set(shown.flatMap((row) => row.started_by ?? []))])
  return {
    runs: shown.map((run) => viewOf(run, people)),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  }
}

export async function getImport(db: Db, id: string): Promise<ImportRunDetail> {
  const run = await requireRun(findRun(db, id))
  const people = await findPeople(db, run.started_by ? [run.started_by] : [])
  return { ...viewOf(run, people), reasons: reasonsOf(run), report: run.report }
}

/** Added jobs stay. The worker stops at its next batch, which is rolled back. */
export async function cancelImport(db: Db, actor: Actor, id: string): Promise<ImportRunDetail> {
  await db.transaction().execute(async (trx) => {
    const run = await requireRun(lockRun(trx, id))
    if (run.status !== 'running') throw new AppError('CONFLICT', 'This import is already over.')
    const message = `Import canceled after row ${formatNumber(run.processed)}: ${countsText(run)}.`
    await endRun(trx, id, { status: 'cancelled', message })
    await audit(trx, actor, 'imports.cancelled', { id, source: run.source })
  })
  return getImport(db, id)
}

async function requireRun(found: Promise<RunRow | undefined>): Promise<RunRow> {
  const run = await found
  if (!run) throw new AppError('NOT_FOUND', 'This import does not exist.')
  return run
}

const audit = (
  db: Db,
  actor: Actor,
  action: string,
  run: { id: string; source: string | undefined },
) =>
  recordAudit(db, { action, ...actor, subject: `import:${run.id}`, detail: { source: run.source } })

type People = Awaited<ReturnType<typeof findPeople>>

function viewOf(run: ListedRun, people: People): ImportRun {
  return {
    id: run.id,
    source: run.source,
    sourceId: run.source_id,
    url: run.url,
    startedBy:
      run.started_by === null ? null : { id: run.started_by, name: nameOf(run.started_by, people) },
    status: run.status,
    startedAt: run.started_at.toISOString(),
    finishedAt: run.finished_at?.toISOString() ?? null,
    processed: run.processed,
    total: run.total,
    imported: run.imported,
    doubtful: run.doubtful,
    skipped: run.skipped,
    duplicates: run.duplicates,
    closed: run.closed,
    reopened: run.reopened,
    changed: run.changed,
    unchanged: run.unchanged,
    changes: Object.entries(run.changes).map(([field, n]) => ({ field, count: n })),
    message: run.message,
  }
}

function nameOf(id: string, people: People): string {
  const person = people.get(id)
  return person?.name ?? person?.email ?? 'An administrator'
}

export function reportOf(run: RunRow): ResponseOf<'POST /api/admin/import-apify'> {
  return {
    message:
      run.message ??
      `Import running: ${formatNumber(run.processed)} rows so far, ${countsText(run)}.`,
    imported: run.imported,
    skipped: run.skipped,
    totalProcessed: run.processed,
    reasons: reasonsOf(run),
    ...namedRows(run.report?.groups ?? []),
    id: run.id,
    running: run.status === 'running',
  }
}

/** An old run may have one that is no reason any more. */
const wordsOf = (reason: string) =>
  entriesOf(skipReasons).find(([name]) => name === reason)?.[1] ?? reason

/** The most frequent first. */
const reasonsOf = (run: Pick<RunRow, 'reasons'>) =>
  Object.entries(run.reasons)
    .map(([reason, n]) => ({ reason: wordsOf(reason), count: n }))
    .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))

const kinds = { ready: 'Imported', changed: 'Changed', waiting: 'Waits', skipped: 'Skipped' }

/** The rows that the report of a run or a check names. */
export async function exportImportRows(
  reply: FastifyReply,
  db: Db,
  id: string,
): Promise<FastifyReply> {
  const { report } = (await findCheck(db, id)) ?? (await requireRun(findRun(db, id)))
  return sendCsv(
    reply,
    'import-rows.csv',
    { row: 'Row', outcome: 'Outcome', reason: 'Reason', title: 'Title', detail: 'Detail' },
    (report?.groups ?? []).flatMap(({ kind, reason, samples }) =>
      samples.map((sample) => ({ ...sample, outcome: kinds[kind], reason: reason ?? '' })),
    ),
  )
}
