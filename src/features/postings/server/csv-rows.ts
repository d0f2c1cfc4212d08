import { CsvError } from 'csv-parse'
import type { z } from 'zod'
import { fieldNames, fieldOf, type FieldName, isList } from '#features/jobs/fields.ts'
import { employmentTypeLabels, schedules as knownSchedules } from '#features/jobs/model.ts'
import { readEmploymentType, readPay } from '#features/jobs/read-terms.ts'
import { schedules } from '#vocabulary/posting-rules.ts'
import { readTitle } from '#vocabulary/read-title.ts'
import { findPhrase } from '#vocabulary/reader.ts'
import { parseSpecialty } from '#vocabulary/specialties.ts'
import { pairsOf } from '#vocabulary/table.ts'
import { csvRecords, delimiterOf } from '#platform/server/read-csv.ts'
import { giveWay } from '#platform/server/turns.ts'
import { editDistance } from '#platform/server/edit-distance.ts'
import type { BodyOf } from '#shared/contract.ts'
import { fieldError } from '#shared/errors.ts'
import type { CsvPreview } from '../contract-dashboard.ts'
import {
  choicesOf,
  csvFieldOf,
  csvFields,
  csvLabelOf,
  maxCsvColumns,
  maxCsvRows,
} from '../csv-fields.ts'
import { newPostingSchema, type NewPosting, type PostingChanges } from '../schemas.ts'
import { isApplyLink } from '../typed-values.ts'

/** Parses a table of postings: the field of each column, and the posting of each row. */

type TableRow = { line: number; cells: string[] }
export type CsvTable = { columns: string[]; rows: TableRow[] }
/** What stands instead of a cell's value. */
export type Instead = BodyOf<'POST /api/job-postings/csv/preview'>['instead']
export type Mapping = readonly (string | null)[]
export type CsvRow = {
  line: number
  values: Record<string, string>
  errors: CsvPreview['rows'][number]['errors']
  /** A new posting. */
  posting?: NewPosting
  /** Of a known one. */
  changes?: PostingChanges
}

export async function readTable(csv: string): Promise<CsvTable> {
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

async function recordsOf(csv: string) {
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
    await giveWay()
  }
}

