import { parseState } from '#shared/us-states.ts'
import type { Filed } from './practices.ts'
import { isPractitioner } from './professions.ts'
import {
  findPhrase,
  isFirstWord,
  isVocabularyWord,
  longestPhrase,
  telePrefix,
  type Entry,
} from './reader.ts'
import { specialties, type Specialty } from './specialties.ts'
import { specialtyWords } from './specialty-words.ts'
import { topics } from './topics.ts'

/**
 * How much a word of a title says: a practitioner's name, a field's, hospital medicine, or a word
 * that speaks only where no other does.
 */
const weights = ['practitioner', 'field', 'hospital', 'vague'] as const
type Weight = (typeof weights)[number]

/** `field` is a field of medicine outside the list of specialties. */
export type Named = { weight: Weight } & (
  | {
      specialty: Specialty
      /** Whose it may be as well: radiologists, orthopedists and physiatrists say 'MSK' alike. */
      others?: Specialty[]
    }
  | { field: string }
)

type Word = { text: string; word: string; gap: string }

/**
 * The specialties and fields that a title or a heading names: practitioners first ('emergency
 * psychiatrist' is a psychiatrist), then fields, each in the text's order. What is understood once
 * is not read again: the 'oncology' of 'radiation oncology' is no other specialty.
 */
export function readTitle(text: string): Named[] {
  const words = wordsOf(text)
  const named: (Named & { isNoun: boolean })[] = []
  let lastEnd = -1
  for (let at = 0; at < words.length;) {
    const found = longestAt(words, at)
    // 'Non-emergency' is none; 'non-interventional cardiology' is cardiology.
    const isNegated =
      words[at - 1]?.word === 'non' && found?.length === 1 && !isPractitioner(found.phrase)
    const name = found && !isNegated ? nameOf(found, words[at + found.length]) : undefined
    const end = at + (found?.length ?? 1)
    if (found && name) {
      const before = named.at(-1)
      // 'Pediatric hospitalist', 'ICU nocturnist': what stands right before says whose hospital
      // medicine it is.
      if (name.weight === 'hospital' && before?.weight === 'vague' && lastEnd === at)
        before.weight = 'field'
      named.push({ ...name, isNoun: isPractitioner(found.phrase) })
      lastEnd = end
    }
    at = end
  }
  const order = ({ weight, isNoun }: (typeof named)[number]) =>
    2 * weights.indexOf(weight) + (isNoun ? 0 : 1)
  return named.toSorted((a, b) => order(a) - order(b))
}

function wordsOf(text: string): Word[] {
  let end = 0
  return [...text.matchAll(/[\p{L}\d]+/gu)].map((match) => {
    const gap = text.slice(end, match.index)
    end = match.index + match[0].length
    const word = match[0].toLowerCase()
    return {
      text: match[0],
      word: word.startsWith('tele')
        ? word.replace(/^tele(?=radiolog)/, '').replace(telePrefix, '')
        : word,
      gap,
    }
  })
}

/**
 * Words with one of these between them may be one name: 'OB/GYN', 'PM&R', 'heme-onc', 'women’s',
 * 'ear, nose & throat'.
 */
