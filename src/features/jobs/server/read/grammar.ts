import { benefitAmounts, shorthand } from '#vocabulary/search-rules.ts'
import { fteAt, payAt } from './amounts.ts'
import { meaningOf, type Meaning, conceptOf } from './meanings.ts'
import type { Concept, Item, Sentence, TypedFilter } from './reading.ts'
import {
  add,
  draftOf,
  isCommonWord,
  isFunctionWord,
  wantsAnother,
  wordBehind,
  wordDraft,
  type State,
  type Taken,
} from './sentence.ts'
import {
  addPlace,
  isMeantAsArea,
  isMeantAsPlace,
  loneCodeAt,
  readDeparture,
  readPlaceAfterLeadIn,
  readRadius,
} from './typed-places.ts'
import { addUnwantedMeaning, readNotRequired, readUnwanted } from './unwanted.ts'
import { phraseAt, textOf, type Phrase, type Word, type Words } from './words.ts'
import { findPhrase } from '#vocabulary/reader.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { ages, ofSomeAge, specialtyWords, trainedFrom } from '#vocabulary/specialty-words.ts'

/** Reads from left to right; at each word the longest phrase that means something wins. */
export function readSentence(
  { text, words, stems }: Words,
  taken: Taken,
  isLiteral: boolean,
): Sentence {
  const state: State = { text, words, stems, taken, items: [], spots: [], isUnderstood: true }
  const read = isLiteral ? readWord : readMeaning
  for (let index = 0; index < words.length;) index = readQuoted(state, index) ?? read(state, index)
  return state
}

const readMeaning = (state: State, index: number): number =>
  readReference(state, index) ??
  readShorthand(state, index) ??
  readAmount(state, index) ??
  readDeparture(state, index) ??
  readPlaceAfterLeadIn(state, index) ??
  readRadius(state, index) ??
  readNotRequired(state, index) ??
  readUnwanted(state, index) ??
  readPhrase(state, index) ??
  readOr(state, index) ??
  readUnknown(state, index)

function readQuoted(state: State, index: number): number | undefined {
  const quote = state.words[index]?.quote ?? null
  if (quote === null) return undefined
  const words = state.words.slice(index).filter((word) => word.quote === quote)
  const text = textOf(words)
  const to = add(state, index, index + words.length, {
    kind: 'term',
    term: { kind: 'phrase', text },
    label: `“${text}”`,
  })
  state.isUnderstood = false
  return to
}

const referenceCode = /wc[-–\s]?([0-9a-f]{6})(?![\p{L}\d])/iuy

function readReference(state: State, index: number): number | undefined {
  referenceCode.lastIndex = state.words[index]?.start ?? 0
  const code = referenceCode.exec(state.text)?.[1]
  if (code === undefined || state.reference !== undefined) return undefined
  state.reference = code.toLowerCase()
  const to = wordBehind(state, referenceCode.lastIndex)
  return add(state, index, to, { kind: 'spot', label: `WC-${code.toUpperCase()}` })
}

/** 'M-F', 'PGY2'; what says nothing that jobs could be asked for is passed over. */
function readShorthand(state: State, index: number): number | undefined {
  const typed = shorthand.startAt(state.text, state.words[index]?.start ?? 0)
  if (!typed) return undefined
  const to = wordBehind(state, typed.end)
  const meaning = meaningOf(typed.means)
  return (meaning && addMeaning(state, { meaning, length: to - index }, index)) ?? to
}

/**
 * Money a job must pay, part-time in FTE, or the amount of a benefit, which is left to its name.
 */
function readAmount(state: State, index: number): number | undefined {
  const { text, words, taken, items } = state
  const word = words[index] as Word
  const sign = /[$<>=~]+\s*$/.exec(word.gap)?.[0].length ?? 0
  const decimal = /(?:^|\s)(\.)$/.test(word.gap) ? 1 : 0
  const start = word.start - Math.max(sign, decimal)
  const benefitEnd = benefitAmounts.startAt(text, start)?.end
  if (benefitEnd !== undefined && words[wordBehind(state, benefitEnd)]?.phrase)
    return wordBehind(state, benefitEnd)
  const typed = fteAt(text, start) ?? payAt(text, start)
  if (!typed) return undefined
  const before = items.at(-1)
  const to = wordBehind(state, typed.end)
  // 'sign on bonus 100k': the amount of a benefit again.
  const isOfBenefit =
    before?.kind === 'filter' &&
    before.to === index &&
    before.typed.filter.benefits &&
    typed.filter.minPay !== undefined
  if (isOfBenefit) return (before.to = to)
  if (contradicts(typed, taken, items)) return undefined
  // 'part time 0.6 FTE' says one thing twice.
  if (before?.kind !== 'filter' || before.label !== typed.label)
    return add(state, index, to, { kind: 'filter', typed, label: typed.label })
  state.isUnderstood = true
  return (before.to = to)
}

