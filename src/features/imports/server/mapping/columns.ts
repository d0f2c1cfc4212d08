import type { Outline, OutlineColumn } from '#features/imports/contract.ts'
import type { Mapping, MappingField } from '#features/imports/model.ts'
import { parseState } from '#shared/us-states.ts'
import { unitedStates } from '#vocabulary/places.ts'
import * as physicians from '#vocabulary/physicians.ts'
import * as professions from '#vocabulary/professions.ts'
import { rules, patternsOf } from '#vocabulary/table.ts'
import type { Row } from '../reading/row.ts'
import { isItem, isYes, leavesOf, maxLeaves } from './item.ts'
import { namesSpecialty, readTitle } from './specialty.ts'
import { describeItem } from './read-item.ts'

/** What the columns of the rows read so far hold. */
export type Survey = {
  rows: number
  columns: Map<string, SurveyedColumn>
  /** 1 where there are more columns than are counted. */
  leftOut: number
  /** How many rows are of no known site. */
  unknown: number
  /** How many of the described rows have a field, wherever it stands. */
  read: Map<MappingField, number>
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
 * The first rows show which column becomes which field, and later ones those that bring a column: a
 * dataset may have two shapes. Describing a row costs as much as mapping it.
 */
const describedRows = 200

export const newSurvey = (rows = 0): Survey => ({
  rows,
  columns: new Map(),
  leftOut: 0,
  unknown: 0,
  read: new Map(),
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
  const { preset, fields } = describeItem(item, mapping)
  if (preset === 'Dataset') survey.unknown++
  for (const { field, path } of fields) {
    survey.read.set(field, (survey.read.get(field) ?? 0) + 1)
    const column = path === null ? undefined : survey.columns.get(path)
    column?.becomes.set(field, (column.becomes.get(field) ?? 0) + 1)
  }
}

function surveyValue(survey: Survey, path: string, value: string) {
  let column = survey.columns.get(path)
  const kind = kindOf(value)
  if (!column) {
    if (survey.columns.size === maxColumns) {
      survey.leftOut = 1
      return
    }
    column = {
      filled: 0,
      letters: 0,
      samples: [],
      kind,
      ofKind: 0,
      turned: null,
      becomes: new Map(),
    }
    survey.columns.set(path, column)
  }
  column.filled++
  column.letters += value.length
  if (kind === column.kind) column.ofKind++
  else if (column.ofKind >= kindFrom && column.ofKind === column.filled - 1)
    column.turned = { row: survey.rows, from: column.kind, to: kind }
  const sample = value.slice(0, maxSample)
  if (column.samples.length < maxSamples && !column.samples.includes(sample))
    column.samples.push(sample)
}

const kindOf = (value: string): ValueKind =>
  /^-?[\d.,]+$/.test(value)
    ? 'numbers'
    : /^(?:true|false|yes|no)$/i.test(value)
      ? 'yes or no'
      : 'texts'

const samplesOfColumn = 3

export const columnsOf = ({
  columns,
  leftOut,
}: Survey): Pick<Outline, 'columns' | 'moreColumns'> => ({
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

type Column = SurveyedColumn & { path: string; words: string; length: number }

const all =
  (pattern: RegExp) =>
  ({ samples }: Column) =>
    samples.length > 0 && samples.every((sample) => pattern.test(sample))
/** Lists swap columns here and there, and leave some blank. */
const most =
  (fits: (sample: string) => boolean, share = 0.8) =>
  ({ samples }: Column) =>
    samples.length > 0 && samples.filter(fits).length >= share * samples.length
const isShort = ({ length }: Column) => length < 120

/** 'Boise, ID', 'Boise, Idaho' or 'Boise ID' */
const namesTown = (sample: string) =>
  /^[\p{L} .'-]+, ?(?:[A-Z]{2}\b|[A-Z][a-z]+)/u.test(sample) ||
  parseState(/^[\p{L} .'-]+ ([A-Z]{2})$/u.exec(sample)?.[1] ?? '') !== undefined
const isLink = (sample: string) => /^https?:|^\w+::/i.test(sample)
const isDate = (sample: string) =>
  /\d/.test(sample) && (!Number.isNaN(Date.parse(sample)) || /\bago\b/i.test(sample))
const namesWork = (sample: string) =>
  readTitle(sample).length > 0 ||
  [
    physicians.physicianNouns,
    physicians.physicianWords,
    physicians.oftenPhysicians,
    professions.otherRoles,
    professions.otherAbbreviations,
  ].some(({ isIn }) => isIn(sample))

/** Paid beside a salary. */
const isExtra = /\b(?:bonus|sign|reloc|loan|stipend|allowance|cme|retention|incentive)/i

/** What a column's values look like. */
const looks: Record<string, (column: Column) => boolean> = {
  link: all(/^https?:|^mailto:|^\S+@\S+\.\w+$/i),
  page: all(/^https?:\/\//i),
  long: ({ length }) => length > 40,
  letters: all(/[a-z]/i),
  words: (column) =>
    isShort(column) && most((sample) => /[a-z]/i.test(sample) && !isLink(sample))(column),
  work: (column) => isShort(column) && most(namesWork)(column),
  zip: all(/^\d{5}(?:-\d{4})?$/),
  state: ({ samples }) => samples.every((sample) => parseState(sample) !== undefined),
  town: most(namesTown),
  // Under a name that says so; 'Haywood County' and 'Upstate NY' are places, too.
  place: most(namesTown, 0.5),
  name: all(/^[\p{L} .'-]{2,40}$/u),
  date: most(isDate),
  figures: most((sample) => /\d/.test(sample)),
  pay: most((sample) => /\d|compet|doe/i.test(sample)),
  dollars: (column) => !isExtra.test(column.words) && all(/\$ ?\d/)(column),
  unit: most((sample) => /hour|day|shift|week|month|year|annual/i.test(sample)),
  type: most((sample) =>
    /full|part|locum|perm|contract|per diem|prn|temp|1099|^[fp]\W?t$|^[01]?\.\d+$/i.test(sample),
  ),
  specialty: (column) =>
    isShort(column) && most((sample) => !sample.startsWith('/') && namesSpecialty(sample))(column),
  id: all(/^\S{1,60}$/),
}

const ofPay = String.raw`\b(?:pay|comp(?:ensation)?\b|salar|wage|rate(?!d)|earn|remun)`

const period = String.raw`\b(?:hour|annual|year|dai|week|month)\w*`
const ofPeriod = new RegExp(period, 'i')

/**
 * Columns' names, as words. `means`: the field, and what its values look like. In this order: what
 * is surest takes its column first.
 */
export const columnNames = rules`
applyUrl link = /\bappl/i ✓ Apply Here | Application ✗ Town
url page = /\b(?:ur[li]|link|web|page|href|see)/i ✓ Job Link | Website
description long =
  /\b(?:desc|detail|summar|story|about|dut(?:y|ies)|text|body|notes?|narrative|overview)/i ✓ The
  whole story | Duties
zip zip = /\b(?:zip|post)/i ✓ Zip | Postal
state state = /\b(?:st(?:ate)?\b|province|region)/i ✓ ST | State/Province ✗ Story
place place = /\b(?:locat|place|where|city|market)/i ✓ Loc City / St | Market | Where
city name = /\b(?:city|town|munici|locat|where)/i ✓ Town | Job City ✗ Capacity
posted date = /\b(?:post|publish|list|open|creat|added|since|start|seen|date)/i ✓ Out since | Date
  Added | Friendly Date
expires date = /\b(?:expir|clos|deadline|until|end)/i ✓ Closes | Open until ✗ Friendly Date
payMin figures = /(?:${ofPay}|${period}).*\b(?:from|min\w*|lo(?:w\w*)?|start\w*)\b/i ✓ Pay from |
  Salary (min) | Annual low | Pay lo ✗ Compensation
payMax figures = /(?:${ofPay}|${period}).*\b(?:to|max\w*|hi(?:gh\w*)?)\b/i ✓ Pay to | Rate high |
  Hourly high | Earnings hi
payUnit unit =
  /^(?:per|unit|basis|period)$|\b(?:pay|rate|salary).*\b(?:unit|period|basis)/i ✓ Per | Pay
  period
pay pay = /${ofPay}|\bmoney|\$/i ✓ Earnings | Comp ✗ Company | Rated
employmentType type = /\b(?:type|kind|schedul|status|hours|employ|engag|fte)/i ✓ Kind of engagement |
  FTE
title words =
  /\b(?:title|position|role|job|opening|vacan|headline|opportunity|ttl\b)|\bname$|\bpost(?!ed|al)/i ✓
  Role | Pos. Title | Ttl
employer words =
  /\b(?:employ|compan|facilit|hospital|clinic|practice|org\b|organi|institut|system|client|group|hirer)/i
  ✓ Hirer | Client / Hospital
specialty words = /\b(?:spec\b|special|disciplin|field|depart|dept|service)/i ✓ Spec. | Discipline
description letters = /\b(?:desc|detail|summar|about|notes?|comment|remark)/i ✓ Remarks
id id = /\b(?:id|ref|req|number|code|key)\b|\b(?:refer|requ)|#/i ✓ Req # | Ref
`

/** These values say enough, whatever the column's name. */
const byLooks = [
  'title work',
  'url page',
  'description long',
  'state state',
  'place town',
  'pay dollars',
  'employmentType type',
  'specialty specialty',
]
const guesses = [...columnNames.list, ...byLooks.map((means) => ({ means, pattern: /^/ }))]

const further = columnNames.list.filter(({ means }) =>
  /^(?:pay|posted|expires|employmentType)/.test(means),
)

/** 'hiringOrganization.postal_code' is 'hiring Organization postal code'. */
const inWords = (path: string) =>
  path
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll(/[_.]+/g, ' ')
    .trim()

/** What programs name for themselves, and a country, are none of a job's fields. */
const isNoField = ({ path, samples }: Column) =>
  /(?:^|\.)(?:__|@)/.test(path) || samples.every((sample) => unitedStates.has(sample.toLowerCase()))

/** Without one of each no row becomes a job. */
const essentials: MappingField[][] = [
  ['title'],
  ['employer'],
  ['description'],
  ['place', 'city', 'zip', 'remote'],
]

/**
 * Which columns probably hold the fields that no preset finds, by what they are called and what
 * they look like. A person, or the report of a command, shows what was guessed. Where a preset finds
 * all that a job needs, the rest is offered to a person only.
 */
export function guessMapping(survey: Survey, given: Mapping = {}, toPerson = false): Mapping {
  const columns = [...survey.columns].map(([path, column]): Column => ({
    ...column,
    path,
    words: inWords(path),
    length: column.letters / column.filled,
  }))
  const isUsed = (column: Column) => mostFrequent(column.becomes) !== null
  const found = new Set<MappingField>([
    ...columns.filter(isUsed).flatMap((column) => mostFrequent(column.becomes) ?? []),
    ...survey.read.keys(),
  ])
  const isUnknown = survey.unknown * 2 > survey.rows
  const isWhole =
    !isUnknown &&
    essentials.every((essential) => essential.some((field) => found.has(field) || given[field]))
  if (isWhole && !toPerson) return {}
  const isPredicted = columns.some(
    ({ words, samples }) => /(?:predicted|estimated)$/i.test(words) && samples.some(isYes),
  )
  const free = new Set(columns.filter((column) => !isUsed(column) && !isNoField(column)))
  const mapping: Mapping = {}
  for (const { means, pattern } of isWhole ? further : guesses) {
    const [field, look = ''] = means.split(' ') as [MappingField, string?]
    if (given[field] || mapping[field] || found.has(field)) continue
    if (isPredicted && field.startsWith('pay')) continue
    // A place in one text says what city and state would.
    if (field === 'place' && (found.has('city') || mapping.state)) continue
    if ((field === 'city' || field === 'state') && (found.has('place') || mapping.place)) continue
    // One column may hold the whole of it under such a name, too.
    if (field === 'pay' && (mapping.payMin || found.has('payMin'))) continue
    const fitting = [...free].filter(
      (sample) =>
        patternsOf({ pattern }).some((way) => way.test(sample.words)) && looks[look]?.(sample),
    )
    const [best] = fitting.toSorted((a, b) => b.filled - a.filled || b.length - a.length)
    if (!best) continue
    // Hourly and yearly figures have columns of their own; a row fills those of one.
    const periods =
      look === 'figures' && ofPeriod.test(best.words)
        ? fitting.filter((sample) => sample !== best && ofPeriod.test(sample.words))
        : []
    mapping[field] = {
      path: best.path,
      ...(periods.length > 0 && { and: periods.map(({ path }) => path) }),
    }
    for (const used of [best, ...periods]) free.delete(used)
  }
  return mapping
}
