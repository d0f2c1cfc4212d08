import { editDistance } from '#platform/server/edit-distance.ts'

/**
 * Whether people could take one name for another. Names come as `name_words` makes them: 'mercy
 * hospital'.
 */
export type Likeness = 'name' | 'similar-name' | 'added-words'

export function likenessOf(shown: string, known: string): Likeness | null {
  if (shown === known) return 'name'
  const [shownLetters, knownLetters] = [lettersOf(shown), lettersOf(known)]
  if (shownLetters === knownLetters || isNear(shownLetters, knownLetters)) return 'similar-name'
  return knownLetters.length >= shortestName && hasWordsOf(shown, known) ? 'added-words' : null
}

/** As `name_key` makes them. */
export const lettersOf = (words: string) =>
  words.replaceAll(' ', '').replaceAll('rn', 'm').replaceAll('vv', 'w')

/**
 * In their order, also with words in between: 'Mercy Regional Hospital' beside 'Mercy Hospital'.
 */
function hasWordsOf(shown: string, known: string) {
  const left = known.split(' ')
  for (const word of shown.split(' ')) if (word === left[0]) left.shift()
  return left.length === 0
}

/** Shorter ones are part of too many. */
export const shortestName = 5

/** One difference in names of six letters and more, two from twelve on. */
export function isNear(shown: string, known: string): boolean {
  const most = Math.floor(Math.min(known.length, 17) / 6)
  return Math.abs(shown.length - known.length) <= most && editDistance(shown, known) <= most
}
