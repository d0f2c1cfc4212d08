import { stateName } from '#shared/us-states.ts'
import type { Filters } from '#features/jobs/filters.ts'
import type { Distance } from '#vocabulary/quantities.ts'
import type { Meaning } from './meanings.ts'
import type { Area } from '#features/places/server/public.ts'
import { isOptional, type Concept, type Item, type Sentence, type Term } from './reading.ts'
import { isCommonWord, type Says, type Span, type Text } from './spans.ts'
import { phraseAt } from './words.ts'

/** What the chosen spans say together, and those that contradict the others. */
export type Settled = { sentence: Sentence; contradicted: Span[] }

/** A sentence while its spans become items. */
type State = Pick<Sentence, 'items' | 'spots' | 'states' | 'words'> & {
  sentence: Sentence
  source: Text
  chosen: readonly Span[]
  /** The words of readings that contradicted others. */
  refused: ReadonlySet<number>
  /** What waits for that of which it says something, and where it stands. */
  marks: {
    not?: number
    lead?: { at: number; distance?: Distance }
    join?: { word: string; at: number }
    isLeft?: true
  }
}

/** Applies negations, alternatives and distances to the chosen spans, from left to right. */
export function settle(
  source: Text,
  chosen: readonly Span[],
  refused: ReadonlySet<number>,
): Settled {
  const [items, spots, states]: [Item[], Sentence['spots'], Sentence['states']] = [[], [], []]
  const lists = { items, spots, states, words: source.tokens }
  const isCouple = chosen.some(({ says }) => says.kind === 'couple')
  const sentence: Sentence = { text: source.text, ...lists, isCouple }
  const state: State = { ...lists, sentence, source, chosen, refused, marks: {} }
  const contradicted: Span[] = []
  for (const span of chosen) {
    if (takeMark(state, span)) continue
    if (!takeContent(state, span)) contradicted.push(span)
    state.marks = {}
  }
  return { sentence, contradicted }
}

/** What says something of what follows, or nothing. */
function takeMark({ marks, words }: State, { says, from }: Span): boolean {
  if (says.kind === 'join') marks.join = { word: words[from]?.word ?? '', at: from }
  else if (says.kind === 'not') Object.assign(marks, { not: from, isLeft: says.isLeft })
  else if (says.kind === 'lead')
    marks.lead = { at: from, ...(says.distance && { distance: says.distance }) }
  else return says.kind === 'nothing' || says.kind === 'couple'
  return true
}

/** False where it contradicts what is known, and so is to be read otherwise. */
function takeContent(state: State, span: Span): boolean {
  const { sentence, items } = state
  const { says, from, to } = span
  switch (says.kind) {
    case 'meaning':
      return takeMeaning(state, span, says.meaning)
    case 'benefitAmount':
      return extendLast(items, to)
    case 'spot':
    case 'area':
    case 'state':
      return takePlace(state, span, says)
    case 'distance':
      return takeDistance(state, span, says.distance)
    case 'notRequired':
      return takeNotRequired(state, span)
    case 'phrase':
      return addWanted(state, span, {
        kind: 'term',
        term: { kind: 'phrase', text: says.text },
        label: `“${says.text}”`,
      })
    case 'reference':
      if (sentence.reference !== undefined) return false
      sentence.reference = says.code.toLowerCase()
      return add(state, span, { kind: 'place', label: `WC-${says.code.toUpperCase()}` })
    case 'everywhere':
    case 'remote':
    case 'abroad':
      sentence.beyond = [...(sentence.beyond ?? []), says.kind]
      return true
    default:
      return takeWords(state, from, to)
  }
}

type Draft = Item extends infer I
  ? I extends Item
    ? Omit<I, 'to' | 'link' | 'opens'>
    : never
  : never

function extendLast(items: readonly Item[], to: number): true {
  const last = items.at(-1)
  if (last) last.to = to
  return true
}

/** With a 'no' before it, what is not wanted. */
const addWanted = (state: State, span: Span, draft: Draft): true =>
  add(state, span, isUnwanted(state, span, draft) ? unwanted(draft) : draft)

