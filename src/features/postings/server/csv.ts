import { CsvError } from 'csv-parse'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { findUser, type User } from '#features/accounts/server/public.ts'
import { fieldNames, fieldOf, type FieldName, isList } from '#features/jobs/fields.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { readEmploymentType } from '#features/jobs/read-terms.ts'
import { readTitle } from '#vocabulary/read-title.ts'
import { findPhrase } from '#vocabulary/reader.ts'
import { parseSpecialty } from '#vocabulary/specialties.ts'
import { csvRecords, delimiterOf } from '#platform/server/read-csv.ts'
import type { Db } from '#platform/server/database.ts'
import { editDistance } from '#platform/server/edit-distance.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import type { CsvPreview } from '../contract-dashboard.ts'
import {
  choicesOf,
  csvFieldOf,
  csvFields,
  csvLabelOf,
  maxCsvColumns,
  maxCsvRows,
} from '../csv-fields.ts'
import { newPostingSchema, type NewPosting } from '../schemas.ts'
import { isApplyLink } from '../typed-values.ts'
import { type JobColumns, furtherPoints } from './columns.ts'
import { mailSeveralPosted, type Links } from './mails.ts'
import { findOpenTitled } from './queries-forms.ts'
import { columnsFor, once, submit } from './service.ts'
import { findPeriods } from './settings.ts'
import { requireLastDay } from './ends.ts'

/** Parses a table of postings: the field of each column, and the posting of each row. */

type TableRow = { line: number; cells: string[] }
type CsvTable = { columns: string[]; rows: TableRow[] }
/** What stands instead of a cell's value. */
type Instead = BodyOf<'POST /api/job-postings/csv/preview'>['instead']
type Mapping = readonly (string | null)[]
type Read = { csv: string; mapping?: Mapping | undefined; instead: Instead }
type CsvRow = {
  line: number
  values: Record<string, string>
  errors: CsvPreview['rows'][number]['errors']
  posting?: NewPosting
}

async function readTable(csv: string): Promise<CsvTable> {
  // Binary files, such as .xlsx, contain zero bytes.
  if (csv.includes('\0'))
    throw unreadable('This is not a text file. Save the table as CSV and upload that.')
  const [heading, ...rest] = await recordsOf(csv)
  if (!heading) throw unreadable('The file is empty.')
  const rows = rest.filter((row) => row.cells.some((cell) => cell !== ''))
  if (rows.length === 0) throw unreadable('The file has a heading, but no rows.')
  if (heading.cells.length > maxCsvColumns)
    throw unreadable(
      `The file has ${heading.cells.length} columns; at most ${maxCsvColumns} can be read.`,
    )
  if (rows.length > maxCsvRows)
    throw unreadable(
      `The file has ${rows.length} rows; at most ${maxCsvRows} can be posted at once.`,
    )
  return { columns: heading.cells, rows }
}

const pieceBytes = 32 * 1024
/** How many rows are checked before other requests get their turn. */
const rowsPerTurn = 20

async function recordsOf(csv: string): Promise<TableRow[]> {
  const delimiter = delimiterOf(csv.slice(0, 2 * pieceBytes), csv.length <= 2 * pieceBytes) ?? ','
  const records: TableRow[] = []
  try {
    for await (const { line, cells } of csvRecords(piecesOf(csv), delimiter))
      records.push({ line, cells })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unreadable(
      'We could not read this CSV file. A quotation mark may be missing after line ' +
        `${records.at(-1)?.line ?? 1}.`,
    )
  }
  return records
}

/** A piece at a time, so that a large file holds up no other request. */
async function* piecesOf(csv: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(csv)
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes)
    await nextTurn()
  }
}