function readPhrase(state: State, index: number): number | undefined {
  const { phrase, area, spot } = state.words[index] as Word
  const atArea =
    area && isMeantAsArea(area, state, index) ? addPlace(state, area, index) : undefined
  const atSpot =
    atArea ??
    (spot && isMeantAsPlace(spot, state, index) ? addPlace(state, spot, index) : undefined)
  if (atSpot !== undefined) return atSpot
  const code = phrase && phrase.length > 1 ? undefined : loneCodeAt(state, index)
  const atCode = code && addPlace(state, { state: code, length: 1 }, index)
  // 'PA' may be both.
  if (atCode !== undefined && index === 0 && phrase?.meaning.kind === 'profession')
    state.profession = phrase.meaning.profession
  return atCode ?? (phrase && addMeaning(state, phrase, index))
}

function addMeaning(state: State, { meaning, length }: Phrase, index: number): number | undefined {
  const { words, taken, items } = state
  const to = index + length
  switch (meaning.kind) {
    case 'city':
      return undefined
    case 'state':
      return addPlace(state, { state: meaning.state, length }, index)
    case 'tele':
      for (const it of meaning.meanings) addMeaning(state, { meaning: it, length }, index)
      return to
    case 'profession':
      state.profession = meaning.profession
      // 'psychiatry with scribe': beside a specialty it hides nothing.
      for (let at = index, isBeside = words.some(namesConcept); at < to; at++)
        readWord(state, at, isBeside)
      return to
    case 'order':
      return add(state, index, to, {
        kind: 'order',
        by: meaning.order.by,
        label: meaning.order.label,
      })
    case 'unwanted':
      return addUnwantedMeaning(state, meaning.meaning, { at: index, to, opens: index })
    case 'filter':
      if (contradicts(meaning, taken, wantsAnother(state, index) ? items.slice(0, -1) : items))
        return undefined
      break
    case 'concept':
      if (meaning.concept.isOnlyUnwanted) return undefined
      break
    default:
      break
  }
  state.isUnderstood = true
  if (meaning.kind === 'noise' || isSaid(meaning, state, index)) return to
  return (
    (meaning.kind === 'concept' && combine(state, meaning.concept, index, to)) ||
    add(state, index, to, draftOf(meaning, phraseAt(words, index, length)))
  )
}

/** 'peds cards', 'anesthesia pain': with what stands just before it is one thing. */
function combine(
  { words, items, or }: State,
  concept: Concept,
  index: number,
  to: number,
): number | undefined {
  const before = items.at(-1)
  if (before?.to !== index || or !== undefined || /[,;/&]/.test(words[index]?.gap ?? ''))
    return undefined
  const both = combined(before, concept)
  if (!both) return undefined
  const start = before.opens + (before.link === 'or' ? 1 : 0)
  const { opens, link } = before
  const term = {
    kind: 'concept' as const,
    concept: both,
    typed: phraseAt(words, start, to - start),
  }
  items[items.length - 1] = { opens, link, to, kind: 'term', term, label: both.label }
  return to
}

const namesConcept = ({ phrase }: Word): boolean => phrase?.meaning.kind === 'concept'

/** 'pm&r inpatient rehab' says one thing twice; 'er, peds er' does not. */
function isSaid(meaning: Meaning, { items, words, or }: State, index: number): boolean {
  if (meaning.kind !== 'concept' || or !== undefined || /[,;/]/.test(words[index]?.gap ?? ''))
    return false
  const own = items.slice(items.findLastIndex((item) => item.link !== undefined) + 1)
  return own.some(
    (reading) =>
      reading.kind === 'term' &&
      !reading.isUnwanted &&
      reading.term.kind === 'concept' &&
      reading.term.concept.label === meaning.concept.label,
  )
}

