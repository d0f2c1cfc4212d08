import { filters, lexemeOf } from '#features/jobs/filters.ts'
import type { Practice } from '#vocabulary/practices.ts'
import { numberWords, scheduleWord, type ShortSchedule } from '#vocabulary/schedules.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { specialtyWords } from '#vocabulary/specialty-words.ts'
import type { Topic } from '#vocabulary/topics.ts'
import type { Concept } from '../read/reading.ts'

/**
 * How closely a job has to fit: by its specialty, or a topic's title; by title, specialty or
 * subspecialty; by any of its texts; or widely, as the rest of the specialty that a topic is a part
 * of.
 */
export type Closeness = 'specialty' | 'title' | 'text' | 'wide'

export const isSaidAnywhere = (closeness: Closeness): boolean =>
  closeness === 'text' || closeness === 'wide'

/** Text queries of what a job says that a concept means. */
type Wording = {
  /** Words of titles as the vocabulary writes them. */
  titles?: string[]
  /** The same in texts or fields. */
  texts?: string[]
  /** Beside all else, one of these. */
  only?: string[]
  /** Never these, though their titles hold the same words. */
  except?: readonly Specialty[]
  /** The jobs that come first. */
  first?: string | null
  /**
   * The jobs that are its own, where others of its specialties, or that mention it, only surround
   * them.
   */
  own?: string | null
  /**
   * What a job says that somebody does not want, where that is less than all that the concept
   * finds.
   */
  says?: string | null
}

export function conceptQuery(concept: Concept, closeness: Closeness): string | null {
  const { specialties, isCondition } = concept
  const { titles = [], texts = [], only = [], except = [], first, own } = wordingOf(concept)
  if (isCondition && !isSaidAnywhere(closeness)) return first ?? null
  if (own && closeness === 'text') return own
  if (own && closeness === 'title') return any([own, ...specialties.map(specialtyLexeme)])
  if (closeness === 'specialty') return first ?? any(specialties.slice(0, 1).map(specialtyLexeme))
  // The name of a job's specialty is among the words of its title: to ask for both finds the same
  // jobs in twice the time.
  const others = specialties.filter(
    (specialty) => !titles.some((words) => isNamedBy(specialty, words)),
  )
  const wanted = any([...others.map(specialtyLexeme), ...titles.map(titleQuery), ...texts])
  return all([wanted, any(only), ...except.map((specialty) => `!${specialtyLexeme(specialty)}`)])
}

/** What a job says that somebody does not want. */
export const unwantedConcept = (concept: Concept): string | null =>
  wordingOf(concept).says ?? conceptQuery(concept, 'text')

function wordingOf({ label, entry, isTitle }: Concept): Wording {
  if (isTitle) return { titles: [label.toLowerCase()] }
  switch (entry.kind) {
    case 'specialty':
      return entry.specialty === 'Other' ? {} : ofSpecialty(entry.specialty)
    case 'topic':
      return ofTopic(entry.topic)
    case 'practice':
      return ofPractice(entry.practice)
    default:
      return { texts: ofSchedule(entry.schedule) }
  }
}

function ofSpecialty(specialty: Exclude<Specialty, 'Other'>): Wording {
  const { titles, except } = specialtyWords[specialty]
  return { titles: listOf(titles), ...(except && { except }) }
}

/**
 * Others' texts may name it in passing, and their titles may mean something else: a breast surgeon
 * takes no pictures.
 */
function ofTopic({ specialties, ...words }: Topic): Wording {
  const [titles, texts] = [listOf(words.titles), affirmed(words.texts)]
  const titled = any(titles.map(titleQuery))
  const says = any([titled, ...texts])
  if (specialties.length === 0) return { titles, texts, first: titled, own: titled, says }
  const theirs = any(specialties.map(specialtyLexeme))
  const named = specialties.flatMap((specialty) =>
    specialty === 'Other' ? [] : listOf(specialtyWords[specialty].titles).map(titleQuery),
  )
  const first = all([titled, any([theirs, specialtyLexeme('Other'), ...named])])
  return {
    titles,
    texts,
    first,
    own: any([first, ...texts.map((text) => all([text, theirs]))]),
    says,
  }
}

