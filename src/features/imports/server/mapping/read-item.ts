import {
  mappingFieldNames,
  type FieldRule,
  type Mapping,
  type MappingField,
  type PathRule,
  type SkipReason,
} from '#features/imports/model.ts'
import {
  at,
  fieldKinds,
  isItem,
  isMoment,
  isYes,
  leavesOf,
  text,
  textOf,
  texts,
  type Item,
  type ScrapedJob,
} from './item.ts'
import type { Preset } from './preset.ts'
import { presets } from './presets.ts'
import { fieldsOfName, usualFields, type UsualField } from './usual-names.ts'
import { entriesOf } from '#shared/keys.ts'
import { remembered } from '#shared/remembered.ts'

/**
 * Recognizes whose item it is and reads it, or says why it is no job. What a mapping says goes
 * before what the preset finds.
 */
export function readItem(value: unknown, mapping: Mapping = {}): ScrapedJob | { skip: SkipReason } {
  if (!isItem(value) || Object.keys(value).length === 0) return { skip: 'not-an-object' }
  const preset = presets.find(({ is }) => is(value))
  const read = preset ? readPreset(preset, value) : readDataset(value)
  const owner = text(value, 'listOwner') ?? boardName(read.url ?? read.applyUrl)
  if (owner !== undefined) read.employer ??= owner
  if (isPredicted(value))
    for (const field of ['pay', 'payMin', 'payMax'] as const) delete read[field]
  const readAt = Object.entries(value).find(
    ([key, moment]) => readNames.has(plainName(key)) && isMoment(moment),
  )?.[1]
  if (isMoment(readAt)) read.readAt = readAt
  const hostOwner = text(value, 'hostOwner')
  if (hostOwner) read.hostOwner = inWords(hostOwner)
  if (severalLocations.test(read.place ?? ''))
    read.place = placesCounted(value, read) ?? read.place ?? ''
  const job = applyMapping(
    value,
    { ...read, closed: read.closed || isMarkedClosed(value) },
    mapping,
  )
  return isErrorRow(value, job) ? { skip: 'source-error' } : job
}

const readNames = new Set(
  'scrapedat scrapedate datescraped scrapetime crawledat crawldate crawltime fetchedat extractedat collectedat retrievedat timestamp'.split(
    ' ',
  ),
)

const inWords = (name: string) =>
  name.replaceAll(/[-_+]|%20/g, ' ').replaceAll(/\b[a-z]/g, (match) => match.toUpperCase())

