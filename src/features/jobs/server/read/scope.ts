import type { StateCode } from '#shared/us-states.ts'
import type { Filters } from '#features/jobs/filters.ts'
import type { SortBy } from '#features/jobs/search-criteria.ts'
import type { Practice } from '#vocabulary/practices.ts'
import type { Distance } from '#vocabulary/quantities.ts'
import { meaningOf, type Wish } from './meanings.ts'
import type { Place } from './places.ts'
import { isOptional } from './reading.ts'
import type { Span } from './scan.ts'
import { isCommonWord, phraseAt, tokenAt, type Text, type Token } from './text.ts'

/** One piece of a text that was understood, or a word that was not. */
export type Item = Piece & {
  /** How it is joined to the item before. */
  link: 'or' | 'slash' | 'comma' | undefined
  /** The word at which it begins together with its 'no' or 'or'. */
  opens: number
  /** Behind its last word. */
  to: number
}

type Piece = {
  label: string
  /** What is wanted or not wanted alike: 'no nights or weekends' are two conditions. */
  about: Wish['about'] | 'order'
  /** The condition on jobs; a wanted place or order is none. */
  term?: Wish['term']
  state?: StateCode
  by?: SortBy
  isUnwanted?: true
  /** A place that somebody leaves: what is listed behind it is none. */
  isLeft?: true
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
type Settled = { sentence: Sentence; contradicted: Span[] }

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
    opens?: number
    isNot?: true
    isLeft?: true
    distance?: Distance | undefined
    join?: { isOr: boolean; at: number }
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
function takeMark({ marks, sentence }: State, { says, from: at }: Span) {
  if (says.kind === 'everywhere') sentence.isEverywhere = true
  if (['noise', 'couple', 'everywhere'].includes(says.kind)) return true
  if (says.kind === 'join') marks.join = { isOr: says.isOr, at }
  else if (says.kind === 'not') Object.assign(marks, { isNot: true, isLeft: says.isLeft })
  else if (says.kind === 'lead') marks.distance = says.distance
  else return false
  if (says.kind !== 'join') marks.opens ??= at
  return true
}

/** False where it contradicts what is known, and so is to be read otherwise. */
function take(state: State, span: Span) {
  const { sentence, marks, chosen } = state
  const { says, to } = span
  switch (says.kind) {
    case 'wish':
      return addWish(state, span, says)
    case 'unwanted':
      return add(state, span, unwanted(says.meaning))
    case 'order':
      return !marks.isNot && add(state, span, { about: 'order', ...says.order })
    case 'profession':
      sentence.profession = says.profession
      return takeWords(state, span, chosen.some(isConcept))
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
    case 'reference':
      if (sentence.reference !== undefined) return false
      sentence.reference = says.code.toLowerCase()
      return add(state, span, { about: 'place', label: `WC-${says.code.toUpperCase()}` })
    default:
      return takeWords(state, span)
  }
}

const isConcept = ({ says }: Span) => says.kind === 'wish' && says.term.kind === 'concept'

function extendLast({ items }: Sentence, to: number): true {
  const last = items.at(-1)
  if (last) last.to = to
  return true
}

/** Adds a piece, behind a 'no' as not wanted. */
const put = (state: State, span: Words, piece: Piece): true =>
  isUnwanted(state, span, piece) ? addUnwanted(state, span, piece) : add(state, span, piece)

/** In 'cardiology not interventional' what is not wanted is a part of cardiology. */
function addUnwanted(state: State, span: Words, piece: Piece): true {
  const { sentence, source, marks } = state
  const isPart = marks.isNot && (isField(piece) || piece.about === 'word')
  const whole = isPart ? sentence.items.findLast(isWantedField) : undefined
  const words = phraseAt(source.tokens, span.from, span.to - span.from)
  const part = whole && meaningOf(`${words} ${whole.label.toLowerCase()}`)
  return add(state, span, unwanted(part?.kind === 'wish' && isField(part) ? part : piece))
}

function unwanted(piece: Piece): Piece {
  const { label, about } = piece
  const isName = about === 'place' || !/^[A-Z][a-z]/.test(label)
  return { ...piece, label: `No ${isName ? label : label.toLowerCase()}`, isUnwanted: true }
}

const isField = ({ about }: Piece) => about === 'field' || about === 'specialty'
const isWantedField = (piece: Piece) => !piece.isUnwanted && isField(piece)

function add(state: State, { from, to }: Words, piece: Piece, isAlternative = false): true {
  const { sentence, source, marks } = state
  const { items } = sentence
  const { join, opens = from, isLeft } = marks
  const gap = source.tokens[opens]?.gap ?? ''
  // Of a couple the second may be named behind the place of both.
  const isBeside = items.at(-1)?.to === opens && gap.trim() === ''
  const isPartner = sentence.isCouple && isWantedField(piece) && !isBeside
  const partner = isPartner ? items.findLastIndex(isWantedField) : -1
  const before = items.at(partner)
  const isAnd = join ? !join.isOr : /^\s*[+&]\s*$/.test(gap)
  const isBoth = isAnd && before !== undefined && areAlike(before, piece)
  if (isBoth && [before, piece].every(({ about }) => about === 'specialty'))
    sentence.isCouple = true
  const isJoined = (join && !isAnd) || isBoth
  const isSlashed = gap.trim() === '/' && source.tokens[opens - 1]?.word !== 'w'
  const listed = isSlashed ? 'slash' : /[,;]/.test(gap) ? 'comma' : undefined
  items.splice(partner >= 0 ? partner + 1 : items.length, 0, {
    ...piece,
    ...(isLeft && { isLeft }),
    to,
    opens: join && isJoined ? Math.min(join.at, opens) : opens,
    link: before && (isJoined || partner >= 0 || isAlternative) ? 'or' : listed,
  })
  return true
}

/** Two specialties or two places are alternatives even with an 'and'. */
const areAlike = (before: Piece, piece: Piece) =>
  !before.isUnwanted &&
  (before.about === 'place' ? piece.about === 'place' : isField(before) && isField(piece))

/** Whether a 'no', or a list that one began, reaches to a span. */
function isUnwanted({ sentence, marks, source }: State, { from }: Words, piece: Piece) {
  const { gap } = tokenAt(source.tokens, from)
  if (marks.isNot || (from === 0 ? /^[-−–]["“]?$/ : /\s[-−–]["“]?$/).test(gap)) return true
  const before = sentence.items.at(-1)
  if (!before?.isUnwanted || before.isLeft) return false
  const [kind, unwantedKind] = [piece, before].map((item) => (isField(item) ? 'word' : item.about))
  // 'no weekends or holidays'
  if (marks.join?.isOr || gap.includes('/')) return kind === unwantedKind || kind === 'word'
  if (!marks.join && !/[,&]/.test(gap)) return false
  if (kind === 'place') return unwantedKind === 'place'
  return practiceOf(piece).isBurden === true && unwantedKind !== 'place'
}

const practiceOf = ({ term }: Piece): Partial<Practice> =>
  term?.kind === 'concept' && term.concept.entry.kind === 'practice'
    ? term.concept.entry.practice
    : {}

/** Of these a job has one. */
const exclusive = ['jobType', 'visa', 'payroll', 'call', 'startBy', 'fte'] as const

function addWish(state: State, span: Span, wish: Wish): boolean {
  const { sentence, source, marks } = state
  const { items } = sentence
  const { label, term, isAmount } = wish
  if (isAmount && marks.isNot) return false
  if (!isAmount && isUnwanted(state, span, wish)) return addUnwanted(state, span, wish)
  if (practiceOf(wish).isOnlyUnwanted) return false
  const isSame = (item: Item) => item.label === label && item.term?.kind === term.kind
  const isAnother = marks.join?.isOr || /[,;/]/.test(tokenAt(source.tokens, span.from).gap)
  if (term.kind !== 'filter') {
    // 'pm&r inpatient rehab' says one thing twice; 'er, peds er' does not.
    const beside = items.slice(items.findLastIndex((item) => item.link !== undefined) + 1)
    return (!isAnother && beside.some(isSame)) || add(state, span, wish)
  }
  // 'full time part time' is either.
  const isEither = items.slice(-1).some((item) => areApart(filterOf(item), term.filter))
  // Another value of a filter that has one already, beside which no job can have it.
  const others = (isAnother || isEither ? items.slice(0, -1) : items).map(filterOf)
  if ([source.filters, ...others].some((chosen) => areApart(chosen, term.filter))) return false
  // 'part time 20 hours a week' says one thing twice.
  return items.slice(-1).some(isSame)
    ? extendLast(sentence, span.to)
    : add(state, span, wish, isEither)
}

const areApart = (chosen: Filters, typed: Filters) =>
  exclusive.some((name) => {
    const values: readonly string[] | undefined = chosen[name]
    return values && typed[name] && !typed[name].some((value) => values.includes(value))
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
    if (isPasted && ranking.length >= mostRanking) (sentence.unread ??= []).push(index)
    else put(state, { from: index, to: index + 1 }, { about: 'word', term, label: `“${text}”` })
    delete marks.join
  }
  return true
}
/** In words: longer texts are pasted, which demand no word, and of which a few rank. */
const mostTyped = 30
const mostRanking = 12

function takePlace(state: State, span: Span, place: Place): boolean {
  const { source, sentence, marks } = state
  const { places, items } = sentence
  const { kind, label } = place
  const piece = { about: 'place' as const, label }
  if (isUnwanted(state, span, piece))
    return addUnwanted(state, span, { ...piece, term: { kind: 'filter', filter: filterIn(place) } })
  const isNarrower = (other: Place) =>
    kind !== 'area' && other.kind !== 'area' && other.states[0] === place.states[0]
  const fits = places.every((other) => other.kind === kind) || places.some(isNarrower)
  if (source.hasPlace || !fits) return false
  const [last, [first, second], [code]] = [items.at(-1), places, place.states]
  const name = kind === 'spot' ? `near ${label}` : label
  if (last?.about === 'place' && [label, name].includes(last.label))
    return extendLast(sentence, span.to)
  if (kind === 'state' && code && first?.kind === 'spot' && !second) {
    first.stated = code
    return extendLast(sentence, span.to)
  }
  const isAnother = kind !== 'state' && places.some((other) => other.kind === kind)
  if (!places.some((other) => other.label === label)) places.push({ ...place })
  const named = kind === 'state' && code && { state: code }
  add(state, span, { about: 'place', label: name, ...named }, isAnother)
  const { distance } = marks
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
