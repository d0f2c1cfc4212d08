import { sql } from 'kysely'
import { plannedOnce, type Db } from '#platform/server/database.ts'
import { parseState, type StateCode } from '#shared/us-states.ts'
import { loadGazetteer, similarCities, sizeOf, type City } from '#features/places/server/public.ts'
import { findEntry, longestPhrase } from '#vocabulary/reader.ts'
import type { Rules } from '#vocabulary/table.ts'
import { joinedMeaningOf, meaningOf, teleMeaningOf, type Meaning } from './meanings.ts'
import {
  areaNamed,
  citiesCalled,
  inOrder,
  othersOf,
  spotOf,
  type Area,
  type Spot,
} from './places.ts'
import type { Stems, WordForms } from './reading.ts'

/** One word of what somebody typed. */
export type Token = {
  /** As typed, for case and for giving it back. */
  text: string
  /** Lower case without accents. */
  word: string
  /** Where it begins and ends in the typed text. */
  start: number
  end: number
  /** What stands between the previous word and this one. */
  gap: string
  /** Words that stood in one pair of quotation marks share its number. */
  quote: number | null
}

/**
 * The longest phrase that begins with a word and means something, in the vocabulary or on the map;
 * `length` in words.
 */
export type Phrase = { length: number; meaning: Meaning }
export type AreaWords = { length: number; area: Area }
/**
 * Whether the text left no doubt: a ZIP code, or a city with its state. `zips` says how large the
 * city is; `isShort` is a nickname.
 */
export type SpotWords = {
  length: number
  spot: Spot
  zips: number
  isCertain: boolean
  isShort?: true
}
/** A state's name, or any code: to be asked only where a state is expected. */
export type StateWords = { length: number; state: StateCode }

/** A word with all that may begin with it. */
export type Word = Token & {
  phrase: Phrase | undefined
  area: AreaWords | undefined
  spot: SpotWords | undefined
  state: StateWords | undefined
}

export type Words = { text: string; words: Word[]; stems: Stems }

/**
 * Looks up everything that a typed text may name, before anybody decides what it means; nothing for
 * a text that is taken literally.
 */
export async function lookUpWords(db: Db, text: string, isLiteral: boolean): Promise<Words> {
  const tokens = tokensOf(text)
  const words = isLiteral
    ? tokens.map((token) => ({
        ...token,
        phrase: undefined,
        area: undefined,
        spot: undefined,
        state: undefined,
      }))
    : await nameWords(db, tokens)
  const names = words.flatMap(({ phrase }) => (phrase ? namesOf(phrase.meaning) : []))
  const quotes = Map.groupBy(tokens, (token) => token.quote)
  quotes.delete(null)
  const [forms, phrases] = await Promise.all([
    findForms(db, [
      ...tokens.flatMap((token) => [token.text, token.word]),
      ...names.flatMap((name) => name.split(' ')),
    ]),
    findPhraseQueries(db, [...quotes.values()].map(textOf)),
  ])
  return { text, words, stems: { words: forms, phrases } }
}

const namesOf = (meaning: Meaning): readonly string[] =>
  meaning.kind === 'tele'
    ? meaning.meanings.flatMap(namesOf)
    : meaning.kind === 'concept'
      ? meaning.concept.names
      : []

export const textOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => token.text).join(' ')

/** Longer texts are pasted, not typed; what follows would only cost time. */
const maxTokens = 30

/**
 * Words are runs of letters and digits; every other character only parts them, so none can mean
 * anything to the database.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const pattern = /(?<quote>["“”])|(?<word>[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)/gu
  const quotes = [...text.matchAll(/["“”]/gu)].length
  let seen = 0
  let previousEnd = 0
  for (const match of text.matchAll(pattern)) {
    if (match.groups?.['quote']) {
      seen++
      continue
    }
    // The last of an odd number of marks opens nothing.
    const isQuoted = seen % 2 === 1 && seen < quotes
    const [start, end] = [match.index, match.index + match[0].length]
    const gap = text.slice(previousEnd, start)
    tokens.push({
      text: match[0],
      word: foldWord(match[0]),
      start,
      end,
      gap,
      quote: isQuoted ? seen : null,
    })
    previousEnd = end
    if (tokens.length === maxTokens) break
  }
  return tokens
}

export const foldWord = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

export const phraseAt = (tokens: readonly Token[], start: number, length: number): string =>
  tokens
    .slice(start, start + length)
    .map((token) => token.word)
    .join(' ')

const longestRule = 6

/** How many words from here on some rule finds; 0 where none does. */
export function wordsAt({ startAt }: Rules, tokens: readonly Token[], start: number): number {
  const phrase = phraseAt(tokens, start, longestRule)
  const end = startAt(phrase)?.end
  return end === undefined ? 0 : phrase.slice(0, end).split(' ').length
}

