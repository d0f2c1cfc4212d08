import type { Concept, Item, Sentence, Term, TypedFilter } from './reading.ts'

/** What the pieces of a keyword ask for together. */
export type Conditions = { terms: Term[]; filters: TypedFilter[] }

/** Makes conditions of the items: what is joined by 'or' is one condition with alternatives. */
export function joinItems({ items }: Sentence): Conditions {
  const [terms, filters]: [Term[], TypedFilter[]] = [[], []]
  const groups = groupsOf(items)
  const alone = groups.flatMap((sides) => (sides.length === 1 ? sides.flat() : []))
  for (const sides of groups) {
    const merged = mergedFilter(sides.flat())
    if (merged) filters.push(merged)
    else if (sides.length === 1) terms.push(...sides.flat().flatMap((item) => termOf(item, alone)))
    else {
      const alternatives = sides.map((side) => side.flatMap((item) => termOf(item, side)))
      if (alternatives.flat().length > 0) terms.push({ kind: 'or', alternatives })
    }
  }
  return { terms, filters }
}

/** Alternatives in their sides: what stands together on one side of an 'or'. */
function groupsOf(items: readonly Item[]): Item[][][] {
  const groups: Item[][][] = []
  for (const [index, item] of items.entries()) {
    const before = items[index - 1]
    const group = groups.at(-1)
    const isClose = item.link === undefined || item.link === 'comma'
    if (isAlternative(before, item)) group?.push([item])
    else if (before && isWhat(before) && isWhat(item) && isClose) group?.at(-1)?.push(item)
    else groups.push([[item]])
  }
  return groups
}

/** Whether what stands before the link and what stands behind it are alternatives. */
export function isAlternative(left: Item | undefined, right: Item): boolean {
  const { link } = right
  if (!left || link === undefined || left.isUnwanted || right.isUnwanted) return false
  if (left.kind !== right.kind || right.kind === 'order') return false
  if (right.kind === 'place') return link === 'or' || right.state !== undefined
  if (link === 'or') return true
  const [one, other] = [filterIn(left), filterIn(right)]
  if (one && other) return nameOf(one) === nameOf(other)
  return link === 'slash'
    ? [left, right].every((item) => filterIn(item) ?? conceptIn(item))
    : [left, right].every((item) => conceptIn(item)?.isCondition === undefined && conceptIn(item))
}

const filterIn = (item: Item): TypedFilter['filter'] | undefined =>
  item.kind === 'term' && item.term.kind === 'filter' ? item.term.filter : undefined
const conceptIn = (item: Item): Concept | undefined =>
  item.kind === 'term' && item.term.kind === 'concept' ? item.term.concept : undefined
const nameOf = (filter: TypedFilter['filter']): string => Object.keys(filter).join(',')
/** What somebody treats, in words or as a concept. */
const isWhat = (item: Item): boolean =>
  item.kind === 'term' && !item.isUnwanted && !filterIn(item) && !conceptIn(item)?.isCondition

/**
 * A filter that narrows the whole search: of several values of one filter a job has one. What
 * postings also say in words is none.
 */
function mergedFilter(items: readonly Item[]): TypedFilter | undefined {
  const wanted = items.map((item) => (item.isUnwanted ? undefined : filterIn(item)))
  const [first] = wanted
  const name = first && nameOf(first)
  const isSaid = items.some((item) => item.kind === 'term' && 'texts' in item.term)
  if (!first || isSaid || wanted.some((filter) => !filter || nameOf(filter) !== name))
    return undefined
  const label = items.map((item) => item.label).join(' or ')
  if (items.length === 1 || !Array.isArray(Object.values(first)[0]))
    return name?.endsWith('Pay') && items.length > 1 ? undefined : { label, filter: first }
  const values = wanted.flatMap((filter): unknown[] => Object.values(filter ?? {}).flat())
  return { label, filter: { [name as string]: [...new Set(values)] } }
}

function termOf(item: Item, among: readonly Item[]): Term[] {
  if (item.kind !== 'term') return []
  const concept = conceptIn(item)
  const term: Term = concept
    ? ({ ...item.term, concept: settled(concept, among) } as Term)
    : item.term
  return [item.isUnwanted ? { kind: 'not', term } : term]
}

/**
 * Beside another specialty 'hospitalist' only says what the title must hold: an OB hospitalist is
 * no internist.
 */
function settled(concept: Concept, among: readonly Item[]): Concept {
  const isBeside = among.some((item) => {
    const other = conceptIn(item)
    return other && other !== concept && !other.isCondition && !isAdultMedicine(other)
  })
  return isHospitalMedicine(concept) && isBeside
    ? { ...concept, specialties: [], names: concept.names.slice(0, 1), isTitle: true }
    : concept
}

const isHospitalMedicine = ({ entry }: Concept): boolean =>
  entry.kind === 'practice' && entry.practice.only !== undefined

const isAdultMedicine = (concept: Concept): boolean =>
  isHospitalMedicine(concept) ||
  ['Internal Medicine', 'Family Medicine'].includes(concept.specialties[0] ?? '')