const unwanted = <T extends Draft>(draft: T): T => {
  const { label } = draft
  const isName = kindOf(draft) === 'place' || !/^[A-Z][a-z]/.test(label)
  return { ...draft, label: `No ${isName ? label : label.toLowerCase()}`, isUnwanted: true }
}

function add(state: State, span: Span, draft: Draft, isAlternative = false): true {
  const { words, items, sentence } = state
  const { join, not, lead, isLeft } = state.marks
  const { from, to } = span
  const opens = Math.min(from, not ?? from, lead?.at ?? from)
  const gap = words[opens]?.gap ?? ''
  const isOther = (item: Item) => !item.isUnwanted && isField(item)
  const both = sentence.isCouple && isOther(draft as Item) ? items.findLastIndex(isOther) : -1
  const before = items.at(both)
  const isAnd = join ? !ors.has(join.word) : /^\s*[+&]\s*$/.test(gap)
  const isJoined = join && !isAnd
  const isBoth = isAnd && areAlike(before, draft)
  if (isBoth && [before, draft].every(isSpecialty)) sentence.isCouple = true
  const link =
    isJoined || isBoth || both >= 0 || isAlternative
      ? 'or'
      : gap.trim() === '/' && words[opens - 1]?.word !== 'w'
        ? 'slash'
        : /[,;]/.test(gap)
          ? 'comma'
          : undefined
  items.splice(both >= 0 ? both + 1 : items.length, 0, {
    ...draft,
    to,
    ...(isLeft && { isLeft }),
    opens: join && (isJoined || isBoth) ? Math.min(join.at, opens) : opens,
    link: before ? link : undefined,
  })
  return true
}
const ors = new Set(['or', 'o', 'nor'])

/** Two specialties or two places are alternatives even with an 'and'. */
const areAlike = (before: Draft | undefined, draft: Draft): boolean =>
  before?.kind === 'place'
    ? draft.kind === 'place'
    : before !== undefined && !before.isUnwanted && isField(before) && isField(draft)

const isField = (item: Draft): boolean => isConcept(item) && kindOf(item) === 'what'
const isConcept = (item: Draft): boolean => item.kind === 'term' && item.term.kind === 'concept'
const isSpecialty = (item: Draft | undefined): boolean =>
  item?.kind === 'term' &&
  item.term.kind === 'concept' &&
  item.term.concept.entry.kind === 'specialty'

/** What is wanted or not wanted alike: 'no nights or weekends' are two conditions. */
function kindOf(item: Draft): 'place' | 'condition' | 'what' {
  if (item.kind !== 'term') return 'place'
  const { term } = item
  if (term.kind === 'filter') return term.filter.state || term.filter.county ? 'place' : 'condition'
  return term.kind === 'concept' && term.concept.isCondition ? 'condition' : 'what'
}

/** Whether a 'no', or a list that one began, reaches to a span. */
function isUnwanted({ words, items, marks }: State, { from }: Span, draft: Draft): boolean {
  const { gap = '' } = words[from] ?? {}
  if (marks.not !== undefined || (from === 0 ? /^[-−–]["“]?$/ : /\s[-−–]["“]?$/).test(gap))
    return true
  const before = items.at(-1)
  if (!before?.isUnwanted || before.isLeft) return false
  const [kind, of] = [kindOf(draft), kindOf(before)]
  const word = marks.join?.word
  if (word === 'or' || word === 'nor' || gap.includes('/')) return kind === of
  if (word !== 'and' && !/[,&]/.test(gap)) return false
  const isBurden =
    draft.kind === 'term' && draft.term.kind === 'concept' && draft.term.concept.isBurden
  return kind === 'place' ? of === 'place' : isBurden === true && of !== 'place'
}

type Stated = Exclude<Meaning, { kind: 'noise' | 'couple' | 'city' | 'state' }>

