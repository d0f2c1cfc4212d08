import type { StateCode } from '#shared/us-states.ts'
import type { Filters } from '#features/jobs/filters.ts'
import { joined } from './places.ts'
import type { Area, Spot } from './places.ts'
import type { Concept, TypedFilter } from '../compile/concepts.ts'
import type { Token } from './tokens.ts'

/** One condition on a posting. All must hold. */
export type Term =
  | { kind: 'concept'; concept: Concept; typed: string }
  | { kind: 'phrase'; text: string }
  | { kind: 'word'; token: Token }
  /** Beside an 'or' or after a 'no'; every other filter narrows the whole search. */
  | { kind: 'filter'; filter: Partial<Filters> }
  | { kind: 'not'; term: Term }
  /** One of these, each of which is met by all of its terms. */
  | { kind: 'or'; alternatives: Term[][] }

/** What one piece of the keyword was understood as. */
export type Part = {
  label: string
  /** What it takes with it when it is taken back: also its 'no' or 'or'. */
  start: number
  end: number
  isWord?: true
  isUnwanted?: true
  isAlternative?: true
}

/** A keyword, taken apart. */
export type KeywordReading = {
  terms: Term[]
  filters: TypedFilter[]
  states: StateCode[]
  spot?: Spot
  area?: Area
  /** 'within 25 miles of …' */
  miles?: number
  /** The last characters of a job's id. */
  reference?: string
  /** Somebody who is no physician. */
  profession?: string
  /** In the order typed. */
  parts: Part[]
}

export type Link = 'or' | 'slash' | 'comma'
export type Item = {
  from: number
  /** Behind its last token. */
  to: number
  /** How it is joined to the item before. */
  link?: Link | undefined
  /** Where it begins together with its 'no' or 'or', as a token. */
  opens: number
  isUnwanted?: true
  label: string
} & (
  | { kind: 'term'; term: Exclude<Term, { kind: 'not' | 'or' }> }
  | { kind: 'filter'; typed: TypedFilter }
  | { kind: 'state'; state: StateCode }
  | { kind: 'spot' }
)

/** What reading a keyword from left to right came to. */
export type WordsRead = {
  tokens: readonly Token[]
  items: Item[]
  /** Alternatives, if there are several. */
  spots: Spot[]
  area?: Area
  miles?: number
  reference?: string
  profession?: string
}

/** Items that stand together and are of one kind: one side of an 'or'. */
type Run = { category: string; items: Item[]; link: Link | undefined }

/** Makes conditions of the items: what is joined by 'or' is one condition with alternatives. */
export function assemble({ items, tokens, ...rest }: WordsRead): KeywordReading {
  const { spots, area, miles, reference, profession } = rest
  const reading: KeywordReading = { terms: [], filters: [], states: [], parts: [] }
  const groups = groupsOf(runsOf(items))
  const alone = groups.flatMap((it) => (it.length === 1 ? (it[0] as Run).items : []))
  const settled = settleHospitalMedicine(alone)
  for (const group of groups) addGroup(reading, group, (item) => settled[alone.indexOf(item)] as Item)
  for (const item of items) {
    const isWord = item.kind === 'term' && item.term.kind === 'word' && !item.isUnwanted
    const isAlternative = isJoined(item, items)
    reading.parts.push({
      label: item.label,
      start: startOf(tokens[item.opens]),
      end: tokens[item.to - 1]?.end ?? 0,
      ...(isWord && { isWord }),
      ...(item.isUnwanted && { isUnwanted: true }),
      ...(isAlternative && { isAlternative }),
    })
  }
  return {
    ...reading,
    ...(spots.length > 0 && { spot: spots.length > 1 ? joined(spots) : (spots[0] as Spot) }),
    ...(area && { area }),
    ...(miles !== undefined && { miles }),
    ...(reference !== undefined && { reference }),
    ...(profession !== undefined && { profession }),
  }
}

/** With the '$' before it. */
const startOf = (token: Token | undefined): number =>
  (token?.start ?? 0) - (/[$<>=~.]+\s*$/.exec(token?.gap ?? '')?.[0].length ?? 0)

/** Whether the parts of a run stand on the right of an 'or'. */
function isJoined(item: Item, items: readonly Item[]): boolean {
  const before = items[items.indexOf(item) - 1]
  return item.link !== undefined && before !== undefined && joins(runOf([before]), runOf([item]))
}

function categoryOf(item: Item): string {
  if (item.isUnwanted) return 'unwanted'
  if (item.kind !== 'term') return item.kind
  return item.term.kind === 'concept' && item.term.concept.isCondition ? 'condition' : 'what'
}

const runOf = (items: Item[]): Run => ({ category: categoryOf(items[0] as Item), items, link: items[0]?.link })