/**
 * A condition of work is said by the posting's fields or in its words, and ranks nothing. A kind of
 * practice within specialties is theirs; of one that any specialty may have, titles that name it
 * come first, then texts that say it.
 */
function ofPractice({ specialties, isCondition, first, unwanted, ...words }: Practice): Wording {
  const [titles, texts] = [listOf(words.titles), textQueries(words.texts)]
  if (isCondition)
    return {
      titles,
      texts,
      first: any(textQueries(first)),
      says: any(affirmed(unwanted ?? words.texts)),
    }
  if (specialties) return { titles, only: textQueries(words.only) }
  const titled = any(titles.map(titleQuery))
  return { titles, texts, first: titled, own: titled, says: any([titled, ...texts]) }
}

function ofSchedule(schedule: ShortSchedule) {
  const word = `'${scheduleWord(schedule)}'`
  if ('on' in schedule) return [word]
  const { days } = schedule
  // A title may say just '4 days'.
  return [word, `(('=${days}' | '=${numberWords[days - 1]}') & '=day')`]
}

const listOf = (text = '') => (text === '' ? [] : text.split(', '))

const specialtyLexeme = (specialty: Specialty) => lexemeOf(filters.specialty, specialty)

/** As many words as `titles` has in one entry, all in the title or specialty; '-' before none. */
const titleQuery = (words: string) =>
  all(
    words
      .split(' ')
      .map((part) =>
        part.replace(/^(-?)([^*]*)(\*?)$/, (_, not, word: string, open) =>
          [not && '!', `'=${word}'`, open && ':*'].join(''),
        ),
      ),
  ) ?? ''

/** The phrases of the vocabulary that `said_phrases` of the database finds in texts. */
export const phrasesIn = (text?: string): string[] =>
  listOf(text)
    .flatMap((candidate) => candidate.split(' + '))
    .map((part) => part.replace(/^-/, ''))
    .filter((part) => part.includes(' ') && !/[=:]/.test(part))

/** The alternatives of a `Practice`, each as a text query. */
const textQueries = (text?: string) =>
  listOf(text).flatMap((candidate) => all(candidate.split(' + ').map(partQuery)) ?? [])

/** Texts that say it, and not that there is none of it. */
export const affirmed = (text?: string): string[] =>
  textQueries(text).map(
    (query) =>
      all([
        query,
        ...[...query.matchAll(/(?<!!)'~?([a-z][^' ]*)/g)]
          .slice(0, 1)
          .map(([, word]) => `!'-${word}'`),
      ]) ?? query,
  )

/** A phrase has a lexeme of its own; '_' stands for any word in it. */
function partQuery(part: string): string | null {
  if (part.startsWith('-')) return `!${partQuery(part.slice(1))}`
  const [, name, value] = /^(setting|schedule|benefits|telehealth):(.+)$/.exec(part) ?? []
  if (name !== undefined && value !== undefined) return lexemeOf(filters[name as 'setting'], value)
  // What is marked has no positions.
  if (part.includes('=')) return all(part.split(' ').map((word) => `'${word}'`))
  return part.includes(' ') ? `'~${part}'` : `'${part}'`
}

/** Whether the specialty's own name has all of these words of `titles`. */
function isNamedBy(specialty: Specialty, titleWords: string) {
  const name = specialty.toLowerCase().split(/[^a-z]+/)
  return titleWords
    .split(' ')
    .every((stem) => name.some((word) => hasStem(word, stem.replace('*', ''))))
}

/**
 * Good enough for the few words of specialties' names, which a test compares with what the index
 * makes of them.
 */
const hasStem = (word: string, stem: string) => word.replace(/y$/, 'i').startsWith(stem)

export const all = (conditions: readonly (string | null)[]): string | null =>
  join(conditions, ' & ')
export const any = (conditions: readonly (string | null)[]): string | null =>
  join(conditions, ' | ')

function join(conditions: readonly (string | null)[], operator: string) {
  const given = [...new Set(conditions.filter((condition) => condition !== null))]
  if (given.length < 2) return given[0] ?? null
  return `(${given.join(operator)})`
}
