import type { StateCode } from '#shared/us-states.ts'
import type { Filters } from '#features/jobs/filters.ts'
import type { SortBy } from '#features/jobs/search-criteria.ts'
import type { Practice } from '#vocabulary/practices.ts'
import type { Distance } from '#vocabulary/quantities.ts'
import type { Span } from './choose.ts'
import { meaningOf, type Wish } from './meanings.ts'
import type { Place } from './places.ts'
import { isOptional, type Term } from './reading.ts'
import { isCommonWord, phraseAt, tokenAt, type Text, type Token } from './text.ts'

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
  /** A place box asks for the whole country. */
  isEverywhere?: true
}

/** What the chosen spans say together, and those that contradict the others. */
export type Settled = { sentence: Sentence; contradicted: Span[] }

/** Where words stand. */
type Words = Pick<Span, 'from' | 'to'>

/** A sentence while its spans become items. */
type State = {
  source: Text
  sentence: Sentence
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
  const { text, tokens: words } = source
  const sentence: Sentence = { text, words, items: [], places: [], isCouple }
  const state: State = { source, sentence, chosen, refused, marks: {} }
  const contradicted = chosen.filter((span) => {
    if (takeMark(state, span)) return false
    const isTaken = take(state, span)
    state.marks = {}
    return !isTaken
  })
  return { sentence, contradicted }
}

/** What says something of what follows, or nothing. */
function takeMark({ marks, source: { tokens } }: State, { says, from: at }: Span) {
  if (says.kind === 'join') marks.join = { word: tokens[at]?.word ?? '', at }
  else if (says.kind === 'not') Object.assign(marks, { not: at, isLeft: says.isLeft })
  else if (says.kind === 'lead') marks.lead = { at, distance: says.distance }
  else return says.kind === 'noise' || says.kind === 'couple'
  return true
}

/** False where it contradicts what is known, and so is to be read otherwise. */
function take(state: State, span: Span) {
  const { sentence, marks, chosen } = state
  const { says, to } = span
  switch (says.kind) {
    case 'concept':
    case 'filter':
      return addWish(state, span, says)
    case 'unwanted':
      return add(state, span, unwanted(draftOf(state, span, says.meaning)))
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
      return extendLast(sentence, to)
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
      const term = { kind: 'phrase' as const, text }
      return addWanted(state, span, { about: 'word', term, label: `“${text}”` })
    }
    case 'reference':
      if (sentence.reference !== undefined) return false
      sentence.reference = says.code.toLowerCase()
      return add(state, span, { about: 'place', label: `WC-${says.code.toUpperCase()}` })
    case 'everywhere':
      return (sentence.isEverywhere = true)
    default:
      return takeWords(state, span)
  }
}

type Draft = Omit<Item, 'to' | 'link' | 'opens'>

function draftOf({ source: { tokens } }: State, { from, to }: Words, wish: Wish): Draft {
  if (wish.kind === 'filter') {
    const { label, filter, texts } = wish
    const term = { kind: 'filter' as const, filter, ...(texts !== undefined && { texts }) }
    return { about: 'condition', term, label }
  }
  const { label, isCondition, entry } = wish.concept
  const term: Term = { ...wish, typed: phraseAt(tokens, from, to - from) }
  const about = isCondition ? 'condition' : entry.kind === 'specialty' ? 'specialty' : 'field'
  return { about, term, label }
}

function extendLast({ items }: Sentence, to: number): true {
  const last = items.at(-1)
  if (last) last.to = to
  return true
}

/** With a 'no' before it, what is not wanted. */
const addWanted = (state: State, span: Words, draft: Draft): true =>
  isUnwanted(state, span, draft) ? addUnwanted(state, span, draft) : add(state, span, draft)

/** In 'cardiology not interventional' a part of what stands before. */
function addUnwanted(state: State, span: Words, draft: Draft): true {
  const { sentence, source, marks } = state
  const isPart = marks.not !== undefined && (isField(draft) || draft.about === 'word')
  const whole = isPart
    ? sentence.items.findLast((item) => !item.isUnwanted && isField(item))
    : undefined
  const words = phraseAt(source.tokens, span.from, span.to - span.from)
  const part = whole && meaningOf(`${words} ${whole.label.toLowerCase()}`)
  return add(state, span, unwanted(part?.kind === 'concept' ? draftOf(state, span, part) : draft))
}

