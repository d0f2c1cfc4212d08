import type { Outline, OutlineColumn } from '#features/imports/contract.ts'
import type { Mapping, MappingField } from '#features/imports/model.ts'
import { parseState } from '#shared/us-states.ts'
import type { Row } from '../reading/row.ts'
import { isItem, leavesOf, maxLeaves } from './item.ts'
import { namesSpecialty } from './specialty.ts'
import { describeItem } from './read-item.ts'
import type { DescribedItem } from './read-item.ts'

/** What the columns of the rows read so far hold. It is copied to the mapping thread, so it is plain data. */
export type Survey = {
  rows: number
  columns: Map<string, SurveyedColumn>
  /** 1 where there are more columns than are counted. */
  leftOut: number
  presets: Map<string, number>
  /** How many of the described rows have a field, wherever it stands. */
  read: Map<MappingField, number>
  /** What the values of the first rows become. */
  described: DescribedItem[]
}

type SurveyedColumn = Pick<OutlineColumn, 'filled' | 'samples' | 'turned'> & {
  letters: number
  kind: ValueKind
  ofKind: number
  becomes: Map<MappingField, number>
}

type ValueKind = NonNullable<OutlineColumn['turned']>['from']

const maxColumns = 500
const maxSamples = 8
const maxSample = 80
/** So many values of one kind are no accident. */
const kindFrom = 100
/**
 * The first rows show which column becomes which field, and later ones those that bring a column: a dataset may have two shapes. Describing
 * a row costs as much as mapping it.
 */
const describedRows = 200
/** A preview shows so many. */
export const shownRows = 20

export const newSurvey = (rows = 0): Survey => ({
  rows,
  columns: new Map(),
  leftOut: 0,
  presets: new Map(),
  read: new Map(),
  described: [],
})

export function surveyRow(survey: Survey, row: Row, mapping: Mapping = {}): void {
  survey.rows++
  const item = 'item' in row && isItem(row.item) ? row.item : undefined
  const known = survey.columns.size
  let leaves = 0
  for (const { path, value } of item ? leavesOf(item) : []) {
    surveyValue(survey, path, value)
    if (++leaves === maxLeaves) survey.leftOut = 1
  }
  if (survey.rows > describedRows && survey.columns.size === known) return
  const described = describeItem(item, mapping)
  if (survey.rows <= shownRows) survey.described.push(described)
  const { preset, fields } = described
  if (preset !== null) survey.presets.set(preset, (survey.presets.get(preset) ?? 0) + 1)
  for (const { field, path } of fields) {
    survey.read.set(field, (survey.read.get(field) ?? 0) + 1)
    const column = path === null ? undefined : survey.columns.get(path)
    column?.becomes.set(field, (column.becomes.get(field) ?? 0) + 1)
  }
}

function surveyValue(survey: Survey, path: string, value: string): void {
  let column = survey.columns.get(path)
  const kind = kindOf(value)
  if (!column) {
    if (survey.columns.size === maxColumns) {
      survey.leftOut = 1
      return
    }
    column = { filled: 0, letters: 0, samples: [], kind, ofKind: 0, turned: null, becomes: new Map() }
    survey.columns.set(path, column)
  }
  column.filled++
  column.letters += value.length
  if (kind === column.kind) column.ofKind++
  else if (column.ofKind >= kindFrom && column.ofKind === column.filled - 1)
    column.turned = { row: survey.rows, from: column.kind, to: kind }
  const sample = value.slice(0, maxSample)
  if (column.samples.length < maxSamples && !column.samples.includes(sample)) column.samples.push(sample)
}

const kindOf = (value: string): ValueKind =>
  /^-?[\d.,]+$/.test(value) ? 'numbers' : /^(?:true|false|yes|no)$/i.test(value) ? 'yes or no' : 'texts'

const samplesOfColumn = 3

export const columnsOf = ({ columns, leftOut }: Survey): Pick<Outline, 'columns' | 'moreColumns'> => ({
  moreColumns: leftOut,
  columns: [...columns].map(([path, { filled, samples, turned, becomes }]) => ({
    path,
    filled,
    samples: samples.slice(0, samplesOfColumn),
    becomes: mostFrequent(becomes),
    turned,
  })),
})

