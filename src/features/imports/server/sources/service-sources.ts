import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { recordAudit } from '#platform/server/audit.ts'
import { retryRaces, type Db } from '#platform/server/database.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError, fieldError, StaleError } from '#shared/errors.ts'
import type { ImportSource } from '#features/imports/contract-sources.ts'
import { nextRunAt } from '#features/imports/model.ts'
import type { NewSource, SourceChanges } from '#features/imports/schemas.ts'
import type { Actor } from '#platform/server/http/access.ts'
import type { TextCipher } from '#platform/server/secret.ts'
import * as queries from './queries-sources.ts'
import { alignStructuredData, type SourceRow } from './queries-sources.ts'
import {
  explained,
  isMasked,
  encryptAddress,
  publicAddress,
  requireReadable,
  requireFullAddress,
  decryptAddress,
  type StoredAddress,
} from './stored-address.ts'
import { describeSource } from '../reading/read-dataset.ts'
import { giveAnswer, readSourceAnswers } from './answers.ts'
import { findCheckOf } from '../runs/queries-runs.ts'
import { startCheck, startImportRun } from '../runs/run-tasks.ts'
import { z } from 'zod'
import { disconnectListed } from '#features/postings/server/public.ts'
import { defineTask, enqueueTask, type TaskContext } from '#platform/server/tasks/task.ts'

export type Imports = {
  db: Db
  allowedHosts: readonly string[]
  /** For addresses that hold a secret. */
  cipher: TextCipher
}

export const listImportSources = async (
  db: Db,
): Promise<ResponseOf<'GET /api/admin/import-sources'>> => ({
  sources: (await queries.findSources(db)).map(viewOf),
})

export const getImportSource = async (db: Db, id: string): Promise<ImportSource> =>
  viewOf(await requireSource(db, id))

async function requireSource(db: Db, id: string): Promise<SourceRow> {
  const source = await queries.findSource(db, id)
  if (!source) throw notFound()
  return source
}

export async function createImportSource(
  { db, allowedHosts, cipher }: Imports,
  actor: Actor,
  fields: NewSource,
): Promise<ImportSource> {
  requireReadable(fields.url, allowedHosts)
  const address = encryptAddress(cipher, addressEntered(cipher, fields.url))
  return db.transaction().execute(async (trx) => {
    const id = randomUUIDv7()
    const { name, structuredDataAllowed } = fields
    const added = await queries.insertSource(trx, {
      id,
      name,
      ...columnsOf(fields, address),
      next_run_at: nextRunAt(fields.schedule, new Date()),
    })
    if (!added) throw fieldError('name', 'A source already has this name.', 'CONFLICT')
    await audit(trx, actor, { id, action: 'imports.source-created', detail: factsOf(name, fields) })
    if (structuredDataAllowed) await auditDecision(trx, actor, { id, name, structuredDataAllowed })
    // There may be jobs of that name from before.
    await startAligning(trx, name)
    await startCheck(trx, { name, mapping: fields.mapping, ...address }, actor.actorId)
    return getImportSource(trx, id)
  })
}

/** @throws {StaleError} when it was saved elsewhere since it was read. */
export async function updateImportSource(
  { db, allowedHosts, cipher }: Imports,
  actor: Actor,
  id: string,
  { version, ...fields }: SourceChanges,
): Promise<ImportSource> {
  requireReadable(fields.url, allowedHosts)
  return db.transaction().execute(async (trx) => {
    const before = await queries.lockSource(trx, id)
    if (!before) throw notFound()
    if (before.version !== version) throw new StaleError(await getImportSource(trx, id))
    const decided = fields.structuredDataAllowed !== before.structured_data_allowed
    const address = encryptAddress(cipher, addressEntered(cipher, fields.url, before))
    await queries.updateSource(trx, id, {
      ...columnsOf(fields, address),
      // A corrected source starts over.
      failures_in_a_row: 0,
      ...(fields.schedule !== before.schedule && {
        next_run_at: nextRunAt(fields.schedule, new Date()),
      }),
    })
    await audit(trx, actor, {
      id,
      action: 'imports.source-changed',
      detail: factsOf(before.name, fields),
    })
    if (decided) {
      await auditDecision(trx, actor, { id, name: before.name, ...fields })
      await startAligning(trx, before.name)
    }
    const isReadAlike =
      fields.url === publicAddress(before.url) && isDeepStrictEqual(fields.mapping, before.mapping)
    if (!isReadAlike)
      await startCheck(
        trx,
        { name: before.name, mapping: fields.mapping, ...address },
        actor.actorId,
      )
    return getImportSource(trx, id)
  })
}

/** Its jobs stay, but lose their structured data: no source authorizes it any more. */
export async function deleteImportSource(db: Db, actor: Actor, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const source = await queries.lockSource(trx, id)
    if (!source) throw notFound()
    const { last_run: lastRun } = (await queries.findSource(trx, id)) ?? {}
    if (lastRun?.status === 'running')
      throw new AppError(
        'CONFLICT',
        'This source is being imported right now. Cancel the import first.',
      )
    await queries.deleteSource(trx, id)
    await disconnectListed(trx, source.name)
    await startAligning(trx, source.name)
    await audit(trx, actor, { id, action: 'imports.source-deleted', detail: { name: source.name } })
  })
}