function takeMeaning(state: State, span: Span, meaning: Stated): boolean {
  const { from, to } = span
  switch (meaning.kind) {
    case 'tele':
      return meaning.meanings.every((part) => takeMeaning(state, span, part as Stated))
    case 'profession': {
      state.sentence.profession = meaning.profession
      const isBeside = state.chosen.some(
        ({ says }) => says.kind === 'meaning' && says.meaning.kind === 'concept',
      )
      return takeWords(state, from, to, isBeside)
    }
    case 'order': {
      const { by, label } = meaning.order
      return state.marks.not === undefined && add(state, span, { kind: 'order', by, label })
    }
    case 'unwanted':
      return add(state, span, unwanted(draftOf(state, span, meaning.meaning)))
    default: {
      const draft = draftOf(state, span, meaning)
      if (meaning.kind === 'filter' && meaning.isAmount)
        return state.marks.not === undefined && takeFilter(state, span, draft, meaning.filter)
      if (isUnwanted(state, span, draft)) return add(state, span, unwanted(draft))
      if (meaning.kind === 'filter') return takeFilter(state, span, draft, meaning.filter)
      const { concept } = meaning
      return (
        !concept.isOnlyUnwanted && (isRepeated(state, span, concept) || add(state, span, draft))
      )
    }
  }
}

function draftOf(
  { words }: State,
  { from, to }: Span,
  meaning: Extract<Meaning, { kind: 'concept' | 'filter' }>,
): Draft {
  if (meaning.kind === 'filter') {
    const { label, filter, texts } = meaning
    const term = { kind: 'filter' as const, filter, ...(texts !== undefined && { texts }) }
    return { kind: 'term', term, label }
  }
  const { concept } = meaning
  const term: Term = { kind: 'concept', concept, typed: phraseAt(words, from, to - from) }
  return { kind: 'term', term, label: concept.label }
}

/** 'pm&r inpatient rehab' says one thing twice; 'er, peds er' does not. */
function isRepeated({ items, words, marks }: State, { from }: Span, { label }: Concept): boolean {
  if (marks.join?.word === 'or' || /[,;/]/.test(words[from]?.gap ?? '')) return false
  return items
    .slice(items.findLastIndex((item) => item.link !== undefined) + 1)
    .some((item) => item.label === label && isConcept(item))
}

/** Of these a job has one. */
const exclusive = ['jobType', 'visa', 'payroll', 'call', 'startBy', 'fte'] as const

function takeFilter(state: State, span: Span, draft: Draft, filter: Filters): boolean {
  const { items, source, words, marks } = state
  const isAnother = marks.join?.word === 'or' || /[,/]/.test(words[span.from]?.gap ?? '')
  const others = (isAnother ? items.slice(0, -1) : items).map(filterOf)
  // Another value of a filter that has one already, beside which no job can have it.
  for (const name of exclusive)
    for (const chosen of [source.filters, ...others])
      if (filter[name] && chosen[name] && !overlap(filter[name], chosen[name])) return false
  const before = items.at(-1)
  // 'part time 20 hours a week' says one thing twice.
  if (before && before.kind === 'term' && before.label === draft.label)
    return extendLast(items, span.to)
  return add(state, span, draft)
}
const filterOf = (item: Item): Filters =>
  item.kind === 'term' && item.term.kind === 'filter' && !item.isUnwanted ? item.term.filter : {}
const overlap = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((value) => other.includes(value))

/** 'nursery optional', 'obstetrics is not required': what stands before is not asked for. */
function takeNotRequired({ items }: State, { from, to }: Span): boolean {
  const before = items.at(-1)
  if (before?.kind !== 'term' || before.to !== from || before.isUnwanted) return false
  items.pop()
  if (before.term.kind !== 'filter') items.push(unwanted({ ...before, to }))
  return true
}

/**
 * Words that nothing explains. Those are demanded that titles, employers or places have; jobs with
 * others come first, and they hide none. A filter is read as words where it contradicts another.
 */
function takeWords(state: State, from: number, to: number, isBeside = false): true {
  const { source, refused, marks, sentence, items } = state
  const isPasted = state.words.length > mostTyped
  for (const [index, { text, word }] of [...state.words.entries()].slice(from, to)) {
    const span = { from: index, to: index + 1 } as Span
    const isDemanded =
      refused.has(index) ||
      (!isPasted && source.known.words.get(text)?.isName && !isCommonWord(word))
    const isHidden = isDemanded === true && !isBeside
    const term = {
      kind: 'word' as const,
      text,
      word,
      ...(!isHidden && { isOptional: true as const }),
    }
    const isRanking = (item: Item) => item.kind === 'term' && isOptional(item.term)
    if (isPasted && items.filter(isRanking).length >= mostRanking)
      (sentence.unread ??= []).push(index)
    else addWanted(state, span, { kind: 'term', term, label: `“${text}”` })
    delete marks.join
  }
  return true
}
/** In words: longer texts are pasted, which demand no word, and of which a few rank. */
const mostTyped = 30
const mostRanking = 12