const mostFrequent = (counts: ReadonlyMap<MappingField, number>): MappingField | null =>
  [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null

type Column = SurveyedColumn & { path: string; length: number }

type Guess = {
  field: MappingField
  name: RegExp
  /** What its values must look like. */
  looks: (column: Column) => boolean
  /** The values say enough, whatever the column's name. */
  byLooks?: true
}

const all =
  (pattern: RegExp) =>
  ({ samples }: Column): boolean =>
    samples.length > 0 && samples.every((sample) => pattern.test(sample))
/** Half of them: lists swap columns here and there, and leave some blank. */
const most =
  (fits: RegExp | ((sample: string) => boolean)) =>
  ({ samples }: Column): boolean => {
    const isFit = typeof fits === 'function' ? fits : (it: string) => fits.test(it)
    return samples.length > 0 && samples.filter(isFit).length >= 0.5 * samples.length
  }
const isShort = ({ length }: Column): boolean => length < 120
const isState = ({ samples }: Column): boolean => samples.every((sample) => parseState(sample) !== undefined)
const isDate = ({ samples }: Column): boolean =>
  samples.every((sample) => /\d/.test(sample) && (!Number.isNaN(Date.parse(sample)) || /\bago\b/i.test(sample)))

const ofPay = '(?:pay|comp(?!an)|salar|wage|rate(?!d)|earn)'

/** In this order: what is surest takes its column first. */
const guesses: Guess[] = [
  { field: 'applyUrl', name: /appl/i, looks: all(/^https?:|^mailto:|^\S+@\S+\.\w+$/i) },
  { field: 'url', name: /ur[li]|link|web|page|href/i, looks: all(/^https?:\/\//i), byLooks: true },
  {
    field: 'description',
    name: /desc|detail|summar|story|about|dut(?:y|ies)|text|body|notes?|narrative|overview/i,
    looks: ({ length }) => length > 40,
    byLooks: true,
  },
  { field: 'zip', name: /zip|post/i, looks: all(/^\d{5}(?:-\d{4})?$/) },
  { field: 'state', name: /\bst(?:ate)?\b|province|region/i, looks: isState, byLooks: true },
  {
    field: 'place',
    name: /locat|place|where|city|market/i,
    looks: most(/^[\p{L} .'-]+, ?(?:[A-Z]{2}\b|[A-Z][a-z]+)/u),
    byLooks: true,
  },
  { field: 'city', name: /city|town|munici|locat|where/i, looks: all(/^[\p{L} .'-]{2,40}$/u) },
  { field: 'posted', name: /post|publish|list|open|creat|added|since|start|seen|date/i, looks: isDate },
  { field: 'expires', name: /expir|clos|deadline|until|end/i, looks: isDate },
  { field: 'payMin', name: new RegExp(String.raw`${ofPay}.*\b(?:from|min\w*|low\w*|start\w*)\b`, 'i'), looks: most(/\d/) },
  { field: 'payMax', name: new RegExp(String.raw`${ofPay}.*\b(?:to|max\w*|high\w*)\b`, 'i'), looks: most(/\d/) },
  {
    field: 'payUnit',
    name: /^(?:per|unit|basis|period)$|(?:pay|rate|salary).*(?:unit|period|basis)/i,
    looks: most(/hour|day|shift|week|month|year|annual/i),
  },
  { field: 'pay', name: /pay|comp(?!an)|salar|wage|rate(?!d)|earn|remun|money|\$/i, looks: most(/\d|compet|doe/i) },
  { field: 'pay', name: /$^/, looks: all(/\$ ?\d/), byLooks: true },
  {
    field: 'employmentType',
    name: /type|schedul|status|hours|employ|engag|fte/i,
    looks: most(/full|part|locum|perm|contract|per diem|prn|temp|1099|^[fp]\W?t$/i),
    byLooks: true,
  },
  {
    field: 'title',
    name: /title|position|role|job|opening|vacan|headline|opportunity|\bttl\b|\bname$|post(?!ed|al)/i,
    looks: isShort,
  },
  {
    field: 'employer',
    name: /employ|compan|facilit|hospital|clinic|practice|\borg\b|organi|institut|system|client|group|hirer/i,
    looks: isShort,
  },
  { field: 'specialty', name: /\bspec\b|special|disciplin|field|depart|service/i, looks: isShort },
  { field: 'specialty', name: /$^/, looks: (column) => isShort(column) && most(namesSpecialty)(column), byLooks: true },
  { field: 'description', name: /desc|detail|summar|about|notes?|comment|remark/i, looks: all(/[a-z]/i) },
  { field: 'id', name: /\bid\b|ref|req|number|code|#|key/i, looks: all(/^\S{1,60}$/) },
]

/** Without one of each no row becomes a job. */
const essentials: MappingField[][] = [['title'], ['employer'], ['description'], ['place', 'city', 'zip', 'remote']]

/**
 * Which columns probably hold the fields that no preset finds, by what they are called and what they look like. A person, or the
 * report of a command, shows what was guessed.
 */
export function guessMapping(survey: Survey, given: Mapping = {}): Mapping {
  const columns = [...survey.columns].map(([path, column]): Column => ({
    ...column,
    path,
    length: column.letters / column.filled,
  }))
  const isUsed = (column: Column): boolean => mostFrequent(column.becomes) !== null
  const found = new Set<MappingField>([
    ...columns.filter(isUsed).flatMap((column) => mostFrequent(column.becomes) ?? []),
    ...survey.read.keys(),
  ])
  const isUnknown = (survey.presets.get('Dataset') ?? 0) * 2 > survey.rows
  if (!isUnknown && essentials.every((essential) => essential.some((field) => found.has(field) || given[field]))) return {}
  const free = new Set(columns.filter((column) => !isUsed(column)))
  const mapping: Mapping = {}
  for (const guess of [...guesses, ...guesses.filter((guess) => guess.byLooks).map((guess) => ({ ...guess, name: /^/ }))]) {
    const { field, name, looks } = guess
    if (given[field] || mapping[field] || found.has(field)) continue
    // A place in one text says what city and state would.
    if (field === 'place' && (found.has('city') || mapping.state)) continue
    if ((field === 'city' || field === 'state') && (found.has('place') || mapping.place)) continue
    // One column may hold the whole of it under such a name, too.
    if (field === 'pay' && mapping.payMin) continue
    const fitting = [...free].filter((it) => name.test(it.path) && looks(it))
    const [best] = fitting.toSorted((a, b) => b.filled - a.filled || b.length - a.length)
    if (!best) continue
    mapping[field] = { path: best.path }
    free.delete(best)
  }
  return mapping
}