/** What its last check found is shown until this one finds something. */
export async function checkImportSource(db: Db, { actorId }: Actor, id: string): Promise<void> {
  const source = await requireSource(db, id)
  await db.transaction().execute(async (trx) => {
    const before = await findCheckOf(trx, source.name)
    await startCheck(trx, source, actorId, before?.report)
  })
}

export async function runImportSource(
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ runId: string }> {
  return db.transaction().execute(async (trx) => {
    const runId = await startImportRun(trx, { sourceId: id, startedBy: actor.actorId })
    await audit(trx, actor, { id, action: 'imports.source-run', detail: { runId } })
    return { runId }
  })
}

function addressEntered(cipher: TextCipher, url: string, stored?: StoredAddress) {
  if (stored && isMasked(url) && url === publicAddress(stored.url))
    return explained(() => decryptAddress(cipher, stored))
  requireFullAddress(url)
  return url
}

type Fields = Omit<NewSource, 'name'>

const columnsOf = (
  { mapping, schedule, isComplete, structuredDataAllowed }: Fields,
  address: StoredAddress,
) => ({
  ...address,
  mapping: JSON.stringify(mapping),
  schedule,
  is_complete: isComplete,
  structured_data_allowed: structuredDataAllowed,
})

/** For the audit log: without addresses, which may hold a secret, and without the long mapping. */
const factsOf = (name: string, { url, mapping, ...fields }: Fields) => ({
  name,
  dataset: describeSource({ url }),
  mapped: Object.keys(mapping),
  ...fields,
})

const audit = (
  db: Db,
  actor: Actor,
  { id, ...entry }: { id: string; action: string; detail: Record<string, unknown> },
) => recordAudit(db, { ...actor, ...entry, subject: `import-source:${id}` })

const auditDecision = (
  db: Db,
  actor: Actor,
  { id, name, structuredDataAllowed }: Pick<ImportSource, 'id' | 'name' | 'structuredDataAllowed'>,
) =>
  audit(db, actor, {
    id,
    action: `imports.structured-data-${structuredDataAllowed ? 'authorized' : 'withdrawn'}`,
    detail: { name },
  })

function viewOf(row: SourceRow): ImportSource {
  return {
    id: row.id,
    name: row.name,
    url: publicAddress(row.url),
    mapping: row.mapping,
    schedule: row.schedule,
    nextRunAt: row.next_run_at?.toISOString() ?? null,
    isComplete: row.is_complete,
    structuredDataAllowed: row.structured_data_allowed,
    failuresInARow: row.failures_in_a_row,
    lastRun: row.last_run && {
      ...row.last_run,
      startedAt: new Date(row.last_run.startedAt).toISOString(),
    },
    fileName: row.file_name,
    version: row.version,
  }
}

const notFound = () => new AppError('NOT_FOUND', 'This source does not exist.')

/** Brings a source's jobs to what it says of structured data, batch by batch. */
export const alignSourceJobsTask = defineTask({
  name: 'align-source-jobs',
  schema: z.object({ source: z.string() }),
  timeoutSeconds: 1800,
  atOnce: 1,
})

/** A statement's worth: what reads and writes beside it does not notice. */
const jobsPerBatch = 500

/**
 * In the transaction that decided, so that it shows at once; what is more than one statement's
 * worth follows in a task.
 */
async function startAligning(trx: Db, source: string) {
  const aligned = await alignStructuredData(trx, source, jobsPerBatch)
  if (aligned === jobsPerBatch)
    await enqueueTask(trx, alignSourceJobsTask, { source }, { key: source })
}

/**
 * Until none is left; after a crash the next attempt goes on from there, after a stop of the node
 * another task.
 */
export async function alignSourceJobs(
  db: Db,
  source: string,
  { stopping }: Pick<TaskContext, 'stopping'>,
): Promise<void> {
  while ((await retryRaces(() => alignStructuredData(db, source, jobsPerBatch))) > 0) {
    // Each batch is a transaction of its own.
    if (stopping.aborted) return enqueueTask(db, alignSourceJobsTask, { source }, { key: source })
  }
}

export async function getSourceAnswers(
  db: Db,
  id: string,
): Promise<ResponseOf<'GET /api/admin/import-sources/:id/answers'>> {
  return readSourceAnswers(db, (await requireSource(db, id)).name)
}

export async function answerForSource(
  db: Db,
  actor: Actor,
  id: string,
  answer: BodyOf<'PUT /api/admin/import-sources/:id/answers'>,
): Promise<ResponseOf<'PUT /api/admin/import-sources/:id/answers'>> {
  const { name } = await requireSource(db, id)
  const changed = await giveAnswer(db, name, answer, { ...actor, subject: `import-source:${id}` })
  await checkImportSource(db, actor, id)
  return { success: true, changed }
}
