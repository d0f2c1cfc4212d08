import type { Filters } from '#features/jobs/filters.ts'
import type { Concept, Term } from './reading.ts'
import type { Item } from './scope.ts'

/** What the pieces of a text ask for together. */
type Conditions = { terms: Term[]; filters: Filters[] }

/** Makes conditions of the items: what is joined by 'or' is one condition with alternatives. */
export function joinItems(items: readonly Item[]): Conditions {
  const [terms, filters]: [Term[], Filters[]] = [[], []]
  const groups = groupsOf(items)
  const alone = groups.flatMap((sides) => (sides.length === 1 ? sides.flat() : []))
  for (const sides of groups) {
    const merged = mergedFilter(sides.flat())
    const [first = [], ...others] = sides.map((side) =>
      side.flatMap((item) => termOf(item, sides.length === 1 ? alone : side)),
    )
    if (merged) filters.push(merged)
    else if (others.length === 0) terms.push(...first)
    else if ([first, ...others].flat().length > 0)
      terms.push({ kind: 'or', alternatives: [first, ...others] })
  }
  return { terms, filters }
}

/** Alternatives in their sides: what stands together on one side of an 'or'. */
function groupsOf(items: readonly Item[]) {
  const groups: Item[][][] = []
  for (const [index, item] of items.entries()) {
    const before = items[index - 1]
    const isClose = item.link === undefined || item.link === 'comma'
    if (isAlternative(before, item)) groups.at(-1)?.push([item])
    else if (isClose && before && isWhat(before) && isWhat(item)) groups.at(-1)?.at(-1)?.push(item)
    else groups.push([[item]])
  }
  return groups
}

/** Whether what stands before the link and what stands behind it are alternatives. */
export function isAlternative(left: Item | undefined, right: Item): boolean {
  const { link } = right
  if (!left || link === undefined || left.isUnwanted || right.isUnwanted) return false
  if ([left, right].some(({ about }) => about === 'order')) return false
  if (!left.term !== !right.term) return false
  if (!right.term) return link === 'or' || right.state !== undefined
  if (link === 'or') return true
  const [before, behind] = [filterIn(left), filterIn(right)]
  if (before && behind) return nameOf(before) === nameOf(behind)
  return [left, right].every(({ about, term }) =>
    link === 'slash' ? about !== 'word' : term?.kind === 'concept' && about !== 'condition',
  )
}

const filterIn = ({ term }: Item) => (term?.kind === 'filter' ? term.filter : undefined)
const nameOf = (filter: Filters) => Object.keys(filter).join(',')
/** What somebody treats, in words or as a concept. */
const isWhat = ({ about, isUnwanted }: Item) =>
  !isUnwanted && ['specialty', 'field', 'word'].includes(about)

/**
 * A filter that narrows the whole search: of several values of one filter a job has one. What
 * postings also say in words is none.
 */
function mergedFilter(items: readonly Item[]): Filters | undefined {
  const wanted = items.map((item) => (item.isUnwanted ? undefined : filterIn(item)))
  const [first] = wanted
  const name = first && nameOf(first)
  const isSaid = items.some(({ term }) => term && 'texts' in term)
  if (!first || isSaid || wanted.some((filter) => !filter || nameOf(filter) !== name))
    return undefined
  if (items.length === 1) return first
  if (!Array.isArray(Object.values(first)[0])) return name?.endsWith('Pay') ? undefined : first
  const values = wanted.flatMap((filter): unknown[] => Object.values(filter ?? {}).flat())
  return { [name as string]: [...new Set(values)] }
}

function termOf({ term, isUnwanted }: Item, among: readonly Item[]): Term[] {
  if (!term) return []
  const meant: Term =
    term.kind === 'concept' ? { ...term, concept: settled(term.concept, among) } : term
  return [isUnwanted ? { kind: 'not', term: meant } : meant]
}

/**
 * Beside another specialty 'hospitalist' only says what the title must hold: an OB hospitalist is
 * no internist.
 */
function settled(concept: Concept, among: readonly Item[]): Concept {
  if (!isHospitalMedicine(concept)) return concept
  const isBeside = among.some(
    ({ term, about }) =>
      term?.kind === 'concept' && about !== 'condition' && !isAdultMedicine(term.concept),
  )
  return isBeside
    ? { ...concept, specialties: [], names: concept.names.slice(0, 1), isTitle: true }
    : concept
}

const isHospitalMedicine = ({ entry }: Concept) =>
  entry.kind === 'practice' && entry.practice.only !== undefined

const isAdultMedicine = (concept: Concept) =>
  isHospitalMedicine(concept) ||
  ['Internal Medicine', 'Family Medicine'].includes(concept.specialties[0] ?? '')
