import { vocabularyWords } from '#vocabulary/reader.ts'
import { site } from '#features/site/config.ts'
import { fieldError } from '#shared/errors.ts'

/** @throws {AppError} for passwords that are tried first by everybody who guesses, or by those who guess on this board. */
export async function refuseCommonPassword(password: string, field = 'password'): Promise<void> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  )
  if ((await commonPasswords).has(password.toLowerCase()) || isOfBoardWords(password))
    throw fieldError(field, 'This password is too common. Please choose another one.')
}

let commonPasswords: Promise<Set<string>> | undefined

const lookalikes: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '8': 'b',
  '!': 'i',
}
/** Shorter words stand in many others. */
const shortestWord = 4
/** An 's' or 'Dr' beside a word adds nothing. */
const fewLetters = 2

let boardWords: RegExp | undefined

/** Whether words that the search knows (specialties, professions, states), digits and signs are all of it, also with digits or accents. */
function isOfBoardWords(password: string): boolean {
  boardWords ??= new RegExp(
    [...vocabularyWords, ...site.name.toLowerCase().split(' ')]
      .filter((it) => it.length >= shortestWord && /^[a-z]+$/.test(it))
      .toSorted((one, other) => other.length - one.length)
      .join('|'),
    'g',
  )
  const text = password.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = boardWords
  return ['i', 'l'].some((one) => {
    const read = text.replaceAll(/[\d@$!]/g, (sign) => (sign === '1' ? one : (lookalikes[sign] ?? sign)))
    const beside = read.replaceAll(words, (word) => ' '.repeat(word.length))
    const letters = text.split('').filter((it, index) => beside[index] !== ' ' && /\p{L}/u.test(it))
    return beside !== read && letters.length <= fewLetters
  })
}