type PlaceSays = Extract<Says, { kind: 'spot' | 'area' | 'state' }>

function takePlace(state: State, span: Span, place: PlaceSays): boolean {
  const { source, sentence, spots, states, marks } = state
  const [label, filter] = placeFilter(place)
  const draft = { kind: 'term' as const, term: { kind: 'filter' as const, filter }, label }
  if (isUnwanted(state, span, draft)) return add(state, span, unwanted(draft))
  if (source.hasPlace || (sentence.area && place.kind !== 'area')) return false
  sentence.others ??= (
    place.kind === 'spot' ? place.spot : place.kind === 'area' ? place.area : place
  ).others
  const last = state.items.at(-1)
  if (last?.kind === 'place' && [label, `near ${label}`].includes(last.label))
    return extendLast(state.items, span.to)
  if (place.kind === 'state') {
    const [first] = spots
    if (first && (spots.length > 1 || first.state !== place.state)) return false
    if (first) {
      first.stated = place.state
      return extendLast(state.items, span.to)
    }
    if (!states.includes(place.state)) states.push(place.state)
    return add(state, span, { kind: 'place', state: place.state, label })
  }
  if (place.kind === 'area') {
    if (spots.length + states.length > 0) return false
    const isAnother = sentence.area !== undefined
    sentence.area = sentence.area ? bothAreas(sentence.area, place.area) : place.area
    return add(state, span, { kind: 'place', label }, isAnother)
  }
  const { spot } = place
  if (states.length > 0 && !states.some((code) => code === spot.state)) return false
  if (!spots.some((each) => each.label === label)) spots.push(spot)
  add(state, span, { kind: 'place', label: `near ${label}` }, spots.length > 1)
  const { distance } = marks.lead ?? {}
  if (distance?.isClosest) sentence.isClosest = true
  if (distance?.miles !== undefined) setDistance(state, distance, ` of ${label}`)
  return true
}

const bothAreas = (one: Area, other: Area): Area => ({
  label: `${one.label} or ${other.label}`,
  states: [...new Set([...one.states, ...other.states])],
  counties: [...one.counties, ...other.counties],
  others: [],
})

function placeFilter(place: PlaceSays): [label: string, filter: Pick<Filters, 'state' | 'county'>] {
  if (place.kind === 'state') return [stateName(place.state), { state: [place.state] }]
  if (place.kind === 'spot') return [place.spot.label, { county: [place.spot.county ?? ''] }]
  const { label, states, counties } = place.area
  const county = counties.map(({ fips }) => fips)
  return [
    label,
    { ...(states.length > 0 && { state: states }), ...(county.length > 0 && { county }) },
  ]
}

/** So many miles around the place that was read last. */
function setDistance({ sentence, items }: State, distance: Distance, around: string): true {
  const { miles, isAbout } = distance
  Object.assign(sentence, { miles, ...(isAbout && { isAbout }) })
  const item = items.at(-1)
  if (item) item.label = `within ${isAbout ? 'about ' : ''}${miles} miles${around}`
  return true
}

/** Behind its place, or apart from it, in this box or the other. */
function takeDistance(state: State, span: Span, distance: Distance): boolean {
  const { sentence, items, spots, source, chosen } = state
  if (sentence.miles !== undefined) return false
  const last = items.at(-1)
  const isBehind = last?.kind === 'place' && last.to === span.from
  const spot = isBehind ? spots.at(-1) : undefined
  if (spot) setDistance(state, distance, ` of ${spot.label}`)
  if (spot || (isBehind && sentence.area)) return extendLast(items, span.to)
  if (!source.hasPlace && !chosen.some(({ says }) => says.kind === 'spot')) return false
  add(state, span, { kind: 'place', label: '' })
  return setDistance(state, distance, '')
}