export function suggestMapping(columns: readonly string[]): (FieldName | null)[] {
  const taken = new Set<FieldName>()
  return columns.map((column) => {
    const field = csvFieldOf(column)
    if (field === null || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

/** @throws {AppError} if the mapping belongs to another file, or fills a field twice. */
export function checkMapping(columns: readonly string[], mapping: Mapping): void {
  if (mapping.length !== columns.length)
    throw unreadable('These columns are not in this file. Please choose the file again.')
  const chosen = mapping.filter((column) => column !== null)
  const twice = chosen.find((column, index) => chosen.indexOf(column) !== index)
  if (twice !== undefined) throw unreadable(`Two columns fill '${csvLabelOf(twice) ?? twice}'.`)
}

export type Values = Record<string, string>

/** The row's cells by field. */
export function valuesOf({ cells }: TableRow, mapping: Mapping): Values {
  const values: Values = {}
  for (const [index, field] of mapping.entries())
    if (field !== null) values[field] = cells[index] ?? ''
  return values
}

/** With what stands instead of some values. */
export function replaced(typed: Values, instead: Instead): Values {
  const values = { ...typed }
  for (const { field, value, use } of instead)
    if ((values[field] ?? '') === value) values[field] = use
  return values
}

const changesSchema = newPostingSchema.partial()

/** The values of a known posting's row that are not empty: an empty cell changes nothing. */
export function readChanges(line: number, values: Values): CsvRow {
  const stated = Object.entries(formOf(values)).filter(([, value]) => value !== '')
  const { data, error } = changesSchema.safeParse(Object.fromEntries(stated))
  return {
    line,
    values,
    ...(error ? { errors: errorsOf(error, values) } : { errors: [], changes: data }),
  }
}

/** The row's values, its errors, and the posting if there are none. */
export function readPosting(line: number, cells: Values, instead: Instead): CsvRow {
  const specialty = cells['specialty'] ?? specialtyInTitle(cells['title'] ?? '')
  const values = replaced({ ...cells, specialty }, instead)
  const { data, error } = newPostingSchema.safeParse(formOf(values))
  return {
    line,
    values,
    ...(error ? { errors: errorsOf(error, values) } : { errors: [], posting: data }),
  }
}

function errorsOf(error: z.ZodError, values: Values): CsvRow['errors'] {
  const errors = error.issues.map(({ path, message }) => {
    const field = typedAs(String(path[0] ?? ''), values)
    const suggestion = suggestionFor(field, values[field] ?? '')
    return { field, message, ...(suggestion && { suggestion }) }
  })
  return errors.filter(
    ({ field }, index) => errors.findIndex((former) => former.field === field) === index,
  )
}

/** The column that a field of the form was made of. */
function typedAs(field: string, values: CsvRow['values']) {
  if (field === 'salaryMin' && !values['salaryMin'] && 'compensation' in values)
    return 'compensation'
  if (field !== 'location' || values['location'] || !('state' in values)) return field
  return values['state'] && !values['city'] && 'city' in values ? 'city' : 'state'
}

/**
 * The nearest value of the field's list: one of several specialties that the cell names, or another
 * spelling.
 */
function suggestionFor(field: string, value: string) {
  if (value === '') return undefined
  if (field === 'applyUrl' && isApplyLink(`mailto:${value}`)) return `mailto:${value}`
  const [named] =
    field === 'specialty'
      ? readTitle(value).flatMap((job) => ('specialty' in job ? job.specialty : []))
      : []
  const folded = phraseOf(value)
  const isNear = (candidate: string) =>
    (folded.length > 2 && candidate.startsWith(folded)) ||
    editDistance(folded, candidate) <= Math.min(2, folded.length / 4)
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
  // One text for the pay is read like a text in the field of the minimum; one figure is both ends.
  if (compensation !== '' && !values['salaryMin'] && !values['salaryMax']) {
    const { min, max, text } = readPay({ text: compensation })
    const isExact = min !== undefined && min === max && text === undefined
    Object.assign(values, { salaryMin: compensation, ...(isExact && { salaryMax: compensation }) })
  }
  const filled = Object.entries(values).filter(
    ([field, value]) => value !== '' || required.has(field),
  )
  return {
    ...Object.fromEntries(
      filled.map(([field, value]) => [field, lists.has(field) ? listed(field, value) : value]),
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
    .split(field === 'schedule' ? /\s*[;,]\s*/ : /\s*;\s*/)
    .filter(Boolean)
    .map((part) =>
      field === 'benefits'
        ? filterValueCalled(field, part)
        : field === 'schedule'
          ? scheduleCalled(part)
          : part,
    )

/** What only a cell says so shortly. */
const scheduleCells = pairsOf(
  'night: Nights; nights: Nights; nocs: Nights; overnights: Nights; 7p 7a: Nights; 7pm 7am: Nights; ' +
    '1900 0700: Nights; day: Days; 7a 7p: Days; 7am 7pm: Days; 0700 1900: Days; m f: Days; ' +
    'shift: Shift Work; shifts: Shift Work; 7 on 7 off: Shift Work; oncall: Call; on call: Call; ' +
    'weekend: Weekends',
)

const scheduleCalled = (text: string): string =>
  knownSchedules.find((schedule) => schedule.toLowerCase() === text.toLowerCase()) ??
  scheduleCells[phraseOf(text)] ??
  schedules.all(text)[0] ??
  text

/**
 * 'IM', 'Family Practice' and 'OB-GYN' mean one specialty. A text that means none or several stays,
 * and is refused.
 */
function specialtyCalled(text: string) {
  const entry = findPhrase(phraseOf(text))
  if (entry?.kind === 'specialty') return entry.specialty
  return parseSpecialty(text) ?? (specialtyInTitle(text) || text)
}

/** Empty unless the title names exactly one. */
function specialtyInTitle(title: string) {
  const named = new Set(
    readTitle(title).flatMap((job) => ('specialty' in job ? job.specialty : [])),
  )
  return named.size === 1 ? [...named].join('') : ''
}

/** 'H-1B', 'W-2', 'relo'; 'yes' and 'no' are answers to 'Visa?'. */
function filterValueCalled(name: 'visa' | 'payroll' | 'benefits', text: string) {
  if (name === 'visa' && /^(?:yes|y)$/i.test(text)) return 'Other'
  if (name === 'visa' && /^(?:no|n)$/i.test(text)) return 'None'
  const entry = findPhrase(phraseOf(text))
  const values: readonly string[] =
    entry?.kind === 'filter' && entry.filter.name === name ? entry.filter.values : []
  return values.length === 1 ? values.join('') : text
}

const phraseOf = (text: string) => (text.toLowerCase().match(/[a-z\d]+/g) ?? []).join(' ')

const lists = new Set<string>(fieldNames.filter((name) => isList(fieldOf(name).kind)))
const required = new Set<string>(
  csvFields.filter((field) => field.required).map((field) => field.name),
)

function jobTypeOf(text: string) {
  const slug = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
  // '0.6' in a column 'FTE/Status'.
  const words = /^[01]?\.\d+$/.test(slug) ? `${slug} FTE` : text
  const known =
    Object.keys(employmentTypeLabels).find((key) => key === slug) ?? readEmploymentType(words, '')
  return known === 'not-stated' ? text : known
}

const unreadable = (message: string) => fieldError('csv', message)
