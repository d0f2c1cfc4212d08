import { z } from 'zod'
import type { Outline } from '#features/imports/contract.ts'
import { defineTask, enqueueTask, type TaskContext } from '#platform/server/tasks/task.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '#platform/server/database.ts'
import type { TextCipher } from '#platform/server/secret.ts'
import { AppError } from '#shared/errors.ts'
import { checkDataset, checkText } from './check-dataset.ts'
import * as queries from './queries-runs.ts'
import {
  countFailure,
  forgetFailures,
  lockDueSource,
  lockSource,
  findSource,
  setNextRun,
  switchOff,
  findSourceNamed,
  type SourceRow,
} from '../sources/queries-sources.ts'
import {
  encryptAddress,
  publicAddress,
  decryptAddress,
  type StoredAddress,
} from '../sources/stored-address.ts'
import { describeSource } from '../reading/read-dataset.ts'
import { nextPageRunAt, nextRunAt, type Mapping } from '#features/imports/model.ts'
import { DatasetError } from '../reading/row.ts'
import { processEnded, runOf, RunOver, type ImportRules } from './run.ts'
import { runImport, type RunEnd, type RunOptions } from './run-import.ts'
import { mailSwitchedOff, type Links } from './switched-off-mail.ts'
import { findOwner, readOptionsOf } from '../careers/owner.ts'

const running = {
  schema: z.object({ id: z.uuid() }),
  // A dataset's own failures end the run; what is tried again is an import that lost its process or
  // its database.
  retries: 8,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 300,
  timeoutSeconds: 6 * 60 * 60,
  // One after the other: a node's memory is for those who visit it.
  atOnce: 1,
}
/** Runs an import, or resumes it after a crash. */
const runImportTask = defineTask({ ...running, name: 'run-import' })
/** A node of the version before would run a page as an administrator's import. */
const runPageTask = defineTask({ ...running, name: 'run-page' })
export const tasksOfRuns = [runImportTask, runPageTask]

export const startDueImportsTask = defineTask({ name: 'start-due-imports' })
export const endLostImportsTask = defineTask({ name: 'end-lost-imports' })

type WantedRun = {
  /** Null for the schedule. */
  startedBy: string | null
} & ({ sourceId: string } | { url: string; cipher: TextCipher })

/**
 * Starts an import in the background: given a transaction, if and only if that commits.
 * @returns the run's id.
 * @throws {AppError} NOT_FOUND for a source that is gone, CONFLICT while it, or the address, is
 * being imported.
 */
export async function startImportRun(db: Db, wanted: WantedRun): Promise<string> {
  if (!db.isTransaction) return db.transaction().execute((trx) => startImportRun(trx, wanted))
  const id = randomUUIDv7()
  const { columns, isPage } =
    'sourceId' in wanted ? await ofSource(db, wanted.sourceId) : ofAddress(wanted)
  const run = {
    ...columns,
    id,
    started_by: wanted.startedBy,
    is_task: true,
    approved: false,
    started_at: new Date(),
  }
  if (!(await queries.insertRun(db, run)))
    throw new AppError('CONFLICT', `${columns.source} is being imported right now.`)
  await enqueueTask(db, isPage ? runPageTask : runImportTask, { id }, { key: id })
  return id
}

type Dataset = {
  columns: Pick<queries.NewRun, 'source' | 'source_id' | 'url' | 'sealed_url'>
  isPage: boolean
}

/** A run reads one dataset to its end, even if its source has another by then. */
async function ofSource(db: Db, sourceId: string): Promise<Dataset> {
  // Locked, so that nobody deletes it before the run is there.
  const source = await lockSource(db, sourceId)
  if (!source) throw new AppError('NOT_FOUND', 'This source does not exist.')
  const columns = {
    source: source.name,
    source_id: source.id,
    url: publicAddress(source.url),
    sealed_url: source.sealed_url,
  }
  return { columns, isPage: source.organization_id !== null }
}

const ofAddress = ({ url, cipher }: { url: string; cipher: TextCipher }): Dataset => ({
  columns: {
    source: describeSource({ url }),
    source_id: null,
    ...encryptAddress(cipher, url),
  },
  isPage: false,
})

/**
 * Starts the sources that are due; several nodes may do so at once, because each source is locked.
 */
export async function startDueImports(db: Db, now = new Date()): Promise<void> {
  while (await db.transaction().execute((trx) => startNextDue(trx, now))) {
    // Each in a transaction of its own.
  }
}

/** False once none is left. */
async function startNextDue(trx: Db, now: Date) {
  const source = await lockDueSource(trx, now)
  if (!source?.next_run_at) return false
  await setNextRun(trx, source.id, nextAfter(source, source.next_run_at, now))
  try {
    await startImportRun(trx, { sourceId: source.id, startedBy: null })
  } catch (error) {
    // It is already running.
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
  }
  return true
}

/** The hour of the day stays, however late the last start was. */
function nextAfter(source: Scheduled, due: Date, now: Date) {
  let next = nextRunOf(source, due)
  while (next && next <= now) next = nextRunOf(source, next)
  return next
}

type Scheduled = Pick<SourceRow, 'schedule' | 'organization_id'>

/** A node of the version before starts no careers page, which has no schedule that it knows. */
const nextRunOf = ({ schedule, organization_id: page }: Scheduled, from: Date) =>
  page === null ? nextRunAt(schedule, from) : nextPageRunAt(from)

export type Work = RunOptions & {
  db: Db
  links: Links
  cipher: TextCipher
  /** Further hosts of careers pages. */
  pageHosts: readonly string[]
}

/**
 * Runs an import from its cursor to its end. If the node stops meanwhile, a new task goes on with
 * it.
 */
