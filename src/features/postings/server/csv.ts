import { findUser, type User } from '#features/accounts/server/public.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import {
  type Gazetteer,
  findPlace,
  loadGazetteer,
  similarCities,
} from '#features/places/server/public.ts'
import { namesOthersOnly } from '#vocabulary/physicians.ts'
import type { Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { giveWay } from '#platform/server/turns.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { CsvPreview } from '../contract-dashboard.ts'
import { type JobColumns, furtherPoints } from './columns.ts'
import {
  type CsvRow,
  type CsvTable,
  type Instead,
  type Mapping,
  type Values,
  checkMapping,
  readChanges,
  readPosting,
  readTable,
  replaced,
  suggestMapping,
  valuesOf,
} from './csv-rows.ts'
import {
  changesOfRow,
  closeMissing,
  findKnown,
  findMissing,
  numberOf,
  refusalOf,
  updateNumbered,
} from './csv-updates.ts'
import { requireLastDay } from './ends.ts'
import { mailSeveralPosted, type Links } from './mails.ts'
import { findOpenTitled } from './queries-forms.ts'
import { columnsFor, once, submit } from './service.ts'
import { findPeriods } from './settings.ts'

/** Posts a table of postings, and updates those that have its requisition numbers. */

type Read = { csv: string; mapping?: Mapping | undefined; instead: Instead }

export async function previewCsv(db: Db, viewer: Viewer, file: Read): Promise<CsvPreview> {
  const { columns, samples, rows, inForce, numbers } = await readFile(db, viewer, file)
  const valid = rows.filter((row) => row.errors.length === 0).length
  return {
    columns,
    mapping: [...inForce],
    samples,
    rows: rows.map(withoutColumns),
    valid,
    invalid: rows.length - valid,
    missing: await findMissing(db, viewer, numbers),
  }
}

/**
 * Posts every valid row, and updates known postings, in one transaction; the idempotency key makes
 * retries safe.
 */
export async function postCsv(
  db: Db,
  links: Links,
  viewer: Viewer,
  { idempotencyKey: key, ...file }: BodyOf<'POST /api/job-postings/csv'>,
): Promise<ResponseOf<'POST /api/job-postings/csv'>> {
  return once(db, { scope: `account:${viewer.id}`, key, asked: file }, async (trx) => {
    const { rows, user, numbers } = await readFile(trx, viewer, file)
    const ready = rows.flatMap(({ line, columns }) => (columns ? [{ line, columns }] : []))
    const updates = rows.flatMap(({ line, update, changes }) =>
      update && changes && update.changes.length > 0 ? [{ line, id: update.id, changes }] : [],
    )
    await updateNumbered(trx, viewer, updates)
    const closed = await closeMissing(trx, viewer, file.closes, numbers)
    const { postings, policy } = await submit(
      trx,
      ready.map((posting) => posting.columns),
      { channel: 'account', user },
    )
    await mailSeveralPosted(trx, links, postings, { ...policy, user })
    return {
      created: postings.map(({ id }, index) => ({ line: ready[index]?.line ?? 0, id })),
      updated: updates.map(({ line, id }) => ({ line, id })),
      closed,
      failed: rows.filter((row) => row.errors.length > 0).map(withoutColumns),
    }
  })
}

async function readFile(db: Db, viewer: Viewer, { csv, mapping, instead }: Read) {
  const user = await findUser(db, viewer.id)
  const table = await readTable(csv)
  const inForce = mapping ?? suggestMapping(table.columns)
  checkMapping(table.columns, inForce)
  const { days } = await findPeriods(db)
  const cells = table.rows.map((row) => valuesOf(row, inForce))
  const typed = cells.map((values) => replaced(values, instead))
  const numbers = typed.map(({ requisition = '' }) => numberOf(requisition)).filter(Boolean)
  const repeated = new Set(numbers.filter((number, index) => numbers.indexOf(number) !== index))
  const known = await findKnown(db, viewer, numbers)
  const rows: ReadyRow[] = []
  for (const [index, values] of typed.entries()) {
    const { line } = table.rows[index] ?? { line: 0 }
    const number = numberOf(values['requisition'] ?? '')
    const postings = known.get(number)
    rows.push(
      repeated.has(number)
        ? refused(line, values, 'This number stands in the file more than once.')
        : postings
          ? await withUpdate(db, viewer, readChanges(line, values), postings)
          : await withColumns(db, readPosting(line, cells[index] ?? {}, instead), user, days),
    )
    await giveWay()
  }
  await markDoubles(db, viewer, rows)
  return { columns: table.columns, samples: samplesOf(table), rows, inForce, user, numbers }
}

const refused = (line: number, values: Values, message: string): ReadyRow => ({
  line,
  values,
  errors: [{ field: 'requisition', message }],
  notes: [],
})

/** Adds what the row changes of its posting, or why that cannot be. */
async function withUpdate(
  db: Db,
  viewer: Viewer,
  row: CsvRow,
  postings: readonly JobRow[],
): Promise<ReadyRow> {
  const [posting] = postings
  const refusal = refusalOf(postings)
  if (refusal !== undefined) return refused(row.line, row.values, refusal)
  if (!row.changes || !posting) return { ...row, notes: [] }
  const { changes } = row
  return orErrors(row, async () => ({
    ...row,
    notes: [],
    update: { id: posting.id, changes: await changesOfRow(db, viewer, posting, changes) },
  }))
}

/**
 * Marks rows with the title, employer and place of an earlier row, or of a posting of the account.
 */
async function markDoubles(db: Db, viewer: Viewer, rows: readonly ReadyRow[]) {
  const keyOf = (job: Pick<JobColumns, 'title' | 'employer' | 'city' | 'state'>) =>
    [job.title, job.employer, job.city, job.state].join('\n').toLowerCase()
  const titles = rows.flatMap(({ columns }) => columns?.title ?? [])
  const openPostings = await findOpenTitled(db, viewer.id, titles)
  const known = new Map(
    openPostings.map((posting) => [keyOf(posting), 'You have posted this already.']),
  )
  for (const row of rows) {
    if (!row.columns) continue
    const key = keyOf(row.columns)
    const double = known.get(key)
    if (double !== undefined) row.notes.push({ text: `${double} It would be posted again.` })
    else known.set(key, `Line ${row.line} is the same.`)
  }
}

/** The first different values of each column, whether it fills a field or not. */
const samplesOf = ({ columns, rows }: CsvTable) =>
  columns.map((_, index) => {
    const values = rows.map((row) => row.cells[index] ?? '')
    return [...new Set(values.filter((value) => value !== ''))]
      .slice(0, 3)
      .map((value) => value.slice(0, 80))
  })

type Preview = CsvPreview['rows'][number]
type ReadyRow = Omit<CsvRow, 'posting'> & {
  columns?: JobColumns
  notes: Preview['notes']
  update?: Preview['update']
}

/**
 * Adds the account's company and address; if they are missing, or the last day or a place does not
 * fit, the row has an error.
 */
async function withColumns(
  db: Db,
  { posting, ...row }: CsvRow,
  user: User | undefined,
  days: number,
): Promise<ReadyRow> {
  if (!posting) return { ...row, notes: othersNote(row.values['title'] ?? '') }
  return orErrors(row, async () => {
    const columns = columnsFor(posting, user)
    requireLastDay(columns, { days, now: new Date() })
    await furtherPoints(db, columns)
    return { ...row, columns, notes: notesOn(await loadGazetteer(db), row.values, columns) }
  })
}

/** What is no error, but may be a mistake. */
function notesOn(known: Gazetteer, values: Values, columns: JobColumns): Preview['notes'] {
  const { title, city, state } = columns
  const notes = othersNote(title)
  if (findPlace(known, { city, state, zip: columns.zip ?? null })) return notes
  const [near] = similarCities(known, city, state)
  const field = values['location'] ? 'location' : 'city'
  return [
    ...notes,
    {
      text: `We do not know ${city}, ${state}, so a search near there does not find the job.`,
      ...(near && { field, use: field === 'city' ? near.name : `${near.name}, ${state}` }),
    },
  ]
}

const othersNote = (title: string) =>
  namesOthersOnly(title)
    ? [{ text: 'The title names another profession, and we list jobs for physicians.' }]
    : []

/** The row, with what speaks against its values. */
async function orErrors(row: CsvRow, work: () => Promise<ReadyRow>): Promise<ReadyRow> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || !error.details) throw error
    return { ...row, errors: error.details, notes: [] }
  }
}

const withoutColumns = ({ columns: _columns, changes: _changes, ...row }: ReadyRow) => row
