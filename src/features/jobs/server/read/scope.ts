import type { StateCode } from '#shared/us-states.ts'
import type { Filters } from '#features/jobs/filters.ts'
import type { SortBy } from '#features/jobs/search-criteria.ts'
import type { Distance } from '#vocabulary/quantities.ts'
import type { Says, Span } from './choose.ts'
import type { Place } from './places.ts'
import { isOptional, type Term } from './reading.ts'
import { isCommonWord, phraseAt, type Text, type Token } from './text.ts'

/** One piece of a text that was understood, or a word that was not. */
export type Item = {
  label: string
  /** What is wanted or not wanted alike: 'no nights or weekends' are two conditions. */
  about: 'specialty' | 'field' | 'condition' | 'place' | 'order' | 'word'
  /** The condition on jobs; a wanted place or order is none. */
  term?: Exclude<Term, { kind: 'not' | 'or' }>
  state?: StateCode
  by?: SortBy
  isUnwanted?: true
  /** A place that somebody leaves: what is listed behind it is none. */
  isLeft?: true
  /** How it is joined to the item before. */
  link?: 'or' | 'slash' | 'comma' | undefined
  /** The word at which it begins together with its 'no' or 'or'. */
  opens: number
  /** Behind its last word. */
  to: number
}

/** What a text says. */
export type Sentence = {
  text: string
  words: readonly Token[]
  items: Item[]
  /** Several are alternatives, but a city in a state is one. */
  places: Place[]
  /** 'within 25 miles of …', 'closest to'. */
  distance?: Partial<Distance>
  /** Two people look for work in one town. */
  isCouple?: boolean
  /** The last characters of a job's id. */
  reference?: string
  /** Somebody who is no physician. */
  profession?: string
  /** Words of a pasted text that nothing explains, beyond those that rank. */
  unread?: number[]
  /** What a place box says instead of a place of this country. */
  beyond?: ('everywhere' | 'remote' | 'abroad')[]
}

/** What the chosen spans say together, and those that contradict the others. */
export type Settled = { sentence: Sentence; contradicted: Span[] }