function unwanted(draft: Draft): Draft {
  const { label, about } = draft
  const isName = about === 'place' || !/^[A-Z][a-z]/.test(label)
  return { ...draft, label: `No ${isName ? label : label.toLowerCase()}`, isUnwanted: true }
}

const isField = ({ about }: Draft) => about === 'field' || about === 'specialty'

function add(state: State, { from, to }: Words, draft: Draft, isAlternative = false): true {
  const { sentence, source, marks } = state
  const { items } = sentence
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
  const isSlashed = gap.trim() === '/' && source.tokens[opens - 1]?.word !== 'w'
  const listed = isSlashed ? 'slash' : /[,;]/.test(gap) ? 'comma' : undefined
  items.splice(other >= 0 ? other + 1 : items.length, 0, {
    ...draft,
    to,
    ...(isLeft && { isLeft }),
    opens: join && isJoined ? Math.min(join.at, opens) : opens,
    link: before && (isJoined || other >= 0 || isAlternative ? 'or' : listed),
  })
  return true
}
const ors = new Set(['or', 'o', 'nor'])

/** Two specialties or two places are alternatives even with an 'and'. */
const areAlike = (before: Draft, draft: Draft) =>
  !before.isUnwanted &&
  (before.about === 'place' ? draft.about === 'place' : isField(before) && isField(draft))

/** Whether a 'no', or a list that one began, reaches to a span. */
function isUnwanted({ sentence, marks, source }: State, { from }: Words, draft: Draft) {
  const { gap = '' } = source.tokens[from] ?? {}
  if (marks.not !== undefined || (from === 0 ? /^[-−–]["“]?$/ : /\s[-−–]["“]?$/).test(gap))
    return true
  const before = sentence.items.at(-1)
  if (!before?.isUnwanted || before.isLeft) return false
  const [kind, of] = [draft, before].map((item) => (isField(item) ? 'word' : item.about))
  const word = marks.join?.word
  // 'no weekends or holidays'
  if (word === 'or' || word === 'nor' || gap.includes('/')) return kind === of || kind === 'word'
  if (word !== 'and' && !/[,&]/.test(gap)) return false
  return kind === 'place' ? of === 'place' : practiceOf(draft).isBurden === true && of !== 'place'
}

const practiceOf = ({ term }: Draft): Partial<Practice> =>
  term?.kind === 'concept' && term.concept.entry.kind === 'practice'
    ? term.concept.entry.practice
    : {}

/** Of these a job has one. */
const exclusive = ['jobType', 'visa', 'payroll', 'call', 'startBy', 'fte'] as const

function addWish(state: State, span: Span, wish: Wish) {
  const { sentence, source, marks } = state
  const { items } = sentence
  const draft = draftOf(state, span, wish)
  const isAmount = wish.kind === 'filter' && wish.isAmount === true
  if (isAmount ? marks.not !== undefined : isUnwanted(state, span, draft))
    return !isAmount && addUnwanted(state, span, draft)
  if (practiceOf(draft).isOnlyUnwanted) return false
  // 'pm&r inpatient rehab' says one thing twice; 'er, peds er' does not.
  const isAnother = marks.join?.word === 'or' || /[,;/]/.test(source.tokens[span.from]?.gap ?? '')
  const beside = items.slice(items.findLastIndex((item) => item.link !== undefined) + 1)
  const isSame = (item: Item) => item.label === draft.label && item.term?.kind === wish.kind
  if (wish.kind === 'concept') return (!isAnother && beside.some(isSame)) || add(state, span, draft)
  // 'full time part time' is either.
  const isEither = items.slice(-1).some((item) => areApart(filterOf(item), wish.filter))
  // Another value of a filter that has one already, beside which no job can have it.
  const others = (isAnother || isEither ? items.slice(0, -1) : items).map(filterOf)
  if ([source.filters, ...others].some((chosen) => areApart(chosen, wish.filter))) return false
  // 'part time 20 hours a week' says one thing twice.
  return items.slice(-1).some(isSame)
    ? extendLast(sentence, span.to)
    : add(state, span, draft, isEither)
}

