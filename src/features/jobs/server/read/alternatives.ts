import type { StateCode } from '#shared/us-states.ts'
import {
  isOptional,
  type Concept,
  type Item,
  type Sentence,
  type Term,
  type TypedFilter,
} from './reading.ts'

/** What one piece of the keyword was understood as. */
export type Part = {
  label: string
  /** What it takes with it when it is taken back: also its 'no' or 'or'. */
  start: number
  end: number
  isWord?: true
  /** Jobs with the word come first, and it hides none. */
  isOptional?: true
  isUnwanted?: true
  isAlternative?: true
  isOrder?: true
  values?: Record<string, string[]>
}

/** What the pieces of a keyword ask for together. */
export type Conditions = {
  terms: Term[]
  filters: TypedFilter[]
  states: StateCode[]
  /** In the order typed. */
  parts: Part[]
}

/** Makes conditions of the items: what is joined by 'or' is one condition with alternatives. */
export function joinItems({ items, words }: Sentence): Conditions {
  const conditions: Conditions = { terms: [], filters: [], states: [], parts: [] }
  const groups = groupsOf(items)
  const alone = groups.flatMap((sides) => (sides.length === 1 ? (sides[0] as Item[]) : []))
  const settled = settleHospitalMedicine(alone)
  for (const sides of groups)
    addGroup(conditions, sides, (item) => settled[alone.indexOf(item)] as Item)
  conditions.parts = items.map((item, index): Part => {
    const isWord = item.kind === 'term' && item.term.kind === 'word' && !item.isUnwanted
    return {
      label: item.label,
      start: startOf(words[item.opens]),
      end: words[item.to - 1]?.end ?? 0,
      ...(item.isUnwanted ? {} : valuesOf(item)),
      ...(isWord && { isWord }),
      ...(isWord && isOptional(item.term) && { isOptional: true }),
      ...(item.isUnwanted && { isUnwanted: true }),
      ...(isAlternative(items[index - 1], item) && { isAlternative: true }),
      ...(item.kind === 'order' && { isOrder: true }),
    }
  })
  return conditions
}

/** What the form of filters shows as chosen. */
function valuesOf(item: Item): Pick<Part, 'values'> {
  if (item.kind === 'state') return { values: { state: [item.state] } }
  if (item.kind === 'filter')
    return {
      values: Object.fromEntries(
        Object.entries(item.typed.filter).map(([name, it]) => [name, [it].flat().map(String)]),
      ),
    }
  const entry =
    item.kind === 'term' && item.term.kind === 'concept' ? item.term.concept.entry : undefined
  return entry?.kind === 'specialty' ? { values: { specialty: [entry.specialty] } } : {}
}

/** With the '$' before it. */
const startOf = (word: Sentence['words'][number] | undefined): number =>
  (word?.start ?? 0) - (/[$<>=~.]+\s*$/.exec(word?.gap ?? '')?.[0].length ?? 0)

/** Alternatives in their sides: what stands together on one side of an 'or'. */
function groupsOf(items: readonly Item[]): Item[][][] {
  const groups: Item[][][] = []
  for (const [index, item] of items.entries()) {
    const before = items[index - 1]
    const group = groups.at(-1)
    if (group && isAlternative(before, item)) group.push([item])
    else if (
      group &&
      before &&
      isWhat(before) &&
      isWhat(item) &&
      (item.link === undefined || item.link === 'comma')
    )
      group.at(-1)?.push(item)
    else groups.push([[item]])
  }
  return groups
}

/** Whether what stands before the link and what stands behind it are alternatives. */
function isAlternative(left: Item | undefined, right: Item): boolean {
  const { link } = right
  if (!left || link === undefined || left.isUnwanted || right.isUnwanted) return false
  if (left.kind === 'order' || right.kind === 'order') return false
  if (left.kind === 'spot' || right.kind === 'spot')
    return left.kind === right.kind && link === 'or'
  if (left.kind === 'state' || right.kind === 'state') return left.kind === right.kind
  if (link === 'or') return true
  if (left.kind === 'filter' && right.kind === 'filter')
    return nameOf(left.typed) === nameOf(right.typed)
  if (link === 'slash') return !isWord(left) && !isWord(right)
  return isSpecialty(left) && isSpecialty(right)
}

