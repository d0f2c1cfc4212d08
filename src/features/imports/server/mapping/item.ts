import { mappingLimits, type MappingField } from '#features/imports/model.ts'

/** One object of a dataset; nothing about its values can be trusted. */
export type Item = Record<string, unknown>

export const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The value at a dotted path: 'description.html', 'links.0.url'. Tables that became items have such
 * paths for names.
 */
export function at(item: Item, path: string): unknown {
  if (Object.hasOwn(item, path)) return item[path]
  if (!path.includes('.')) return undefined
  let value: unknown = item
  for (const key of path.split('.')) value = partOf(value, key)
  return value
}

/** Only what the value itself holds: nothing that JavaScript adds to every object. */
function partOf(value: unknown, key: string) {
  if (Array.isArray(value)) return /^\d{1,6}$/.test(key) ? value[Number(key)] : undefined
  return isItem(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/**
 * A text that is not blank, a number as text, what an object calls itself, or the first of a list.
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'string') return value.trim() || undefined
  return isItem(value)
    ? text(value, 'name', 'label', 'title', 'value')
    : Array.isArray(value)
      ? textsOf(value)[0]
      : undefined
}

/** Texts and what objects call themselves, from lists and from single values. */
const textsOf = (values: readonly unknown[]) =>
  values
    .flat()
    .map((value) => (isItem(value) ? text(value, 'name', 'label', 'title', 'Name') : value))
    .filter((value) => typeof value === 'string')
    .map((value) => value.trim())
    .filter((candidate) => candidate !== '')

/** The first path that holds a text. */
export const text = (item: Item, ...paths: string[]): string | undefined =>
  paths.map((path) => textOf(at(item, path))).find((found) => found !== undefined)

/** All texts under the paths. */
export const texts = (item: Item, ...paths: string[]): string[] =>
  textsOf(paths.map((path) => at(item, path)))

/** Greater than zero; also written as text: '250,000'. */
function amountOf(written: string | undefined) {
  const number = Number(written?.replaceAll(/[$,\s]/g, ''))
  return Number.isFinite(number) && number > 0 ? number : undefined
}

export const isYes = (value: unknown): boolean =>
  value === true ||
  /^(?:true|yes|y|1|remote|fully remote|telecommute|closed|expired|inactive)$/i.test(String(value))

/** Dates as they come: texts, or numbers since 1970. */
type Moment = string | number
export const isMoment = (value: unknown): value is Moment =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')

/**
 * What all item shapes are brought to before anything is understood: raw values, by the names that
 * mappings have for them.
 */
export type ScrapedJob = TypedFields & {
  /** The site the item looks like: the default name of its source. */
  shape: string
  /** When a scraper read the row: '3 days ago' counts from then. */
  readAt?: Moment
  /** What the address of the list calls its employer, who is named nowhere else. */
  hostOwner?: string
} & { [Name in Exclude<MappingField, keyof TypedFields>]?: string }

type TypedFields = {
  employmentType: string[]
  specialty: string[]
  /** In order of trust; the first that can be read counts. */
  posted: Moment[]
  expires?: Moment
  payMin?: number
  payMax?: number
  closed: boolean
  remote: boolean
}

type Kind<Value> = {
  /** From the values in all places where an item may have the field, the likelier first. */
  read: (values: readonly unknown[]) => Value | undefined
  /** From what a mapping's rule gives. */
  of: (given: string[]) => Value | undefined
}

const first: Kind<string>['read'] = (values) =>
  values.map(textOf).find((found) => found !== undefined)
const oneText: Kind<string> = { read: first, of: ([given]) => given }
const joinedBy = (joiner: string): Kind<string> => ({
  read: first,
  of: (given) => given.join(joiner) || undefined,
})
/** 'Boise, ID' of an object that has town and state; else what it calls itself. */
function addressOf(value: unknown) {
  if (!isItem(value)) return value
  const parts = isItem(value['address']) ? value['address'] : value
  const city = text(parts, 'city', 'addressLocality', 'town')
  const state = text(parts, 'state', 'stateCode', 'addressRegion', 'region', 'state_code')
  return city ? [city, state].filter(Boolean).join(', ') : value
}
/** Each of a list of places: 'Boise, ID; Nampa, ID'. */
const places: Kind<string> = {
  read: (values) =>
    first(
      values.map((value) =>
        Array.isArray(value) ? textsOf(value.map(addressOf)).join('; ') : value,
      ),
    ),
  of: (given) => given.join('; ') || undefined,
}
const isFigure = (end: unknown): end is number => typeof end === 'number'
/** Two figures as a list, of which either may be missing. */
function rangeOf(value: unknown) {
  if (!Array.isArray(value) || !value.some(isFigure)) return value
  const [min, max] = value
  if (max === null && isFigure(min)) return `from $${min}`
  return min === null && isFigure(max) ? `up to $${max}` : value.filter(isFigure).join(' - ')
}
const payTexts: Kind<string> = {
  read: (values) => first(values.map(rangeOf)),
  of: (given) => given.join(given.every((end) => /^[\d.]+$/.test(end)) ? ' - ' : ', ') || undefined,
}
const list: Kind<string[]> = { read: textsOf, of: (given) => given }
const amount: Kind<number> = {
  read: (values) =>
    values.map((value) => amountOf(textOf(value))).find((amount) => amount !== undefined),
  of: ([given]) => amountOf(given),
}
const flag: Kind<boolean> = { read: (values) => values.some(isYes), of: ([given]) => isYes(given) }

export const fieldKinds: { [Name in MappingField]: Kind<NonNullable<ScrapedJob[Name]>> } = {
  id: oneText,
  title: joinedBy(', '),
  employer: oneText,
  place: places,
  city: oneText,
  state: oneText,
  zip: oneText,
  country: oneText,
  remote: flag,
  description: joinedBy('\n\n'),
  requirements: joinedBy('\n'),
  // JSearch has 'health_insurance'.
  benefits: {
    read: (values) => textsOf(values).join('\n').replaceAll('_', ' ') || undefined,
    of: (given) => given.join('\n') || undefined,
  },
  specialty: list,
  profession: joinedBy(', '),
  employmentType: list,
  contract: joinedBy(', '),
  pay: payTexts,
  payMin: amount,
  payMax: amount,
  payUnit: oneText,
  posted: { read: (values) => values.filter(isMoment), of: (given) => given },
  expires: { read: (values) => values.find(isMoment), of: ([given]) => given },
  closed: flag,
  url: oneText,
  applyUrl: oneText,
  // No preset reads these: only a mapping says that an address is meant for it.
  contactName: oneText,
  contactEmail: oneText,
  contactPhone: oneText,
}

/** Between several ranges of pay, each with what it is for. */
export const tierSeparator = ' · '

type Leaf = { path: string; value: string }

const deepest = 6
/** Of a list of objects, one is like the other. */
const listed = 3
/** Of a longer item the first count. */
export const maxLeaves = 300

/**
 * Where an item has something that can be read, and what: texts, numbers, and lists of these as
 * one.
 */
export function* leavesOf(item: Item): Generator<Leaf> {
  let count = 0
  for (const leaf of walk(item, '', 1)) {
    if (leaf.value === '' || leaf.path.length > mappingLimits.path) continue
    yield leaf
    if (++count === maxLeaves) return
  }
}

function* walk(value: unknown, path: string, depth: number): Generator<Leaf> {
  if (isScalar(value)) yield { path, value: String(value).trim() }
  else if (Array.isArray(value) && value.every(isScalar)) yield { path, value: value.join(', ') }
  else if (depth <= deepest) {
    const parts = Array.isArray(value)
      ? value.slice(0, listed).entries()
      : isItem(value)
        ? Object.entries(value)
        : []
    for (const [key, part] of parts)
      yield* walk(part, path === '' ? String(key) : `${path}.${key}`, depth + 1)
  }
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Leaves out what is undefined, so that an absent field stays absent. */
export const given = <T extends Record<string, unknown>>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
