import type { Db } from '#platform/server/database.ts'
import { editDistance, errorsAllowed, shortestMendable } from '#platform/server/edit-distance.ts'
import { loadGazetteer } from '#features/places/server/public.ts'
import { employerNames } from '#vocabulary/places.ts'
import { findPhrase, sounds, vocabularyWords } from '#vocabulary/reader.ts'
import type { Sentence } from './scope.ts'
import { findSimilarWords, wordsInUse, type Stems } from '../queries.ts'
import { foldWord, isEnglish } from './text.ts'

/** Words of one text; a pasted one has many that no job has. */
const mostMended = 12

type Candidate = { word: string; n: number }

/**
 * The keyword with its typing errors mended; undefined if it has none, or they resemble nothing.
 */
export async function mendKeyword(
  db: Db,
  sentence: Sentence,
  words: Stems['words'],
): Promise<string | undefined> {
  const unknown = unknownWords(sentence, words).slice(0, mostMended)
  return withWords(sentence.text, await mendWords(db, unknown))
}

/** Of words that dictionaries have, and no job, those one letter away from a field: 'pedes er'. */
export function guessFields(sentence: Sentence, words: Stems['words']): string | undefined {
  const typed = unknownWords(sentence, words).filter(isEnglish)
  const fieldLike = (word: string) =>
    fields.find((field) => field[0] === word[0] && editDistance(field, word) === 1)
  return withWords(sentence.text, foundFor(typed, fieldLike))
}

const fields = [...vocabularyWords].filter((word) =>
  /specialty|topic/.test(findPhrase(word)?.kind ?? ''),
)

const unknownWords = ({ items }: Sentence, words: Stems['words']) =>
  items.flatMap(({ term }) => {
    if (term?.kind !== 'word' || term.word.length < shortestMendable || /\d/.test(term.word))
      return []
    const forms = words.get(term.text)
    return forms && !forms.isKnown && forms.lexemes.length > 0 ? term.word : []
  })

/** The words for which something is found, each with it. */
const foundFor = (words: readonly string[], find: (word: string) => string | undefined) =>
  new Map(
    words.flatMap((word) => {
      const found = find(word)
      return found === undefined ? [] : [[word, found] as const]
    }),
  )

const withWords = (text: string, meant: ReadonlyMap<string, string>) =>
  meant.size === 0
    ? undefined
    : text.replaceAll(
        /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu,
        (word) => meant.get(foldWord(word)) ?? word,
      )

const employerWords = new Set([...employerNames].flatMap((name) => name.split(' ')))

/**
 * What each of these unknown words was probably meant to be. What resembles nothing is left out,
 * and so is what stands in an English dictionary, in the list of places or in the catalog: it is
 * spelled as it was meant.
 */
export async function mendWords(db: Db, words: readonly string[]): Promise<Map<string, string>> {
  const doubtful = [...new Set(words)].filter(
    (word) => !vocabularyWords.has(word) && !employerWords.has(word) && !isEnglish(word),
  )
  if (doubtful.length === 0) return new Map()
  const [similar, used, { regions, cities }] = await Promise.all([
    findSimilarWords(db, doubtful),
    wordsInUse(db, doubtful),
    loadGazetteer(db),
  ])
  const inRegions = new Set([...regions.keys()].flatMap((key) => key.split(' ')))
  const isPlace = (word: string) =>
    inRegions.has(word) || (cities.get(word)?.[0]?.zips ?? 0) > hamlet
  const ours = [...vocabularyWords].map((word): Candidate => ({ word, n: Infinity }))
  return foundFor(doubtful, (typed) => {
    if (used.has(typed) || isPlace(typed)) return undefined
    return (
      partsOf(typed) ?? closest(typed, [...ours, ...similar.filter((row) => row.typed === typed)])
    )
  })
}
/** In ZIP codes; there is a Huston in Idaho, but hardly ever is it meant. */
const hamlet = 2

/** 'internalmedicine': two words of one phrase. */
function partsOf(typed: string) {
  for (let end = 3; end <= typed.length - 3; end++) {
    const phrase = `${typed.slice(0, end)} ${typed.slice(end)}`
    const entry = findPhrase(phrase)
    if (entry && entry.kind !== 'noise') return phrase
  }
  return undefined
}

/** The fewest errors win, by letters and by sound, then the most frequent word. */
function closest(typed: string, candidates: readonly Candidate[]) {
  const [sound, most] = [soundOf(typed), errorsAllowed(typed, mostErrors)]
  const near = candidates.flatMap(({ word, n }) => {
    if (Math.abs(word.length - typed.length) > mostLonger) return []
    const written = editDistance(typed, word)
    const mayRhyme = written > 0 && written <= 2 * most
    const spoken = mayRhyme ? editDistance(sound, soundOf(word)) : written
    const errors = Math.min(written, spoken + soundAlike)
    return errors <= most ? { word, n, doubt: errors + doubtOf(typed, word) } : []
  })
  return near.toSorted((first, second) => first.doubt - second.doubt || second.n - first.n)[0]?.word
}
/**
 * Letters change places more often than they are left out, and hardly ever is one of them another,
 * unless both are vowels; the first one is mostly right.
 */
function doubtOf(typed: string, word: string) {
  const isSwapped = lettersOf(typed) === lettersOf(word)
  const consonants = (text: string) => lettersOf(text.replaceAll(/[aeiou]/g, 'a'))
  const isAnother = typed.length === word.length && consonants(typed) !== consonants(word)
  return (isSwapped ? -rarer : isAnother ? rarer : 0) + (typed[0] === word[0] ? 0 : rarer)
}
const rarer = 0.2
const lettersOf = (word: string) => word.split('').toSorted().join('')
/** Words of medicine are longer than places' names. */
const mostErrors = 3
/** 'nefrology' is one letter shorter than it should be, 'sychiatry' too. */
const mostLonger = 3
/**
 * A word that only sounds the same is less likely than the word itself, and likelier than one with
 * a wrong letter.
 */
const soundAlike = 0.5

const soundOf = (word: string) =>
  sounds.reduce((spelled, [letters, sound]) => spelled.replaceAll(letters, sound), word)