/** A sentence while its spans become items. */
type State = {
  source: Text
  sentence: Sentence
  items: Item[]
  chosen: readonly Span[]
  /** The words of readings that contradicted others. */
  refused: ReadonlySet<number>
  /** What waits for that of which it says something, and where it stands. */
  marks: {
    not?: number
    lead?: { at: number; distance?: Distance | undefined }
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
  const isCouple = chosen.some(({ says }) => says.kind === 'couple')
  const items: Item[] = []
  const { text, tokens: words } = source
  const sentence: Sentence = { text, words, items, places: [], isCouple }
  const state: State = { source, sentence, items, chosen, refused, marks: {} }
  const contradicted: Span[] = []
  for (const span of chosen) {
    if (takeMark(state, span)) continue
    if (!take(state, span, span.says)) contradicted.push(span)
    state.marks = {}
  }
  return { sentence, contradicted }
}

/** What says something of what follows, or nothing. */
function takeMark({ marks, source: { tokens } }: State, { says, from: at }: Span): boolean {
  if (says.kind === 'join') marks.join = { word: tokens[at]?.word ?? '', at }
  else if (says.kind === 'not') Object.assign(marks, { not: at, isLeft: says.isLeft })
  else if (says.kind === 'lead') marks.lead = { at, distance: says.distance }
  else return says.kind === 'noise' || says.kind === 'couple'
  return true
}

/** False where it contradicts what is known, and so is to be read otherwise. */
function take(state: State, span: Span, says: Says): boolean {
  const { sentence, items, marks, chosen } = state
  switch (says.kind) {
    case 'concept':
      return takeConcept(state, span, says)
    case 'filter':
      return takeFilter(state, span, says)
    case 'unwanted':
      return add(state, span, unwanted(draftOf(state, span, says.meaning)))
    case 'tele':
      return says.meanings.every((meaning) => take(state, span, meaning))
    case 'order':
      return marks.not === undefined && add(state, span, { about: 'order', ...says.order })
    case 'profession':
      sentence.profession = says.profession
      return takeWords(
        state,
        span,
        chosen.some((other) => other.says.kind === 'concept'),
      )
    case 'more':
      return extendLast(items, span.to)
    case 'spot':
    case 'area':
    case 'state':
      return takePlace(state, span, says)
    case 'distance':
      return takeDistance(state, span, says.distance)
    case 'notRequired':
      return takeNotRequired(state, span)
    case 'phrase': {
      const { text } = says
      return addWanted(state, span, {
        about: 'word',
        term: { kind: 'phrase', text },
        label: `“${text}”`,
      })
    }
    case 'reference':
      if (sentence.reference !== undefined) return false
      sentence.reference = says.code.toLowerCase()
      return add(state, span, { about: 'place', label: `WC-${says.code.toUpperCase()}` })
    case 'everywhere':
    case 'remote':
    case 'abroad':
      sentence.beyond = [...(sentence.beyond ?? []), says.kind]
      return true
    default:
      return takeWords(state, span)
  }
}

type Draft = Omit<Item, 'to' | 'link' | 'opens'>
type Meant<Kind extends Says['kind']> = Extract<Says, { kind: Kind }>

function draftOf(
  { source: { tokens } }: State,
  { from, to }: Span,
  says: Meant<'concept' | 'filter'>,
): Draft {
  if (says.kind === 'filter') {
    const { label, filter, texts } = says
    const term = { kind: 'filter' as const, filter, ...(texts !== undefined && { texts }) }
    return { about: 'condition', term, label }
  }
  const { label, isCondition, entry } = says.concept
  const term: Term = { ...says, typed: phraseAt(tokens, from, to - from) }
  const about = isCondition ? 'condition' : entry.kind === 'specialty' ? 'specialty' : 'field'
  return { about, term, label }
}

function extendLast(items: readonly Item[], to: number): true {
  const last = items.at(-1)
  if (last) last.to = to
  return true
}

/** With a 'no' before it, what is not wanted. */
const addWanted = (state: State, span: Span, draft: Draft): true =>
  add(state, span, isUnwanted(state, span, draft) ? unwanted(draft) : draft)

function unwanted(draft: Draft): Draft {
  const { label, about } = draft
  const isName = about === 'place' || !/^[A-Z][a-z]/.test(label)
  return { ...draft, label: `No ${isName ? label : label.toLowerCase()}`, isUnwanted: true }
}

const isField = ({ about }: Draft): boolean => about === 'field' || about === 'specialty'

function add(state: State, { from, to }: Span, draft: Draft, isAlternative = false): true {
  const { items, sentence, source, marks } = state
  const { join, not, lead, isLeft } = marks
  const opens = Math.min(from, not ?? from, lead?.at ?? from)
  const gap = source.tokens[opens]?.gap ?? ''
  // Of a couple the second may be named behind the place of both.
  const isOther = (item: Draft) => !item.isUnwanted && isField(item)
  const isBeside = items.at(-1)?.to === opens && gap.trim() === ''
  const other = sentence.isCouple && isOther(draft) && !isBeside ? items.findLastIndex(isOther) : -1
  const before = items.at(other)
  const isAnd = join ? !ors.has(join.word) : /^\s*[+&]\s*$/.test(gap)
  const isBoth = isAnd && before !== undefined && areAlike(before, draft)
  if (isBoth && before.about === 'specialty' && draft.about === 'specialty')
    sentence.isCouple = true
  const isJoined = (join && !isAnd) || isBoth
  const link =
    isJoined || other >= 0 || isAlternative
      ? 'or'
      : gap.trim() === '/' && source.tokens[opens - 1]?.word !== 'w'
        ? 'slash'
        : /[,;]/.test(gap)
          ? 'comma'
          : undefined
  items.splice(other >= 0 ? other + 1 : items.length, 0, {
    ...draft,
    to,
    ...(isLeft && { isLeft }),
    opens: join && isJoined ? Math.min(join.at, opens) : opens,
    link: before ? link : undefined,
  })
  return true
}
const ors = new Set(['or', 'o', 'nor'])

/** Two specialties or two places are alternatives even with an 'and'. */
const areAlike = (before: Draft, draft: Draft): boolean =>
  !before.isUnwanted &&
  (before.about === 'place' ? draft.about === 'place' : isField(before) && isField(draft))

/** Whether a 'no', or a list that one began, reaches to a span. */
function isUnwanted({ items, marks, source }: State, { from }: Span, draft: Draft): boolean {
  const { gap = '' } = source.tokens[from] ?? {}
  if (marks.not !== undefined || (from === 0 ? /^[-−–]["“]?$/ : /\s[-−–]["“]?$/).test(gap))
    return true
  const before = items.at(-1)
  if (!before?.isUnwanted || before.isLeft) return false
  const [kind, of] = [draft, before].map((item) =>
    isField(item) || item.about === 'word' ? 'what' : item.about,
  )
  const word = marks.join?.word
  if (word === 'or' || word === 'nor' || gap.includes('/')) return kind === of
  if (word !== 'and' && !/[,&]/.test(gap)) return false
  const isBurden = draft.term?.kind === 'concept' && draft.term.concept.isBurden
  return kind === 'place' ? of === 'place' : isBurden === true && of !== 'place'
}

function takeConcept(state: State, span: Span, says: Meant<'concept'>): boolean {
  const { items, marks, source } = state
  const { label, isOnlyUnwanted } = says.concept
  const draft = draftOf(state, span, says)
  if (isUnwanted(state, span, draft)) return add(state, span, unwanted(draft))
  if (isOnlyUnwanted) return false
  // 'pm&r inpatient rehab' says one thing twice; 'er, peds er' does not.
  const isAnother = marks.join?.word === 'or' || /[,;/]/.test(source.tokens[span.from]?.gap ?? '')
  const beside = items.slice(items.findLastIndex((item) => item.link !== undefined) + 1)
  const isRepeated = beside.some((item) => item.label === label && item.term?.kind === 'concept')
  return (isRepeated && !isAnother) || add(state, span, draft)
}

/** Of these a job has one. */
const exclusive = ['jobType', 'visa', 'payroll', 'call', 'startBy', 'fte'] as const

function takeFilter(state: State, span: Span, says: Meant<'filter'>): boolean {
  const { items, source, marks } = state
  const { filter } = says
  const draft = draftOf(state, span, says)
  if (says.isAmount ? marks.not !== undefined : isUnwanted(state, span, draft))
    return says.isAmount !== true && add(state, span, unwanted(draft))
  const isAnother = marks.join?.word === 'or' || /[,/]/.test(source.tokens[span.from]?.gap ?? '')
  const others = (isAnother ? items.slice(0, -1) : items).map(filterOf)
  // Another value of a filter that has one already, beside which no job can have it.
  const isContradicted = [source.filters, ...others].some((chosen) =>
    exclusive.some((name) => {
      const values: readonly string[] | undefined = chosen[name]
      return filter[name] && values && !filter[name].some((value) => values.includes(value))
    }),
  )
  if (isContradicted) return false
  // 'part time 20 hours a week' says one thing twice.
  return items.at(-1)?.label === draft.label ? extendLast(items, span.to) : add(state, span, draft)
}
const filterOf = ({ term, isUnwanted }: Item): Filters =>
  term?.kind === 'filter' && !isUnwanted ? term.filter : {}

/** 'nursery optional', 'obstetrics is not required': what stands before is not asked for. */
function takeNotRequired({ items }: State, { from, to }: Span): boolean {
  const before = items.at(-1)
  if (!before?.term || before.to !== from || before.isUnwanted) return false
  items.pop()
  if (before.term.kind !== 'filter') items.push({ ...before, ...unwanted(before), to })
  return true
}

/**
 * Words that nothing explains. Those are demanded that titles, employers or places have; jobs with
 * others come first, and they hide none. A filter is read as words where it contradicts another.
 */
function takeWords(state: State, { from, to }: Span, isBeside = false): true {
  const { source, refused, marks, sentence, items } = state
  const isPasted = source.tokens.length > mostTyped
  for (const [index, { text, word }] of [...source.tokens.entries()].slice(from, to)) {
    const isName = source.known.words.get(text)?.isName && !isCommonWord(word)
    const isDemanded = !isBeside && (refused.has(index) || (!isPasted && isName))
    const isOptionalWord = !isDemanded && { isOptional: true as const }
    const term = { kind: 'word' as const, text, word, ...isOptionalWord }
    const ranking = items.filter((item) => item.term && isOptional(item.term))
    if (isPasted && ranking.length >= mostRanking) (sentence.unread ??= []).push(index)
    else {
      const span = { from: index, to: index + 1 } as Span
      addWanted(state, span, { about: 'word', term, label: `“${text}”` })
    }
    delete marks.join
  }
  return true
}
/** In words: longer texts are pasted, which demand no word, and of which a few rank. */
const mostTyped = 30
const mostRanking = 12

function takePlace(state: State, span: Span, place: Place): boolean {
  const { source, sentence, items, marks } = state
  const { places } = sentence
  const { kind, label } = place
  const draft: Draft = { about: 'place', label, term: { kind: 'filter', filter: filterIn(place) } }
  if (isUnwanted(state, span, draft)) return add(state, span, unwanted(draft))
  const isNarrower = (other: Place) =>
    kind !== 'area' && other.kind !== 'area' && other.states[0] === place.states[0]
  const fits = places.every((other) => other.kind === kind) || places.some(isNarrower)
  if (source.hasPlace || !fits) return false
  const last = items.at(-1)
  const name = kind === 'spot' ? `near ${label}` : label
  if (last?.about === 'place' && [label, name].includes(last.label))
    return extendLast(items, span.to)
  const [first] = places
  if (kind === 'state' && first?.kind === 'spot' && places.length === 1) {
    first.stated = place.states[0] as StateCode
    return extendLast(items, span.to)
  }
  const isAnother = kind !== 'state' && places.some((other) => other.kind === kind)
  if (!places.some((other) => other.label === label)) places.push({ ...place })
  add(
    state,
    span,
    {
      about: 'place',
      label: name,
      ...(kind === 'state' && { state: place.states[0] as StateCode }),
    },
    isAnother,
  )
  const { distance } = marks.lead ?? {}
  if (kind === 'spot' && distance) setDistance(state, distance, ` of ${label}`)
  return true
}

/** The counties of a spot or an area, and the states of a state or an area. */
function filterIn({ kind, states, counties }: Place): Pick<Filters, 'state' | 'county'> {
  const county = counties.map(({ fips }) => fips)
  return {
    ...(kind !== 'spot' && states.length > 0 && { state: states }),
    ...(county.length > 0 && { county }),
  }
}

/** So many miles around the place that was read last. */
function setDistance({ sentence, items }: State, distance: Distance, around: string): true {
  const { miles, isAbout } = distance
  sentence.distance = { ...sentence.distance, ...distance }
  const item = items.at(-1)
  if (item && miles !== undefined)
    item.label = `within ${isAbout ? 'about ' : ''}${miles} miles${around}`
  return true
}

/** Behind its place, or apart from it, in this box or the other. */
function takeDistance(state: State, span: Span, distance: Distance): boolean {
  const { sentence, items, source, chosen } = state
  if (sentence.distance?.miles !== undefined) return false
  const last = items.at(-1)
  const isBehind = last?.about === 'place' && !last.isUnwanted && last.to === span.from
  const place = isBehind ? sentence.places.at(-1) : undefined
  if (place?.kind === 'spot') setDistance(state, distance, ` of ${place.label}`)
  if (place && place.kind !== 'state') return extendLast(items, span.to)
  if (!source.hasPlace && !chosen.some(({ says }) => says.kind === 'spot')) return false
  add(state, span, { about: 'place', label: '' })
  return setDistance(state, distance, '')
}
