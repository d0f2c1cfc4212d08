import type { Updateable } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { payUnitLabels, placeText, readPlace } from '#features/jobs/display.ts'
import { fieldNames, fieldOf, type FieldName } from '#features/jobs/fields.ts'
import { saidIn } from '#features/jobs/read-contract.ts'
import { readDetails } from '#features/jobs/read-details.ts'
import { readEmploymentType } from '#features/jobs/read-terms.ts'
import { cleanText } from '#features/jobs/read-text.ts'
import type { Terms } from '#features/jobs/terms-schema.ts'
import { payOf, type JobRow, type JobsTable, type NewJob } from '#features/jobs/server/public.ts'
import {
  findPlace,
  foldPlace,
  loadGazetteer,
  resolvePlaces,
  similarCities,
} from '#features/places/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { fieldError } from '#shared/errors.ts'
import { parseCityState } from '#shared/us-states.ts'
import type { AccountPost, NewPosting, PostingChanges, PublicPost } from '../schemas.ts'
import {
  isRemote,
  openingOf,
  parsePlace,
  payOfPost,
  payOfRange,
  type FormPay,
} from '../typed-values.ts'

/** The columns that a form fills; owner and status come from elsewhere. */
export type JobColumns = Omit<NewJob, 'id' | 'status' | 'posted_at' | 'updated_at'>

/** The posting as it is with these columns. */
export const withColumns = (
  posting: JobRow,
  columns: Partial<Record<keyof JobRow, unknown>> | undefined,
): JobRow => ({ ...posting, ...columns }) as JobRow

/** Both lengths of the form have the same fields. */
export function columnsOfPost({
  compMin,
  compMax,
  compensation,
  contactEmail,
  ...form
}: PublicPost | AccountPost): JobColumns {
  const columns = columnsOf({
    ...form,
    ...(contactEmail && { contactEmail }),
    ...openingOf(form),
    specialtyOther: form.specialty === 'Other' ? form.specialtyOther : '',
  })
  return whole({ ...columns, ...columnsOfPay(payOfPost(compMin, compMax, compensation)) })
}

/** The schemas ask for what every posting has. */
const whole = (columns: Updateable<JobsTable>) => columns as JobColumns

/** What the short form does not ask for is read from its texts, as in imports. */
export function columnsOfAccountPost(form: AccountPost): JobColumns {
  const columns = columnsOfPost(form)
  const { title, employer, brief, description } = columns
  const text = [brief, description].filter(Boolean).join('\n')
  const read = readDetails({ title, employer, text, remote: false })
  return {
    ...columns,
    ...((form.employmentType ?? 'full-time') === 'full-time' && {
      employment_type: readEmploymentType(form.duration, form.title),
    }),
    visa_support: columns.visa_support ?? read.visa_support,
    ...(!form.setting?.length && { setting: read.setting }),
    ...(!form.schedule?.length && { schedule: read.schedule }),
    ...(!form.benefits?.length && { benefits: read.benefits }),
    telehealth: columns.telehealth || read.telehealth,
  }
}

export const columnsOfNewPosting = (
  { salaryMin = '', salaryMax = '', ...form }: NewPosting,
  company: string,
): JobColumns =>
  whole({ ...columnsOf({ ...form, company }), ...columnsOfRange(salaryMin, salaryMax) })

/** Only the changed columns. */
export function columnsOfChanges({
  salaryMin,
  salaryMax,
  ...changes
}: PostingChanges): Updateable<JobsTable> {
  const isAboutPay = salaryMin !== undefined || salaryMax !== undefined
  return {
    ...columnsOf(changes),
    ...(isAboutPay && columnsOfRange(salaryMin ?? '', salaryMax ?? '')),
  }
}

type Given = { readonly [Name in FieldName]?: unknown } & Pick<
  PostingChanges,
  'location' | 'furtherLocations' | 'setting' | 'schedule'
>

/** The columns of the fields in a form. */
function columnsOf(form: Given): Updateable<JobsTable> {
  const columns: Record<string, unknown> = {}
  const terms: Terms = {}
  for (const name of fieldNames) {
    const { column, term } = fieldOf(name)
    const line = form[name]
    if (term !== undefined && typeof line === 'string') Object.assign(terms, saidIn(term, line))
    if (column !== undefined && form[name] !== undefined)
      columns[column] = storedValue(name, form[name])
  }
  if (Object.keys(terms).length > 0) columns['terms'] = terms
  const { location, furtherLocations, setting, schedule } = form
  if (furtherLocations !== undefined)
    columns['further_places'] = furtherLocations.map(
      (place) => `${parsePlace(place)?.city}, ${parsePlace(place)?.state}`,
    )
  if (location !== undefined) Object.assign(columns, placeOf(location))
  if (setting !== undefined && schedule !== undefined)
    columns['telehealth'] = isRemote(setting, schedule)
  return columns
}

