import { stateCodes, stateName, type StateCode } from '#shared/us-states.ts'
import { filterWords, orderWords, unwantedWords } from './filter-words.ts'
import { cityNicknames, stateNicknames } from './places.ts'
import { practices, type Practice } from './practices.ts'
import { couples, noise, otherProfessions, typedOf } from './professions.ts'
import { readSchedule, type ShortSchedule } from './schedules.ts'
import type { Specialty } from './specialties.ts'
import { pairsOf } from './table.ts'
import { specialtyPhrases } from './specialty-words.ts'
import { spanishWords } from './spanish.ts'
import { topics, type Topic } from './topics.ts'

/** What a phrase names. */
export type Entry =
  | { kind: 'specialty'; specialty: Specialty }
  | { kind: 'topic'; topic: Topic }
  | { kind: 'practice'; practice: Practice }
  | { kind: 'schedule'; schedule: ShortSchedule }
  | { kind: 'filter'; filter: (typeof filterWords)[number] }
  | { kind: 'order'; order: (typeof orderWords)[number] }
  /** What another phrase names is not wanted. */
  | { kind: 'unwanted'; of: string }
  | { kind: 'state'; state: StateCode }
  /** A city's nickname, by the name that it has in the gazetteer. */
  | { kind: 'city'; city: string; state: StateCode }
  /** Says nothing on a board for physicians. */
  | { kind: 'noise' }
  /** Two people look for work. */
  | { kind: 'couple' }
  /** Somebody who is no physician, in the plural. */
  | { kind: 'profession'; profession: string }

/** In words: '7 days on 7 days off'. */
export const longestPhrase = 6

const entries = new Map<string, Entry>()

/** Of two entries with one phrase the later holds. */
function define(phrases: string, entry: Entry) {
  for (const phrase of phrases.split(', ')) entries.set(phrase, entry)
}

for (const topic of topics) define(topic.typed, { kind: 'topic', topic })
for (const [phrase, specialty] of specialtyPhrases())
  define(phrase, { kind: 'specialty', specialty })
for (const practice of practices) define(practice.typed, { kind: 'practice', practice })
for (const filter of filterWords) define(filter.typed, { kind: 'filter', filter })
for (const order of orderWords) define(order.typed, { kind: 'order', order })
for (const { of: meaning, typed } of unwantedWords) define(typed, { kind: 'unwanted', of: meaning })
define(noise, { kind: 'noise' })
define(couples, { kind: 'couple' })
for (const profession of otherProfessions)
  if (profession.typed)
    define(typedOf(profession), { kind: 'profession', profession: profession.people })
for (const state of stateCodes) {
  if (state === 'OTHER') continue
  define(
    [stateName(state).toLowerCase().replaceAll('.', ''), stateNicknames[state] ?? []]
      .flat()
      .join(', '),
    {
      kind: 'state',
      state,
    },
  )
}
for (const { city, state, typed } of cityNicknames) define(typed, { kind: 'city', city, state })
// English phrases hold what they mean.
for (const { typed, of: english } of spanishWords)
  for (const phrase of typed.split(', '))
    if (!entries.has(phrase)) entries.set(phrase, entryOf(english))

/** How these are mostly shortened. */
const shortened = pairsOf(
  'surgery: surg; medicine: med; oncology: onc; psychiatry: psych; cardiology: cards',
)
for (const [phrase, entry] of entries)
  for (const [word, short] of Object.entries(shortened))
    if (phrase.endsWith(word) && entry.kind !== 'noise') {
      const typed = phrase.slice(0, -word.length) + short
      if (!entries.has(typed)) entries.set(typed, entry)
    }

function entryOf(phrase: string) {
  const entry = entries.get(phrase)
  if (!entry) throw new Error(`The vocabulary has no ${phrase}`)
  return entry
}

/**
 * What a phrase of lower-case words, parted by blanks, names, in the singular or plural; a city's
 * code also in capitals.
 */
export function findEntry(phrase: string): Entry | undefined {
  const known = findPhrase(phrase)
  if (known) return known
  const schedule = readSchedule(phrase)
  return schedule && { kind: 'schedule', schedule }
}

/** The same without schedules. */
export const findPhrase = (phrase: string): Entry | undefined =>
  entries.get(phrase) ??
  (phrase.length > 5 && phrase.endsWith('s') ? entries.get(phrase.slice(0, -1)) : undefined)

/** The single words of all phrases: what a typing error was most probably meant to be. */
export const vocabularyWords: ReadonlySet<string> = new Set(
  [...entries.keys()]
    .filter((key) => key === key.toLowerCase())
    .flatMap((phrase) => phrase.split(' ')),
)

/**
 * Whether a word is part of some phrase, in the singular or plural: a reader of many texts has no
 * time to look up all others.
 */
export const isVocabularyWord = (word: string): boolean =>
  vocabularyWords.has(word) || (word.endsWith('s') && vocabularyWords.has(word.slice(0, -1)))

const firstWords = new Set([...entries.keys()].map((phrase) => phrase.split(' ', 1)[0] ?? ''))

/** Whether some phrase begins with a word. */
export const isFirstWord = (word: string): boolean =>
  firstWords.has(word) || (word.endsWith('s') && firstWords.has(word.slice(0, -1)))

/** What is said before a specialty and means that it is done at a distance. */
export const telePrefix =
  /^tele(?=(?:psych|radiolog|neurolog|dermatolog|stroke|icu|hospitalist|cardiolog|oncolog))/

/**
 * One spelling for what sounds the same at the roots of medical words: 'nefrology', 'rumatology',
 * 'sychiatry'.
 */
export const sounds: readonly [letters: RegExp, sound: string][] = [
  [/ph/g, 'f'],
  [/[tcs]i[oa]ns?$/g, 'shn'],
  [/rh/g, 'r'],
  [/^(?:ps|py?s(?=ych|ch))y?/g, 'sy'],
  [/ae|oe/g, 'e'],
  [/y/g, 'i'],
  [/c(?=[aour])|ck|k/g, 'k'],
  [/(.)\1/g, '$1'],
]