function runsOf(items: readonly Item[]): Run[] {
  const runs: Run[] = []
  for (const item of items) {
    const last = runs.at(-1)
    if (last && item.link === undefined && last.category === 'what' && categoryOf(item) === 'what') last.items.push(item)
    else if (
      last &&
      item.link === 'comma' &&
      last.category === 'what' &&
      categoryOf(item) === 'what' &&
      !joins(last, runOf([item]))
    )
      last.items.push(item)
    else runs.push(runOf([item]))
  }
  return runs
}

function groupsOf(runs: readonly Run[]): Run[][] {
  const groups: Run[][] = []
  for (const run of runs) {
    const last = groups.at(-1)
    // A place may stand between the sides: 'cardiology in Texas or neurology'.
    if (last && joins(last.at(-1) as Run, run)) last.push(run)
    else groups.push([run])
  }
  return groups
}

/** Whether what stands before the link and what stands behind it are alternatives. */
function joins(before: Run, run: Run): boolean {
  const [left, right] = [before.items.at(-1), run.items[0]]
  if (!left || !right || run.link === undefined || left.isUnwanted || right.isUnwanted) return false
  if (left.kind === 'spot' || right.kind === 'spot') return left.kind === right.kind && run.link === 'or'
  if (left.kind === 'state' || right.kind === 'state') return left.kind === right.kind
  if (run.link === 'or') return true
  if (left.kind === 'filter' && right.kind === 'filter') return nameOf(left.typed) === nameOf(right.typed)
  if (run.link === 'slash') return !isWord(left) && !isWord(right)
  return isSpecialty(left) && isSpecialty(right)
}

const nameOf = ({ filter }: TypedFilter): string => Object.keys(filter).join(',')
const isWord = (item: Item): boolean => item.kind === 'term' && item.term.kind !== 'concept'
const isSpecialty = (item: Item): boolean =>
  item.kind === 'term' && item.term.kind === 'concept' && !item.term.concept.isCondition

function addGroup(reading: KeywordReading, group: readonly Run[], settledOf: (item: Item) => Item): void {
  const items = group.flatMap((it) => it.items)
  if (items.every((it) => it.kind === 'spot')) return
  if (items.every((it) => it.kind === 'state')) reading.states.push(...items.map((it) => it.state))
  else if (items.every((it) => it.kind === 'filter') && canMerge(items)) reading.filters.push(mergeFilters(items))
  else if (group.length === 1) for (const item of items) addItem(reading, settledOf(item))
  else reading.terms.push({ kind: 'or', alternatives: group.map((it) => settleHospitalMedicine(it.items).flatMap(termOf)) })
}

type FilterItem = Extract<Item, { kind: 'filter' }>

const canMerge = (items: readonly FilterItem[]): boolean =>
  items.length > 1 &&
  !items.some((it) => it.isUnwanted) &&
  new Set(items.map((it) => nameOf(it.typed))).size === 1 &&
  !nameOf((items[0] as FilterItem).typed).endsWith('Pay')

function mergeFilters(items: readonly FilterItem[]): TypedFilter {
  const [[name, first] = ['', undefined]] = items.map((it) => Object.entries(it.typed.filter)[0])
  const values = items.flatMap((it): unknown[] => Object.values(it.typed.filter).flat())
  return {
    label: items.map((it) => it.label).join(' or '),
    filter: { [name]: Array.isArray(first) ? [...new Set(values)] : first },
  }
}

function addItem(reading: KeywordReading, item: Item): void {
  if (item.kind === 'filter' && !item.isUnwanted) reading.filters.push(item.typed)
  else reading.terms.push(...termOf(item))
}

function termOf(item: Item): Term[] {
  if (item.kind === 'spot' || item.kind === 'state') return []
  const term: Term = item.kind === 'filter' ? { kind: 'filter', filter: item.typed.filter } : item.term
  return [item.isUnwanted ? { kind: 'not', term } : term]
}

/** Beside another specialty 'hospitalist' only says what the title must hold: an OB hospitalist is no internist. */
function settleHospitalMedicine(items: readonly Item[]): readonly Item[] {
  const concepts = items.flatMap((it) => (it.kind === 'term' && it.term.kind === 'concept' ? it.term.concept : []))
  return items.map((item): Item => {
    if (item.kind !== 'term' || item.term.kind !== 'concept' || !item.term.concept.only) return item
    const { concept, typed } = item.term
    if (concepts.every((it) => it === concept || it.isCondition || isAdultHospitalMedicine(it))) return item
    const titled: Concept = { label: concept.label, specialties: [], titles: [concept.label.toLowerCase()] }
    return { ...item, term: { kind: 'concept', concept: titled, typed } }
  })
}

const isAdultHospitalMedicine = (concept: Concept): boolean =>
  concept.only !== undefined || concept.specialties[0] === 'Internal Medicine' || concept.specialties[0] === 'Family Medicine'
