import { randomUUIDv7 } from 'node:crypto'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { AppError, StaleError } from '#shared/errors.ts'
import type { ImportSource, ListImportSources } from '../contract-sources.ts'
import { nextRunAt } from '../schedule.ts'
import type { NewSource, SourceChanges } from '../schemas.ts'
import type { Sealer } from '#server/lib/seal.ts'
import { startAligning } from './align-source-jobs.ts'
import * as queries from './queries-sources.ts'
import type { SourceRow } from './queries-sources.ts'
import { allowedEntry } from './reading/allow-list.ts'
import { DatasetError } from './reading/dataset-error.ts'
import { isMasked, publicAddress } from './reading/public-address.ts'
import { describeSource } from './reading/read-dataset.ts'
import { keepAddress, requireWhole, wholeAddress } from './sealed-address.ts'
import type { KeptAddress } from './sealed-address.ts'
import { startImportRun } from './start-import.ts'

export type Sources = {
  db: Db
  allowedHosts: readonly string[]
  /** For addresses that hold a secret. */
  sealer: Sealer
}

/** Who asks for a change, for the audit log. */
export type Actor = { id: string; ip: string }

export async function listImportSources({ db }: Sources): Promise<ResponseOf<ListImportSources>> {
  const [sources, unrecorded] = await Promise.all([queries.selectSources(db), queries.selectUnrecordedSources(db)])
  return { sources: sources.map(viewOf), unrecorded }
}

export async function getImportSource({ db }: Pick<Sources, 'db'>, id: string): Promise<ImportSource> {
  const source = await queries.selectSource(db, id)
  if (!source) throw notFound()
  return viewOf(source)
}

export async function createImportSource(
  { db, allowedHosts, sealer }: Sources,
  actor: Actor,
  fields: NewSource,
): Promise<ImportSource> {
  requireAllowed(fields.url, allowedHosts)
  const address = keepAddress(sealer, addressEntered(sealer, fields.url))
  return db.transaction().execute(async (trx) => {
    const id = randomUUIDv7()
    const { name, structuredDataAllowed } = fields
    const added = await queries.insertSource(trx, {
      id,
      name,
      ...columnsOf(fields, address),
      next_run_at: nextRunAt(fields.schedule, new Date()),
      ...(structuredDataAllowed && decidedBy(actor)),
    })
    if (!added) throw nameTaken()
    await audit(trx, actor, { id, action: 'imports.source-created', detail: factsOf(name, fields) })
    if (structuredDataAllowed) await auditDecision(trx, actor, { id, name, structuredDataAllowed })
    // There may be jobs of that name from before.
    await startAligning(trx, name)
    return getImportSource({ db: trx }, id)
  })
}

/** @throws {StaleError} when it was saved elsewhere since it was read. */
export async function updateImportSource(
  { db, allowedHosts, sealer }: Sources,
  actor: Actor,
  id: string,
  { version, ...fields }: SourceChanges,
): Promise<ImportSource> {
  requireAllowed(fields.url, allowedHosts)
  return db.transaction().execute(async (trx) => {
    const before = await queries.lockSource(trx, id)
    if (!before) throw notFound()
    if (before.version !== version) throw new StaleError(await getImportSource({ db: trx }, id))
    const decided = fields.structuredDataAllowed !== before.structured_data_allowed
    await queries.updateSource(trx, id, {
      ...columnsOf(fields, keepAddress(sealer, addressEntered(sealer, fields.url, before))),
      // Whoever mends a source wants to see it tried again.
      failures_in_a_row: 0,
      ...(fields.schedule !== before.schedule && { next_run_at: nextRunAt(fields.schedule, new Date()) }),
      ...(decided && decidedBy(actor)),
    })
    await audit(trx, actor, { id, action: 'imports.source-changed', detail: factsOf(before.name, fields) })
    if (decided) {
      await auditDecision(trx, actor, { id, name: before.name, ...fields })
      await startAligning(trx, before.name)
    }
    return getImportSource({ db: trx }, id)
  })
}