function storedValue(name: FieldName, value: unknown) {
  if (Array.isArray(value)) return [...new Set(value)]
  if (typeof value !== 'string') return value
  if (fieldOf(name).kind !== 'prose') return value || null
  const prose = proseOf(value)
  // Markup without text is no description.
  if (prose === '' && name === 'description') throw fieldError(name, 'Description is required')
  return prose || null
}

/** The schemas have validated the location. */
function placeOf(location: string): Pick<JobColumns, 'city' | 'state'> {
  const place = parseCityState(location)
  if (!place) throw fieldError('location', 'Please enter the location as City, State')
  return place
}

/**
 * Where the further places of a job are. Its first place may be one that nobody knows; these may
 * not, because nobody would find the job there.
 * @throws {AppError} VALIDATION_FAILED
 */
export async function furtherPoints(
  db: Db,
  job: Pick<JobColumns, 'city' | 'state' | 'further_places'>,
): Promise<{ further_points: number[] | null }> {
  const places = (job.further_places ?? []).map(readPlace)
  const keys = new Set([job, ...places].map(placeKey))
  if (keys.size <= places.length)
    throw fieldError('furtherLocations', 'Please name each location once')
  const found = await resolvePlaces(db, places)
  const unknown = places.find(({ city }, index) => city !== '' && !found[index])
  if (unknown)
    throw fieldError(
      'furtherLocations',
      `We do not know ${placeText(unknown)}. Please check the spelling`,
    )
  const points = found.flatMap((place) => (place ? [place.lat, place.lon] : []))
  return { further_points: places.length > 0 ? points : null }
}

/**
 * A town that nobody knows, with a name nearly like that of one in the same state, is a mistake.
 * @throws {AppError} VALIDATION_FAILED
 */
export async function requireKnownTown(
  db: Db,
  { city, state }: Pick<JobColumns, 'city' | 'state'>,
  field: 'city' | 'location' = 'location',
): Promise<void> {
  const known = await loadGazetteer(db)
  const [near] = findPlace(known, { city, state, zip: null })
    ? []
    : similarCities(known, city, state)
  if (near)
    throw fieldError(
      field,
      `We do not know ${placeText({ city, state })}. Is it ${near.name}? If not, please name the nearest town`,
    )
}

/** The same for spellings of one place. */
export const placeKey = ({ city, state }: Pick<JobColumns, 'city' | 'state'>): string =>
  `${foldPlace(city)}, ${state}`

const columnsOfPay = ({ compMin, compMax, compUnit, compText }: FormPay) => ({
  comp_min: compMin,
  comp_max: compMax,
  comp_unit: compUnit,
  comp_text: compText,
})

const columnsOfRange = (min: string, max: string) => ({
  ...columnsOfPay(payOfRange(min, max)),
  typed_pay: min === '' && max === '' ? null : [min, max],
})

/** As typed, unless the pay came from elsewhere since. */
export function rangeOfPay(
  pay: Pick<JobRow, 'comp_min' | 'comp_max' | 'comp_unit' | 'comp_text' | 'typed_pay'>,
) {
  const [salaryMin = '', salaryMax = ''] = pay.typed_pay ?? []
  const stored = payOf(pay)
  const { compMin, compMax, compUnit, compText } = stored
  if (pay.typed_pay && isDeepStrictEqual(payOfRange(salaryMin, salaryMax), stored))
    return { salaryMin, salaryMax }
  if (compText !== null) return { salaryMin: compText, salaryMax: '' }
  const unit = compUnit === 'YEAR' ? '' : ` ${payUnitLabels[compUnit]}`
  const textOf = (amount: number | null) => (amount === null ? '' : `${amount}${unit}`)
  return { salaryMin: textOf(compMin), salaryMax: textOf(compMax) }
}

const inline = 'br|span|b|strong|i|em|u|a|font|img'
const blocks = 'p|ul|ol|li|div|h[1-6]|hr|blockquote|pre|section|article|html|body|script|style'
const tables = 'table|tr|td|th|tbody|thead'
/** Tags that editors and web pages paste; other text in angle brackets is kept. */
const pastedTag = new RegExp(`</?(?:${inline}|${blocks}|${tables})\\b[^>]*>`, 'i')

/**
 * Typed or pasted text as it is stored: plain text, blank lines between paragraphs, list items that
 * start with '• '.
 */
function proseOf(source: string) {
  if (pastedTag.test(source)) return cleanText(source)
  return source
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/^[ \t]*(?:[-*·‣●▪–•])[ \t]+(?=\S)/gm, '• ')
    .replaceAll(/[ \t\u00A0]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
