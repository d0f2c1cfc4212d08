import { CsvError, parse } from 'csv-parse/sync'
import { findUser, type User } from '#features/accounts/server/public.ts'
import { fieldNames, fieldOf, type FieldName } from '#features/jobs/fields.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import type { Db } from '#server/lib/database.ts'
import type { Viewer } from '#server/lib/http/access.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { CsvPreview } from '../contract-dashboard.ts'
import { csvFieldOf, csvFields, csvLabelOf, maxCsvRows } from '../csv-fields.ts'
import { newPostingSchema, type NewPosting } from '../schemas.ts'
import type { JobColumns } from './columns.ts'
import { once } from './links.ts'
import { mailSeveralPosted, type Links } from './mails.ts'
import { columnsFor, submit } from './service.ts'

/** Reads a table of postings: what its columns fill, and what each row would post. */

type CsvTable = { columns: string[]; rows: { line: number; cells: string[] }[] }
export type Mapping = readonly (string | null)[]
type CsvRow = {
  line: number
  values: Record<string, string>
  errors: { field: string; message: string }[]
  posting?: NewPosting
}

function readTable(csv: string): CsvTable {
  // Spreadsheets' own files and documents hold zero bytes, text does not.
  if (csv.includes('\0')) throw unreadable('The file is not a text file. Save the table as CSV, and upload that.')
  const records = recordsOf(csv)
  const [heading, ...rest] = records
  if (!heading) throw unreadable('The file is empty.')
  const rows = rest
    .map(({ record, info }) => ({ line: info.lines, cells: record }))
    .filter((it) => it.cells.some((cell) => cell !== ''))
  if (rows.length === 0) throw unreadable('The file has a heading, but no rows.')
  if (rows.length > maxCsvRows) throw unreadable(`The file has ${rows.length} rows; at most ${maxCsvRows} can be posted at once.`)
  return { columns: heading.record, rows }
}

type Parsed = { record: string[]; info: { lines: number } }

function recordsOf(csv: string): Parsed[] {
  try {
    return parse(csv, {
      bom: true,
      trim: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      // A quotation mark within a word is one.
      relaxQuotes: true,
      // Spreadsheets of some countries part columns by semicolons.
      delimiter: delimiterOf(csv),
      info: true,
    }) as unknown as Parsed[]
  } catch (error) {
    if (error instanceof CsvError)
      throw unreadable('The file is not a CSV file that can be read: a quotation mark may be missing.')
    throw error
  }
}