export async function resumeImport(
  work: Work,
  task: (typeof tasksOfRuns)[number],
  id: string,
  { isLastAttempt, stopping }: TaskContext,
): Promise<void> {
  const { db, links, ...options } = work
  const row = await queries.findRun(db, id)
  if (row?.status !== 'running') return
  try {
    const source = { url: addressOf(work, row) }
    const how = await rulesOf(work, row)
    const reading = readOptionsOf({ ...options, signal: stopping }, how.owner)
    await endImport(db, links, id, await runImport(db, runOf(row, how), source, reading))
  } catch (error) {
    if (error instanceof RunOver) return
    if (error instanceof DatasetError)
      return endImport(db, links, id, { status: 'failed', message: error.message })
    if (stopping.aborted) return enqueueTask(db, task, { id }, { key: id })
    if (isLastAttempt) await endImport(db, links, id, givenUp)
    throw error
  }
}

/** A task has one: files are for the command line. */
const addressOf = ({ cipher }: Work, { url, sealed_url }: queries.RunRow) =>
  decryptAddress(cipher, { url: url ?? '', sealed_url })

async function rulesOf(
  { db, links, pageHosts: furtherHosts }: Work,
  { approved, source_id, source: sourceName }: queries.RunRow,
): Promise<ImportRules> {
  if (source_id === null) return { approve: approved }
  const source = await findSource(db, source_id)
  const owner = source && (await findOwner(db, source, { links, furtherHosts }))
  return { approve: approved, sourceName, mapping: source?.mapping, owner }
}

/** So many failures in a row are no accident any more. */
const failuresUntilOff = 5

/** Ends a run and counts its source's failures: the fifth in a row switches its schedule off. */
async function endImport(
  db: Db,
  links: Links,
  id: string,
  end: Pick<RunEnd, 'status' | 'message'>,
) {
  await db.transaction().execute(async (trx) => {
    const run = await queries.endRun(trx, id, end)
    if (!run?.source_id) return
    if (end.status === 'finished') return forgetFailures(trx, run.source_id)
    const failures = await countFailure(trx, run.source_id)
    if (failures >= failuresUntilOff && (await switchOff(trx, run.source_id)))
      await mailSwitchedOff(trx, links, run, { failures, reason: end.message })
  })
}

/**
 * Ends the runs and checks whose task has no retries left, and the runs of commands whose process
 * is gone.
 */
export async function endLostImports(db: Db, links: Links): Promise<void> {
  for (const id of await queries.findLostRuns(db, tasksOfRuns))
    await endImport(db, links, id, givenUp)
  await queries.endLostChecks(db, tasksOfChecks, checkFailed)
  await queries.endLostCommands(db, processEnded)
}

/** The task holds the error. */
const givenUp = {
  status: 'failed',
  message: 'The import failed because of an error on our side.',
} as const
const checkFailed = 'The check failed because of an error on our side.'

const checking = { ...running, retries: 2, timeoutSeconds: 3600 }
const checkImportTask = defineTask({ ...checking, name: 'check-import' })
const checkPageTask = defineTask({ ...checking, name: 'check-page' })
export const tasksOfChecks = [checkImportTask, checkPageTask]

type Checked = StoredAddress & { name: string; mapping: Mapping; organization_id?: string | null }

/**
 * Starts a check of a source's dataset. What its former checks found is forgotten, and one that
 * still runs ends.
 */
export async function startCheck(
  trx: Db,
  { name, mapping, url, sealed_url, organization_id: page = null }: Checked,
  startedBy: string,
  report: Outline | null = null,
): Promise<void> {
  const id = randomUUIDv7()
  await queries.deleteChecksOf(trx, name)
  const check = {
    id,
    url,
    sealed_url,
    source_name: name,
    mapping: JSON.stringify(mapping),
    started_by: startedBy,
    report: JSON.stringify(report),
  }
  await queries.insertCheck(trx, check)
  await enqueueTask(trx, page === null ? checkImportTask : checkPageTask, { id }, { key: id })
}

export async function resumeCheck(
  work: Work,
  task: (typeof tasksOfChecks)[number],
  id: string,
  { isLastAttempt, stopping }: TaskContext,
): Promise<void> {
  const { db, links, cipher, pageHosts: furtherHosts, ...options } = work
  const check = await queries.findCheck(db, id)
  if (check?.status !== 'running') return
  const { mapping, source_name: sourceName } = check
  try {
    const source = await findSourceNamed(db, sourceName)
    const owner = source && (await findOwner(db, source, { links, furtherHosts }))
    const checked = await checkDataset(
      db,
      { url: decryptAddress(cipher, check) },
      { mapping, sourceName: sourceName ?? undefined, owner },
      {
        ...readOptionsOf({ ...options, signal: stopping }, owner),
        async onReport(report) {
          if (!(await queries.updateCheck(db, id, { report }))) throw new RunOver()
        },
      },
    )
    const failed = checked.stoppedBy !== undefined && checked.outline.rows === 0
    await queries.updateCheck(db, id, {
      report: checked.outline,
      status: failed ? 'failed' : 'finished',
      message: failed ? checked.stoppedBy : checkText(checked),
    })
  } catch (error) {
    if (error instanceof RunOver) return
    if (stopping.aborted) return enqueueTask(db, task, { id }, { key: id })
    const isOfDataset = error instanceof DatasetError
    if (isOfDataset || isLastAttempt) {
      const message = isOfDataset ? error.message : checkFailed
      await queries.updateCheck(db, id, {
        report: { rows: 0, columns: [], moreColumns: 0, groups: [] },
        status: 'failed',
        message,
      })
    }
    if (!isOfDataset) throw error
  }
}