const nameOf = ({ filter }: TypedFilter): string => Object.keys(filter).join(',')
const isWord = (item: Item): boolean => item.kind === 'term' && item.term.kind !== 'concept'
const isCondition = (item: Item): boolean =>
  item.kind === 'term' && item.term.kind === 'concept' && item.term.concept.isCondition === true
const isSpecialty = (item: Item): boolean =>
  item.kind === 'term' && item.term.kind === 'concept' && !isCondition(item)
/** What somebody treats, in words or as a concept. */
const isWhat = (item: Item): boolean =>
  item.kind === 'term' && !item.isUnwanted && !isCondition(item)

function addGroup(
  { terms, filters, states }: Conditions,
  sides: readonly Item[][],
  settledOf: (item: Item) => Item,
): void {
  const items = sides.flat()
  if (items.every((item) => item.kind === 'spot' || item.kind === 'order')) return
  if (items.every((item) => item.kind === 'state')) states.push(...items.map((item) => item.state))
  else if (items.every((item) => item.kind === 'filter') && canMerge(items))
    filters.push(mergeFilters(items))
  else if (sides.length > 1) {
    terms.push({
      kind: 'or',
      alternatives: sides.map((side) => settleHospitalMedicine(side).flatMap(termOf)),
    })
  } else {
    for (const item of items.map(settledOf)) {
      if (item.kind === 'filter' && !item.isUnwanted) filters.push(item.typed)
      else terms.push(...termOf(item))
    }
  }
}

type FilterItem = Extract<Item, { kind: 'filter' }>

const canMerge = (items: readonly FilterItem[]): boolean =>
  items.length > 1 &&
  new Set(items.map((item) => nameOf(item.typed))).size === 1 &&
  !nameOf((items[0] as FilterItem).typed).endsWith('Pay')

function mergeFilters(items: readonly FilterItem[]): TypedFilter {
  const [[name, first] = ['', undefined]] = items.map(
    (item) => Object.entries(item.typed.filter)[0],
  )
  const values = items.flatMap((item): unknown[] => Object.values(item.typed.filter).flat())
  return {
    label: items.map((item) => item.label).join(' or '),
    filter: { [name]: Array.isArray(first) ? [...new Set(values)] : first },
  }
}

function termOf(item: Item): Term[] {
  if (item.kind === 'spot' || item.kind === 'state' || item.kind === 'order') return []
  const term: Term =
    item.kind === 'filter' ? { kind: 'filter', filter: item.typed.filter } : item.term
  return [item.isUnwanted ? { kind: 'not', term } : term]
}

/**
 * Beside another specialty 'hospitalist' only says what the title must hold: an OB hospitalist is
 * no internist.
 */
function settleHospitalMedicine(items: readonly Item[]): readonly Item[] {
  const concepts = items.flatMap((item) =>
    item.kind === 'term' && item.term.kind === 'concept' ? item.term.concept : [],
  )
  return items.map((item): Item => {
    if (item.kind !== 'term' || item.term.kind !== 'concept') return item
    const { concept } = item.term
    const isAlone = concepts.every(
      (candidate) => candidate === concept || candidate.isCondition || isAdultMedicine(candidate),
    )
    if (!isHospitalMedicine(concept) || isAlone) return item
    const titled: Concept = {
      ...concept,
      specialties: [],
      names: concept.names.slice(0, 1),
      isTitle: true,
    }
    return { ...item, term: { ...item.term, concept: titled } }
  })
}

const isHospitalMedicine = ({ entry }: Concept): boolean =>
  entry.kind === 'practice' && entry.practice.only !== undefined

const isAdultMedicine = (concept: Concept): boolean =>
  isHospitalMedicine(concept) ||
  ['Internal Medicine', 'Family Medicine'].includes(concept.specialties[0] ?? '')