/** Its jobs stay. Nobody vouches for them any more, so they lose their structured data. */
export async function deleteImportSource({ db }: Pick<Sources, 'db'>, actor: Actor, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const source = await queries.lockSource(trx, id)
    if (!source) throw notFound()
    const { last_run: lastRun } = (await queries.selectSource(trx, id)) ?? {}
    if (lastRun?.status === 'running')
      throw new AppError('CONFLICT', 'This source is being imported right now. Cancel the import first.')
    await queries.deleteSource(trx, id)
    await startAligning(trx, source.name)
    await audit(trx, actor, { id, action: 'imports.source-deleted', detail: { name: source.name } })
  })
}

/** @returns the run's id. */
export async function runImportSource({ db }: Pick<Sources, 'db'>, actor: Actor, id: string): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const runId = await startImportRun(trx, { sourceId: id, startedBy: actor.id })
    await audit(trx, actor, { id, action: 'imports.source-run', detail: { runId } })
    return runId
  })
}

function requireAllowed(url: string, allowedHosts: readonly string[]): void {
  explained(() => allowedEntry(new URL(url), allowedHosts))
}

/** What a form looks at: the address that was entered, or the one that the source has if it is as it was shown. */
export async function addressToPreview(
  { db, sealer }: Pick<Sources, 'db' | 'sealer'>,
  { url, source }: { url: string; source?: string | undefined },
): Promise<string> {
  return addressEntered(sealer, url, source === undefined ? undefined : await queries.selectSource(db, source))
}

function addressEntered(sealer: Sealer, url: string, kept?: KeptAddress): string {
  if (kept && isMasked(url) && url === publicAddress(kept.url)) return explained(() => wholeAddress(sealer, kept))
  requireWhole(url)
  return url
}

function explained<T>(look: () => T): T {
  try {
    return look()
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
    throw new AppError('VALIDATION_FAILED', error.message, [{ field: 'url', message: error.message }])
  }
}

type Fields = Omit<NewSource, 'name'>

const columnsOf = ({ mapping, schedule, isComplete, structuredDataAllowed }: Fields, address: KeptAddress) => ({
  ...address,
  mapping: JSON.stringify(mapping),
  schedule,
  is_complete: isComplete,
  structured_data_allowed: structuredDataAllowed,
})

const decidedBy = (actor: Actor) => ({ authorization_changed_at: new Date(), authorization_changed_by: actor.id })

/** What the audit log keeps: addresses may hold a secret, and mappings are long. */
const factsOf = (name: string, { url, mapping, schedule, isComplete, structuredDataAllowed }: Fields) => ({
  name,
  dataset: describeSource({ url }),
  mapped: Object.keys(mapping),
  schedule,
  isComplete,
  structuredDataAllowed,
})

type Deed = { id: string; action: string; detail: Record<string, unknown> }

const audit = (db: Db, { id: actorId, ip }: Actor, { id, action, detail }: Deed): Promise<void> =>
  recordAudit(db, { action, actorId, ip, subject: `import-source:${id}`, detail })

type Decision = { id: string; name: string; structuredDataAllowed: boolean }

const auditDecision = (db: Db, actor: Actor, { id, name, structuredDataAllowed }: Decision): Promise<void> =>
  audit(db, actor, {
    id,
    action: structuredDataAllowed ? 'imports.structured-data-authorized' : 'imports.structured-data-withdrawn',
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
    authorization: row.authorization_changed_at && { at: row.authorization_changed_at.toISOString(), by: row.authorized_by },
    failuresInARow: row.failures_in_a_row,
    lastRun: row.last_run && { ...row.last_run, startedAt: new Date(row.last_run.startedAt).toISOString() },
    version: row.version,
  }
}

const notFound = () => new AppError('NOT_FOUND', 'There is no such source.')

function nameTaken(): AppError {
  const message = 'There is a source of that name already.'
  return new AppError('CONFLICT', message, [{ field: 'name', message }])
}