const areApart = (one: Filters, other: Filters) =>
  exclusive.some((name) => {
    const values: readonly string[] | undefined = one[name]
    return values && other[name] && !other[name].some((value) => values.includes(value))
  })

const filterOf = ({ term, isUnwanted }: Item) =>
  term?.kind === 'filter' && !isUnwanted ? term.filter : {}

/** 'nursery optional', 'obstetrics is not required': what stands before is not asked for. */
function takeNotRequired({ sentence: { items } }: State, { from, to }: Span) {
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
  const { source, refused, marks, sentence } = state
  const isPasted = source.tokens.length > mostTyped
  // A name of several words that no employer has hides no job.
  const isUnheard =
    to - from > 1 && !source.known.employers.has(phraseAt(source.tokens, from, to - from))
  for (let index = from; index < to; index++) {
    const { text, word } = tokenAt(source.tokens, index)
    const isName = source.known.words.get(text)?.isName && !isCommonWord(word)
    const isDemanded = !isBeside && (refused.has(index) || (!isPasted && !isUnheard && isName))
    const term = {
      kind: 'word' as const,
      text,
      word,
      ...(!isDemanded && { isOptional: true as const }),
    }
    const ranking = sentence.items.filter((item) => item.term && isOptional(item.term))
    const span = { from: index, to: index + 1 }
    if (isPasted && ranking.length >= mostRanking) (sentence.unread ??= []).push(index)
    else addWanted(state, span, { about: 'word', term, label: `“${text}”` })
    delete marks.join
  }
  return true
}
/** In words: longer texts are pasted, which demand no word, and of which a few rank. */
const mostTyped = 30
const mostRanking = 12

function takePlace(state: State, span: Span, place: Place) {
  const { source, sentence, marks } = state
  const { places, items } = sentence
  const { kind, label } = place
  const draft: Draft = { about: 'place', label, term: { kind: 'filter', filter: filterIn(place) } }
  if (isUnwanted(state, span, draft)) return addUnwanted(state, span, draft)
  const isNarrower = (other: Place) =>
    kind !== 'area' && other.kind !== 'area' && other.states[0] === place.states[0]
  const fits = places.every((other) => other.kind === kind) || places.some(isNarrower)
  if (source.hasPlace || !fits) return false
  const [last, [first, second], [state0]] = [items.at(-1), places, place.states]
  const name = kind === 'spot' ? `near ${label}` : label
  if (last?.about === 'place' && [label, name].includes(last.label))
    return extendLast(sentence, span.to)
  if (kind === 'state' && first?.kind === 'spot' && !second) {
    first.stated = state0 as StateCode
    return extendLast(sentence, span.to)
  }
  const isAnother = kind !== 'state' && places.some((other) => other.kind === kind)
  if (!places.some((other) => other.label === label)) places.push({ ...place })
  const ofState = kind === 'state' && { state: state0 as StateCode }
  add(state, span, { about: 'place', label: name, ...ofState }, isAnother)
  const { distance } = marks.lead ?? {}
  return kind === 'spot' && distance ? setDistance(sentence, distance, ` of ${label}`) : true
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
function setDistance(sentence: Sentence, distance: Distance, around = ''): true {
  const { miles, isAbout } = distance
  sentence.distance = { ...sentence.distance, ...distance }
  const item = sentence.items.at(-1)
  if (item && miles !== undefined)
    item.label = `within ${isAbout ? 'about ' : ''}${miles} miles${around}`
  return true
}

/** Behind its place, or apart from it, in this box or the other. */
function takeDistance(state: State, span: Span, distance: Distance) {
  const { sentence, source, chosen } = state
  if (sentence.distance?.miles !== undefined) return false
  const last = sentence.items.at(-1)
  const isBehind = last?.about === 'place' && !last.isUnwanted && last.to === span.from
  const place = isBehind ? sentence.places.at(-1) : undefined
  if (place?.kind === 'spot') setDistance(sentence, distance, ` of ${place.label}`)
  if (place && place.kind !== 'state') return extendLast(sentence, span.to)
  if (!source.hasPlace && !chosen.some(({ says }) => says.kind === 'spot')) return false
  add(state, span, { about: 'place', label: '' })
  return setDistance(sentence, distance)
}