const board = /(?:ashbyhq|lever)\.\w+\/([^/?#]+)|\/\/([^./]+)\.bamboohr\.com/

/**
 * Boards name their owner in addresses alone: 'jobs.ashbyhq.com/north-bay-health/…' is North Bay
 * Health's.
 */
function boardName(url: string | undefined) {
  const [, path, host] = board.exec(url ?? '') ?? []
  const name = path ?? host
  return name && inWords(name)
}

const noJob = (shape: string): ScrapedJob => ({
  shape,
  employmentType: [],
  specialty: [],
  posted: [],
  closed: false,
  remote: false,
})

/** A field whose value is missing is not there at all. */
function setField(job: ScrapedJob, field: MappingField, value: unknown) {
  if (value !== undefined) Object.assign(job, { [field]: value })
  else if (field in job) delete job[field]
}

function readPreset(
  { shape, job: within = (candidate) => candidate, fields }: Preset,
  item: Item,
): ScrapedJob {
  const scraped = noJob(shape)
  const job = within(item)
  for (const [field, source] of entriesOf(fields)) {
    const value =
      typeof source === 'string'
        ? fieldKinds[field].read(source.split(' ').map((path) => at(job, path)))
        : source(job, item)
    setField(scraped, field, value)
  }
  return completed(scraped, job)
}

/** What says one thing together: where a source has one of these, others would contradict it. */
const groups: readonly MappingField[][] = [
  ['place', 'city', 'state', 'zip'],
  ['pay', 'payMin', 'payMax', 'payUnit'],
]

/** What the preset does not find, by its usual name. */
function completed(job: ScrapedJob, item: Item): ScrapedJob {
  const found: Partial<ScrapedJob> = Object.fromEntries(
    Object.entries(job).filter(([, value]) => value && !isMissing(value)),
  )
  const filled = new Set(
    groups.filter((group) => group.some((field) => job[field] !== undefined)).flat(),
  )
  return { ...readDataset(item, (field) => !(field in found) && !filled.has(field)), ...found }
}

const isMissing = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Scrapers put a row that only says what went wrong where a closed or unreadable posting was. */
function isErrorRow(item: Item, job: ScrapedJob) {
  const failed = ['error', '#error', 'errorMessage', 'errorInfo'].some((key) => Boolean(item[key]))
  return failed && !(job.title && job.description)
}

/**
 * The job as the preset read it, with what the mapping says instead. A field whose path leads
 * nowhere is missing: what the preset found for it is not what was asked for.
 */
function applyMapping(item: Item, job: ScrapedJob, mapping: Mapping): ScrapedJob {
  const mapped = { ...job }
  const rules = entriesOf(mapping)
  for (const [field, rule] of rules) {
    // What says the same in other fields would go before a text that says all of it.
    const alike = isFallback(rule) ? [] : (groups.find(([whole]) => whole === field) ?? [])
    for (const partial of alike) setField(mapped, partial, undefined)
  }
  for (const [field, rule] of rules) {
    if (!isFallback(rule)) setField(mapped, field, fieldKinds[field].of(valuesOf(item, rule)))
    else if (isMissing(mapped[field]))
      setField(mapped, field, fieldKinds[field].of([rule.fallback]))
  }
  return mapped
}

const isFallback = (rule: FieldRule): rule is { fallback: string } =>
  !('path' in rule || 'value' in rule)

/** All that the item has at the path, as texts: several where it holds a list. */
function valuesOf(item: Item, rule: PathRule | { value: string }) {
  if ('value' in rule) return [rule.value]
  const found = cut(joined(item, rule), rule)
  return found.length === 0 && rule.fallback ? [rule.fallback] : found
}

function joined(item: Item, { path, and = [], joiner = ' ' }: PathRule): string[] {
  const [first = [], ...others] = [path, ...and].map((candidate) => textsAt(item, candidate))
  if (others.length === 0) return first
  const whole = [first, ...others]
    .map((found) => found.join(', '))
    .filter((candidate) => candidate !== '')
  return whole.length > 0 ? [whole.join(joiner)] : []
}

function cut(values: string[], { split, part = 1 }: PathRule) {
  if (!split) return values
  return values.flatMap(
    (value) =>
      value
        .split(split)
        .at(part > 0 ? part - 1 : part)
        ?.trim() || [],
  )
}

const textsAt = (item: Item, path: string): string[] =>
  [at(item, path)]
    .flat()
    .flatMap((value) => (typeof value === 'boolean' ? String(value) : (textOf(value) ?? [])))

type DescribedItem = {
  preset: string | null
  fields: { field: MappingField; path: string | null }[]
}

/** Which of an item's values go into which of our fields, before they are interpreted. */
export function describeItem(item: unknown, mapping: Mapping): DescribedItem {
  const scraped = readItem(item, mapping)
  if ('skip' in scraped || !isItem(item)) return { preset: null, fields: [] }
  const leaves = [...leavesOf(item)]
  const fields = mappingFieldNames.flatMap((field) => {
    const value = shownText(scraped[field], field)
    if (!value) return []
    const rule = mapping[field]
    const found =
      rule && !isFallback(rule)
        ? 'path' in rule && rule.path
        : leaves.find((leaf) => leaf.value === value.trim())?.path
    return [{ field, path: found || null }]
  })
  return { preset: scraped.shape, fields }
}

function shownText(value: unknown, field: MappingField): string | undefined {
  if (value === true) return 'yes'
  // The first date that can be read counts.
  if (Array.isArray(value))
    return field === 'posted' ? shownText(value[0], 'expires') : value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** An item of no known site, by its fields' usual names. */
function readDataset(
  item: Item,
  isWanted: (field: MappingField) => boolean = () => true,
): ScrapedJob {
  const found = valuesByName(item)
  const job = noJob('Dataset')
  const named: { [Field in UsualField]?: { rank: number; value: unknown }[] } = {}
  for (const [name, value] of found)
    for (const { field, rank } of fieldsOfName.get(name) ?? [])
      // A type that is a number is a code of the site's.
      if (field !== 'remote' || !/^\d+$/.test(String(value)) || !name.endsWith('type'))
        (named[field] ??= []).push({ rank, value })
  for (const field of usualFields) {
    if (!isWanted(field)) continue
    const candidates = named[field]
    if (!candidates) continue
    const values = candidates.toSorted((a, b) => a.rank - b.rank).map(({ value }) => value)
    const isOne = ['specialty', 'employmentType', 'benefits'].includes(field)
    const used = isOne ? values.filter((value) => texts({ value }, 'value').length > 0) : values
    setField(job, field, fieldKinds[field].read(isOne ? used.slice(0, 1) : used))
  }
  return job
}

/** Whether the site itself has guessed the pay. */
const isPredicted = (item: Item, within = ''): boolean =>
  Object.entries(item).some(([key, value]) => {
    const name = within + plainName(key)
    const isPay = within === '' && /^(?:salary|pay|compensation)(?:info|range)?$/.test(name)
    return (
      (/^(?:is)?(?:salary|pay)(?:is)?(?:predicted|estimated)$/.test(name) && isYes(value)) ||
      (/^(?:salary|pay)source$/.test(name) && /estimat|predict/i.test(String(value))) ||
      (isPay && (isItem(value) ? isPredicted(value, 'pay') : predicted.test(String(value))))
    )
  })
/** 'Estimated: $280,000 a year', '$300K (Glassdoor est.)'. */
const predicted = /^\W*est(?:\.|imated?)|\best(?:\.|imated?)?\W*$/i

const severalLocations = /^\W*\d+ locations?\W*$/i
const listOfPlaces = /^(?:additional|other|all|job)?locations(?:list)?$/

/** For '2 Locations' the places that the row lists, or else the one in its link. */
function placesCounted(item: Item, { url, applyUrl }: ScrapedJob) {
  const listed = Object.entries(item).find(
    ([key, value]) => listOfPlaces.test(plainName(key)) && Array.isArray(value),
  )
  const inLink = [url, applyUrl, text(item, 'externalPath')]
    .map((link) => /\/job\/([A-Za-z-]+)-([A-Z]{2})\//.exec(link ?? ''))
    .find((match) => match !== null)
  return (
    (listed && fieldKinds.place.read([listed[1]])) ??
    (inLink ? `${(inLink[1] ?? '').replaceAll('-', ' ')}, ${inLink[2]}` : undefined)
  )
}

const closedNames = new Set('isexpired expired isclosed closed isfilled filled'.split(' '))
const openNames = new Set('isactive active isopen open'.split(' '))
const statusNames = new Set(
  'status jobopeningstatus jobstatus jobstate postingstatus requisitionstatus'.split(' '),
)
const closedStatus =
  /^(?:closed|expired|filled|inactive|archived|withdrawn|cancell?ed|removed|deleted|on[- ]hold)$/i

/** Whether the source marks the job as closed, whatever it calls that. */
const isMarkedClosed = (item: Item) =>
  Object.entries(item).some(([key, value]) => {
    const name = plainName(key)
    if (closedNames.has(name)) return isYes(value)
    if (openNames.has(name)) return /^(?:false|no|n|0)$/i.test(String(value))
    return statusNames.has(name) && closedStatus.test(String(value).trim())
  })

/**
 * Its values by their names without case and signs, and those of its objects by both names. The
 * first of a name counts.
 */
function valuesByName(item: Item) {
  const found = new Map<string, unknown>()
  const add = (value: Item, prefix: string, depth: number) => {
    for (const [key, part] of Object.entries(value)) {
      if (part === null || part === undefined || part === '') continue
      const name = prefix + plainName(key)
      const before = found.get(name)
      // Tables have a column for each value of a list: 'jobType/0', 'jobType/1'.
      if (inList.test(key)) found.set(name, [...(Array.isArray(before) ? before : []), part])
      else if (before === undefined) found.set(name, part)
      const nested: unknown = Array.isArray(part) ? part[0] : part
      if (depth < 3 && isItem(nested)) add(nested, name, depth + 1)
    }
  }
  add(item, '', 1)
  return found
}

const inList = /\/\d+$/

/** 'wd:Job_Title' and 'Job Title' are 'jobtitle'. */
const plainName = remembered((key) =>
  key
    .replace(/^\w+:(?=\w)/, '')
    .replace(inList, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, ''),
)