/** Another value of a filter that has one already, beside which no job can have it. */
function contradicts(
  { filter }: Pick<TypedFilter, 'filter'>,
  taken: Taken,
  items: readonly Item[],
): boolean {
  const others: Record<string, unknown>[] = [
    taken.filters,
    ...items.flatMap((item) => (item.kind === 'filter' ? item.typed.filter : [])),
  ]
  return Object.entries(filter).some(([name, value]) => {
    if (!alternatives.has(name)) return false
    const typed = new Set<unknown>([value].flat())
    return others.some(
      (reading) =>
        reading[name] !== undefined && ![reading[name]].flat().some((other) => typed.has(other)),
    )
  })
}
/** Of these a job has one. */
const alternatives = new Set<string>(['jobType', 'visa', 'payroll'])

function readOr(state: State, index: number): number | undefined {
  if (state.words[index]?.word !== 'or') return undefined
  if (state.items.length > 0) state.or = index
  return index + 1
}

/**
 * 'near' and its like say nothing where no place follows. Of other words only those are demanded
 * that titles, employers or places have; jobs with one that is written in texts come first, and it
 * hides none.
 */
function readUnknown(state: State, index: number): number {
  const word = state.words[index] as Word
  if (word.word === 'near' || word.word === 'within') {
    state.isUnderstood = false
    return index + 1
  }
  if (isFunctionWord(state, word)) return index + 1
  // A filter is read as words where it contradicts another.
  const isDemanded =
    (state.stems.words.get(word.text)?.isName && !isCommonWord(word.word)) ||
    word.phrase?.meaning.kind === 'filter'
  return readWord(state, index, !isDemanded)
}

function readWord(state: State, index: number, isOptional = false): number {
  const to = add(state, index, index + 1, wordDraft(state.words[index] as Word, isOptional))
  state.isUnderstood = false
  return to
}

/** What two things side by side mean together; undefined where they are two. */
function combined(before: Item, concept: Concept): Concept | undefined {
  if (before.kind !== 'term' || before.isUnwanted) return undefined
  const { term } = before
  if (term.kind === 'word')
    return ofAge(
      ages.find(({ words }) => words.includes(term.word)),
      concept,
    )
  if (term.kind !== 'concept') return undefined
  const [one, other] = [specialtyOf(term.concept), specialtyOf(concept)]
  if (one && other && trainedFrom(other).includes(one)) return concept
  if (one && other && trainedFrom(one).includes(other)) return term.concept
  return ofAge(ageOf(one), concept) ?? ofAge(ageOf(other), term.concept)
}

const specialtyOf = ({ entry }: Concept): Specialty | undefined =>
  entry.kind === 'specialty' ? entry.specialty : undefined

const ageOf = (specialty: Specialty | undefined) => ages.find((age) => age.specialty === specialty)

/** An age before or behind a field names a part of that field. */
function ofAge(
  age: (typeof ages)[number] | undefined,
  { label, entry, specialties }: Concept,
): Concept | undefined {
  const field = entry.kind === 'topic' || entry.kind === 'specialty' ? entry : undefined
  if (!age || !field || (field.kind === 'specialty' && age.never.includes(field.specialty)))
    return undefined
  if (ofSomeAge.test(label)) return undefined
  const listed = age.typed
    .split(', ')
    .map((word) => findPhrase(`${word} ${label.toLowerCase()}`))
    .find((entry) => entry?.kind === 'topic')
  const words =
    field.kind === 'topic'
      ? field.topic
      : field.specialty === 'Other'
        ? undefined
        : specialtyWords[field.specialty]
  const titles = words?.titles
    .split(', ')
    .flatMap((title) => age.titles.map((word) => `${word} ${title}`))
  const topic = {
    label: `${age.label} ${label.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())}`,
    typed: '',
    specialties: specialties.slice(0, 1),
    titles: titles?.join(', ') ?? '',
  }
  // The index was asked for no forms of its name.
  return listed?.kind === 'topic'
    ? conceptOf(listed)
    : { ...conceptOf({ kind: 'topic', topic }), names: [] }
}