const joins = /^(?: |-|’|'|,? ?[&/] ?)$/

const isJoined = (word: Word | undefined) =>
  word !== undefined && joins.test(word.gap) && isKnown(word.word)

const isKnown = (word: string) => isVocabularyWord(word) || stems.has(word.slice(0, 4))

type Found = { entry: Entry; phrase: string; length: number }

function longestAt(words: readonly Word[], at: number): Found | undefined {
  const { word = '' } = words[at] ?? {}
  // 'Cardio-thoracic' is also one word.
  if (
    !isFirstWord(word) &&
    !stems.has(word.slice(0, 4)) &&
    !(words[at + 1]?.gap === '-' && isKnown(word))
  )
    return undefined
  let most = 1
  while (most < longestPhrase && isJoined(words[at + most])) most++
  for (let length = most; length > 0; length--) {
    const some = words.slice(at, at + length)
    for (const phrase of phrasesOf(some)) {
      const entry = findPhrase(phrase) ?? findStems(phrase)
      if (entry && isWritten(some, words[at + length])) return { entry, phrase, length }
    }
  }
  return undefined
}

/** 'cardio-thoracic' may be one word, and 'hip & knee' three. */
function phrasesOf(words: readonly Word[]) {
  const joined = (join: (gap: string) => string) =>
    words.map(({ word, gap }, index) => (index === 0 ? word : `${join(gap)}${word}`)).join('')
  const gaps = words.slice(1).map((word) => word.gap)
  return [
    joined(() => ' '),
    ...(gaps.includes('-') ? [joined((gap) => (gap === '-' ? '' : ' '))] : []),
    ...(gaps.some((gap) => gap.includes('&'))
      ? [joined((gap) => (gap.includes('&') ? ' and ' : ' '))]
      : []),
  ]
}

/** Abbreviations that are no words of everyday language. */
const shortNames = new Set('Uro Gyn Onc Neo Uros'.split(' '))

/**
 * Abbreviations are taken in capitals, and one that is a state's code or a word, too, only before
 * what makes it a physician's.
 */
function isWritten([only, ...others]: readonly Word[], next: Word | undefined) {
  if (!only || others.length > 0 || only.word.length > 3) return true
  if (only.text !== only.text.toUpperCase()) return shortNames.has(only.text)
  const isState = parseState(only.word) !== undefined
  return (
    !isState ||
    /^(?:physicians?|doctors?|docs?|md|specialists?|consult\w*|surg\w+)$/.test(next?.word ?? '')
  )
}

/**
 * Words that say whom one treats, or where, and what only if no other does: a 'pediatric
 * cardiologist' is a cardiologist.
 */
const modifiers: ReadonlySet<Specialty> = new Set(['Geriatrics', 'Pediatrics'])

function nameOf({ entry, phrase }: Found, next: Word | undefined): Named | undefined {
  const weight = isPractitioner(phrase) ? 'practitioner' : 'field'
  switch (entry.kind) {
    case 'specialty': {
      const { specialty } = entry
      const isVague =
        weight === 'field' && (modifiers.has(specialty) || /^(?:icu|ccm)$/.test(phrase))
      return { specialty, weight: isVague ? 'vague' : weight }
    }
    case 'topic': {
      const { filed, specialties } = entry.topic
      const isSurgeons = /^(?:surgeons?|specialists?)$/.test(next?.word ?? '')
      // A lay word alone ('heart', 'hand') says where as often as what.
      if (
        weight === 'field' &&
        !isSurgeons &&
        !filed &&
        !/ |log(?:y|ical)$|icu$|^[a-z]{2,3}$/.test(phrase)
      )
        return undefined
      const practitioner = isSurgeons ? 'practitioner' : weight
      const [first, ...others] = specialties
      return filed
        ? named(filed, practitioner)
        : first && { specialty: first, weight: practitioner, ...(weight === 'field' && { others }) }
    }
    case 'practice':
      return entry.practice.filed && named(entry.practice.filed, weight)
    default:
      return undefined
  }
}

const named = (filed: Filed, weight: Weight): Named =>
  'field' in filed
    ? { field: filed.field, weight }
    : { specialty: filed.specialty, weight: filed.weight ?? weight }

type Stems = { pattern: RegExp; entry: Entry }

/**
 * Titles of specialties and topics with an open ending ('dermatolog*'), by the first letters of
 * their first word.
 */
const stems = new Map<string, Stems[]>()
for (const specialty of specialties) {
  if (specialty !== 'Other')
    addStems(specialtyWords[specialty].titles, { kind: 'specialty', specialty })
}
for (const topic of topics) addStems(topic.titles, { kind: 'topic', topic })

function addStems(titles: string, entry: Entry) {
  for (const title of titles.replaceAll(/ -\S+/g, '').split(', ')) {
    if (!/[a-z]{5}\*/.test(title)) continue
    const pattern = new RegExp(
      `^${title
        .split(' ')
        .map((part) => part.replace('*', '[a-z]*'))
        .join(' ')}$`,
    )
    const key = title.slice(0, 4)
    stems.set(key, [...(stems.get(key) ?? []), { pattern, entry }])
  }
}

const findStems = (phrase: string) =>
  stems.get(phrase.slice(0, 4))?.find(({ pattern }) => pattern.test(phrase))?.entry