async function nameWords(db: Db, tokens: readonly Token[]): Promise<Word[]> {
  const known = await loadGazetteer(db)
  const runs = tokens.map((_, start) => runsFrom(tokens, start))
  const cities = await inOrder(
    db,
    new Map(runs.flat().map(({ name }) => [name, citiesCalled(known, name)] as const)),
  )
  const states = tokens.map((_, start) => stateAt(tokens, start))
  return tokens.map((token, start) => ({
    ...token,
    phrase: firstOf(runs[start], ({ length, phrase }) => {
      const meaning =
        meaningOf(phrase) ?? (length === 1 ? teleMeaningOf(phrase) : joinedMeaningOf(phrase))
      return meaning && { length, meaning }
    }),
    area: firstOf(runs[start], ({ length, phrase }) => {
      const area = areaNamed(known, phrase)
      return area && { length, area }
    }),
    spot: spotAt(start),
    state: states[start],
  }))

  /** A ZIP code, a city with its state, or a city alone; of several cities the likeliest. */
  function spotAt(start: number): SpotWords | undefined {
    const zip = known.zips.get(tokens[start]?.word ?? '')
    if (zip)
      return {
        length: 1,
        spot: spotOf({ ...zip, name: `${zip.zip} ${zip.city}` }),
        zips: 1,
        isCertain: true,
      }
    return firstOf(runs[start], ({ length, name }) => {
      const named = cities.get(name) ?? []
      const state = joinsCities(start + length) ? undefined : states[start + length]
      const stated =
        named.find((place) => place.state === state?.state) ??
        (state &&
          (misspelled(named, name, state.state) ??
            (named.length === 0 && length > 1
              ? similarCities(known, name, state.state)[0]
              : undefined)))
      const spot = stated && state && { ...spotOf(stated), stated: state.state }
      if (spot) return { length: length + state.length, spot, zips: stated.zips, isCertain: true }
      const [city] = named
      return (
        city && {
          length,
          spot: { ...spotOf(city), others: othersOf(city, named) },
          zips: city.zips,
          isCertain: false,
          ...(findEntry(name)?.kind === 'city' && { isShort: true }),
        }
      )
    })
  }

  /** 'pittsburg pa' is the larger city in that state, not the smaller one in another. */
  function misspelled(
    [largest]: readonly City[],
    name: string,
    state: StateCode,
  ): City | undefined {
    const similar = largest && similarCities(known, name, state)[0]
    return similar && sizeOf(similar) > sizeOf(largest) ? similar : undefined
  }

  /** 'Dallas or Houston': between two cities it is no Oregon, unless it is written as a code. */
  function joinsCities(index: number): boolean {
    const token = tokens[index]
    if (token?.word !== 'or' || token.text === 'OR' || isAfterComma(token)) return false
    return (
      runs[index + 1]?.some(
        ({ length, name }) => length <= 3 && (cities.get(name) ?? []).length > 0,
      ) === true
    )
  }
}

export const isAfterComma = ({ gap }: Token): boolean => gap.includes(',')

/** `name`: as cities are looked up, whose codes stand in capitals. */
type Run = { length: number; phrase: string; name: string }

/** All phrases that begin at a word, the longest first; quotation marks part them. */
function runsFrom(tokens: readonly Token[], start: number): Run[] {
  const following = tokens.slice(start, start + longestPhrase)
  const parted = following.findIndex((word) => word.quote !== following[0]?.quote)
  const most = parted === -1 ? following.length : parted
  return Array.from({ length: most }, (_, index) => {
    const phrase = phraseAt(tokens, start, most - index)
    const { text = '' } = following[0] ?? {}
    return {
      length: most - index,
      phrase,
      name: most - index === 1 && findEntry(text)?.kind === 'city' ? text : phrase,
    }
  })
}

function firstOf<T>(runs: readonly Run[] = [], find: (run: Run) => T | undefined): T | undefined {
  for (const run of runs) {
    const found = find(run)
    if (found) return found
  }
  return undefined
}

function stateAt(tokens: readonly Token[], start: number): StateWords | undefined {
  return firstOf(
    runsFrom(tokens, start).filter((run) => run.length <= 3),
    ({ length, phrase }) => {
      const state = parseState(phrase)
      return state && state !== 'OTHER' ? { state, length } : undefined
    },
  )
}

/**
 * How the index knows these words. They come as one text, because PostgreSQL estimates an array by
 * its length, and plans anew for each: 0.9 ms instead of 0.2. `offset 0` keeps it from folding a
 * word again wherever `typed` is used.
 */
async function findForms(db: Db, words: readonly string[]): Promise<Map<string, WordForms>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<WordForms & { word: string }>`
    select word, lexemes, "isKnown",
      exists (select from search_vocabulary v where v.stem = any (lexemes || ('=' || typed.folded))) as "isName",
      coalesce("isComplete", false) as "isComplete",
      array(select distinct lexeme from unnest(likely) likely_word, unnest(tsvector_to_array(to_tsvector('english', likely_word))) lexeme) as completions
    from string_to_table(${[...new Set(words)].join(' ')}::text, ' ') word
    cross join lateral (
      select lower(search_text(word)) as folded, tsvector_to_array(to_tsvector('english', search_text(word))) as lexemes offset 0
    ) typed
    cross join lateral (
      select count(*) > 0 as "isKnown", array_agg(v.folded) as likely,
        (array_agg(v.folded order by n desc))[1] = typed.folded as "isComplete"
      from (
        select v.folded, v.n from search_vocabulary v
        where v.kind = 'word' and v.folded ~>=~ typed.folded and v.folded ~<~ (typed.folded || U&'\\FFFF')
          and length(typed.folded) >= ${shortestCompleted}
        order by v.n desc limit ${likelyWords}
      ) v
    ) found
    ${plannedOnce}
  `.execute(db)
  return new Map(rows.map((row) => [row.word, row]))
}
const likelyWords = 8
/** So many words begin like a shorter one that none is likely. */
export const shortestCompleted = 3

/** An exact phrase as a query's text; empty if it holds nothing but stop words. */
async function findPhraseQueries(db: Db, phrases: readonly string[]): Promise<Map<string, string>> {
  if (phrases.length === 0) return new Map()
  const { rows } = await sql<{ phrase: string; query: string }>`
    select phrase, phraseto_tsquery('english', search_text(phrase))::text as query from unnest(${phrases}::text[]) phrase ${plannedOnce}
  `.execute(db)
  return new Map(rows.map((row) => [row.phrase, row.query]))
}