function suggestMapping(columns: readonly string[]): (FieldName | null)[] {
  const taken = new Set<FieldName>()
  return columns.map((column) => {
    const field = csvFieldOf(column)
    if (field === null || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

/** @throws {AppError} if the mapping belongs to another file, or fills a field twice. */
function checkMapping(columns: readonly string[], mapping: Mapping): void {
  if (mapping.length !== columns.length)
    throw unreadable('These columns are not in this file. Please choose the file again.')
  const chosen = mapping.filter((column) => column !== null)
  const twice = chosen.find((column, index) => chosen.indexOf(column) !== index)
  if (twice !== undefined) throw unreadable(`Two columns fill '${csvLabelOf(twice) ?? twice}'.`)
}

/** The row's values by field, its errors, and the posting if there are none. */
function readRow({ line, cells }: TableRow, mapping: Mapping, instead: Instead): CsvRow {
  const values: Record<string, string> = {}
  for (const [index, field] of mapping.entries())
    if (field !== null) values[field] = cells[index] ?? ''
  if (!mapping.includes('specialty')) values['specialty'] = specialtyInTitle(values['title'] ?? '')
  for (const { field, value, use } of instead)
    if ((values[field] ?? '') === value) values[field] = use
  const result = newPostingSchema.safeParse(formOf(values))
  if (result.success) return { line, values, errors: [], posting: result.data }
  const errors = result.error.issues.map(({ path, message }) => {
    const field = typedAs(String(path[0] ?? ''), values)
    const suggestion = suggestionFor(field, values[field] ?? '')
    return { field, message, ...(suggestion && { suggestion }) }
  })
  return {
    line,
    values,
    errors: errors.filter(
      (error, index) => errors.findIndex((other) => other.field === error.field) === index,
    ),
  }
}

/** The column that a field of the form was made of. */
function typedAs(field: string, values: CsvRow['values']): string {
  if (field === 'salaryMin' && !values['salaryMin'] && 'compensation' in values)
    return 'compensation'
  if (field !== 'location' || values['location'] || !('state' in values)) return field
  return values['state'] && !values['city'] && 'city' in values ? 'city' : 'state'
}

/**
 * The nearest value of the field's list: one of several specialties that the cell names, or another
 * spelling.
 */
function suggestionFor(field: string, value: string): string | undefined {
  if (value === '') return undefined
  if (field === 'applyUrl' && isApplyLink(`mailto:${value}`)) return `mailto:${value}`
  const [named] =
    field === 'specialty'
      ? readTitle(value).flatMap((job) => ('specialty' in job ? job.specialty : []))
      : []
  const folded = phraseOf(value)
  const isNear = (other: string) =>
    (folded.length > 2 && other.startsWith(folded)) ||
    editDistance(folded, other) <= Math.min(2, folded.length / 4)
  return named ?? choicesOf(field)?.find(({ label }) => isNear(phraseOf(label)))?.value
}

function formOf({
  city,
  state,
  location,
  jobType,
  compensation = '',
  ...values
}: Record<string, string>): Record<string, unknown> {
  // One text for the pay is read like a text in the field of the minimum.
  if (compensation !== '' && !values['salaryMin'] && !values['salaryMax'])
    values['salaryMin'] = compensation
  const said = Object.entries(values).filter(
    ([field, value]) => value !== '' || required.has(field),
  )
  return {
    ...Object.fromEntries(
      said.map(([field, value]) => [field, lists.has(field) ? listed(field, value) : value]),
    ),
    location: location || [city, state].filter(Boolean).join(', '),
    jobType: jobTypeOf(jobType ?? ''),
    ...(values['specialty'] && { specialty: specialtyCalled(values['specialty']) }),
    ...(values['visaSupport'] && { visaSupport: filterValueCalled('visa', values['visaSupport']) }),
    ...(values['payroll'] && { payroll: filterValueCalled('payroll', values['payroll']) }),
  }
}

const listed = (field: string, text: string): string[] =>
  text
    .split(/\s*;\s*/)
    .filter(Boolean)
    .map((part) => (field === 'benefits' ? filterValueCalled(field, part) : part))

/**
 * 'IM', 'Family Practice' and 'OB-GYN' mean one specialty. A text that means none or several stays,
 * and is refused.
 */
function specialtyCalled(text: string): string {
  const entry = findPhrase(phraseOf(text))
  if (entry?.kind === 'specialty') return entry.specialty
  return parseSpecialty(text) ?? (specialtyInTitle(text) || text)
}

/** Empty unless the title names exactly one. */
function specialtyInTitle(title: string): string {
  const named = new Set(
    readTitle(title).flatMap((job) => ('specialty' in job ? job.specialty : [])),
  )
  return named.size === 1 ? [...named].join('') : ''
}

/** 'H-1B', 'W-2', 'relo'; 'yes' and 'no' are answers to 'Visa?'. */
function filterValueCalled(name: 'visa' | 'payroll' | 'benefits', text: string): string {
  if (name === 'visa' && /^(?:yes|y)$/i.test(text)) return 'Other'
  if (name === 'visa' && /^(?:no|n)$/i.test(text)) return 'None'
  const entry = findPhrase(phraseOf(text))
  const values: readonly string[] =
    entry?.kind === 'filter' && entry.filter.name === name ? entry.filter.values : []
  return values.length === 1 ? values.join('') : text
}

const phraseOf = (text: string): string => (text.toLowerCase().match(/[a-z\d]+/g) ?? []).join(' ')

const lists = new Set<string>(fieldNames.filter((name) => isList(fieldOf(name).kind)))
const required = new Set<string>(
  csvFields.filter((field) => field.required).map((field) => field.name),
)

function jobTypeOf(text: string): string {
  const slug = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
  const known =
    Object.keys(employmentTypeLabels).find((key) => key === slug) ?? readEmploymentType(text, '')
  return known === 'not-stated' ? text : known
}

const unreadable = (message: string) => fieldError('csv', message)

export async function previewCsv(db: Db, viewer: Viewer, asked: Read): Promise<CsvPreview> {
  const { columns, samples, rows, inForce } = await readFile(db, viewer, asked)
  const valid = rows.filter((row) => row.errors.length === 0).length
  return {
    columns,
    mapping: [...inForce],
    samples,
    rows: rows.map(withoutColumns),
    valid,
    invalid: rows.length - valid,
  }
}

/** Posts every valid row in one transaction; the idempotency key makes retries safe. */
export async function postCsv(
  db: Db,
  links: Links,
  viewer: Viewer,
  { idempotencyKey: key, ...asked }: BodyOf<'POST /api/job-postings/csv'>,
): Promise<ResponseOf<'POST /api/job-postings/csv'>> {
  return once(db, { scope: `account:${viewer.id}`, key, asked }, async (trx) => {
    const { rows, user } = await readFile(trx, viewer, asked)
    const ready = rows.flatMap(({ line, columns }) => (columns ? [{ line, columns }] : []))
    const { postings, policy } = await submit(
      trx,
      ready.map((posting) => posting.columns),
      { channel: 'account', user },
    )
    await mailSeveralPosted(trx, links, postings, { ...policy, user })
    return {
      created: postings.map(({ id }, index) => ({ line: ready[index]?.line ?? 0, id })),
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
  const rows: ReadyRow[] = []
  for (const row of table.rows) {
    rows.push(await withColumns(db, readRow(row, inForce, instead), user, days))
    if (rows.length % rowsPerTurn === 0) await nextTurn()
  }
  await markDoubles(db, viewer, rows)
  return { columns: table.columns, samples: samplesOf(table), rows, inForce, user }
}

/**
 * Marks rows with the title, employer and place of an earlier row, or of a posting of the account.
 */
async function markDoubles(db: Db, viewer: Viewer, rows: readonly ReadyRow[]): Promise<void> {
  const keyOf = (job: Pick<JobColumns, 'title' | 'employer' | 'city' | 'state'>): string =>
    [job.title, job.employer, job.city, job.state].join('\n').toLowerCase()
  const titles = rows.flatMap(({ columns }) => columns?.title ?? [])
  const own = await findOpenTitled(db, viewer.id, titles)
  const known = new Map(own.map((posting) => [keyOf(posting), 'You have posted this already.']))
  for (const row of rows) {
    if (!row.columns) continue
    const key = keyOf(row.columns)
    const double = known.get(key)
    if (double !== undefined) row.double = double
    else known.set(key, `Line ${row.line} is the same.`)
  }
}

/** The first different values of each column, whether it fills a field or not. */
const samplesOf = ({ columns, rows }: CsvTable): string[][] =>
  columns.map((_, index) => {
    const values = rows.map((row) => row.cells[index] ?? '')
    return [...new Set(values.filter((value) => value !== ''))]
      .slice(0, 3)
      .map((value) => value.slice(0, 80))
  })

type ReadyRow = Omit<CsvRow, 'posting'> & {
  columns?: JobColumns
  double?: string
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
  if (!posting) return row
  try {
    const columns = columnsFor(posting, user)
    requireLastDay(columns, { days, now: new Date() })
    await furtherPoints(db, columns)
    return { ...row, columns }
  } catch (error) {
    if (!(error instanceof AppError) || !error.details) throw error
    return { ...row, errors: error.details }
  }
}

const withoutColumns = ({ columns: _columns, ...row }: ReadyRow) => row