/** Whichever the heading has most of. */
function delimiterOf(csv: string): string {
  const heading = csv.slice(0, csv.search(/\r?\n|$/))
  const count = (delimiter: string) => heading.split(delimiter).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

/** What the headings say; each field once. */
function suggestMapping(columns: readonly string[]): (FieldName | null)[] {
  const taken = new Set<FieldName>()
  return columns.map((column) => {
    const field = csvFieldOf(column)
    if (field === null || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

/** @throws {AppError} for a mapping of another file, or one that fills a field twice. */
function checkMapping(columns: readonly string[], mapping: Mapping): void {
  if (mapping.length !== columns.length) throw unreadable('The columns are not those of this file. Please choose the file again.')
  const chosen = mapping.filter((it) => it !== null)
  const twice = chosen.find((it, index) => chosen.indexOf(it) !== index)
  if (twice !== undefined) throw unreadable(`Two columns fill '${csvLabelOf(twice) ?? twice}'.`)
}

/** The row's cells by field, what is wrong with them, and, if nothing is, the posting. */
function readRow({ line, cells }: CsvTable['rows'][number], mapping: Mapping): CsvRow {
  const values: Record<string, string> = {}
  for (const [index, field] of mapping.entries()) if (field !== null) values[field] = cells[index] ?? ''
  const formula = Object.entries(values).find(([field, value]) => field !== 'description' && startsFormula.test(value))
  if (formula) return { line, values, errors: [{ field: formula[0], message: 'This looks like a spreadsheet formula.' }] }
  const result = newPostingSchema.safeParse(formOf(values))
  if (result.success) return { line, values, errors: [], posting: result.data }
  const errors = result.error.issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), message }))
  return { line, values, errors: errors.filter((it, index) => errors.findIndex((other) => other.field === it.field) === index) }
}

/** What spreadsheets take for a formula: it would run wherever the text is exported to. A minus or plus may begin a figure. */
const startsFormula = /^(?:[=@\t\r]|[+-](?!\$?\d))/

function formOf({ city, state, location, jobType, ...values }: Record<string, string>): Record<string, unknown> {
  const said = Object.entries(values).filter(([field, value]) => value !== '' || required.has(field))
  return {
    ...Object.fromEntries(
      said.map(([field, value]) => [field, lists.has(field) ? value.split(/\s*;\s*/).filter(Boolean) : value]),
    ),
    location: location || [city, state].filter(Boolean).join(', '),
    jobType: jobTypeOf(jobType ?? ''),
  }
}

const lists = new Set<string>(fieldNames.filter((name) => fieldOf(name).kind === 'choices'))
const required = new Set<string>(csvFields.filter((it) => it.required).map((it) => it.name))

/** 'Full-time', 'Full Time', 'full_time'. */
function jobTypeOf(text: string): string {
  const slug = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
  return Object.keys(employmentTypeLabels).find((it) => it === slug) ?? text
}

const unreadable = (message: string) => new AppError('VALIDATION_FAILED', message, [{ field: 'csv', message }])

/** A file of postings: looked at first, posted then. */

export async function previewCsv(
  db: Db,
  viewer: Viewer,
  { csv, mapping }: { csv: string; mapping?: Mapping | undefined },
): Promise<CsvPreview> {
  const { columns, rows, inForce } = await readFile(db, viewer, csv, mapping)
  const valid = rows.filter((it) => it.errors.length === 0).length
  return { columns, mapping: [...inForce], rows: rows.map(withoutColumns), valid, invalid: rows.length - valid }
}

/** Posts every row that is in order, all in one transaction: a file whose answer got lost can be sent again. */
export async function postCsv(
  db: Db,
  links: Links,
  viewer: Viewer,
  { csv, mapping, key }: { csv: string; mapping: Mapping; key: string | undefined },
): Promise<ResponseOf<'POST /api/job-postings/csv'>> {
  return once(db, { scope: `account:${viewer.id}`, key, asked: { csv, mapping } }, async (trx) => {
    const { rows, user } = await readFile(trx, viewer, csv, mapping)
    const ready = rows.flatMap(({ line, columns }) => (columns ? [{ line, columns }] : []))
    const { postings, policy } = await submit(
      trx,
      ready.map((it) => it.columns),
      { channel: 'account', user },
    )
    await mailSeveralPosted(trx, links, postings, { policy, user })
    return {
      created: postings.map(({ id }, index) => ({ line: ready[index]?.line ?? 0, id })),
      failed: rows.filter((it) => it.errors.length > 0).map(withoutColumns),
    }
  })
}

async function readFile(db: Db, viewer: Viewer, csv: string, mapping: Mapping | undefined) {
  const user = await findUser(db, viewer.id)
  const table = readTable(csv)
  const inForce = mapping ?? suggestMapping(table.columns)
  checkMapping(table.columns, inForce)
  const rows = table.rows.map((row) => withColumns(readRow(row, inForce), user))
  return { columns: table.columns, rows, inForce, user }
}

type ReadyRow = Omit<CsvRow, 'posting'> & { columns?: JobColumns }

/** What the account has to add, it may lack: then that is what is wrong with the row. */
function withColumns({ posting, ...row }: CsvRow, user: User | undefined): ReadyRow {
  if (!posting) return row
  try {
    return { ...row, columns: columnsFor(posting, user) }
  } catch (error) {
    if (!(error instanceof AppError) || !error.details) throw error
    return { ...row, errors: error.details }
  }
}

const withoutColumns = ({ line, values, errors }: ReadyRow) => ({ line, values, errors })
