import {
  argon2,
  createHash,
  randomBytes,
  timingSafeEqual,
  type Argon2Parameters,
} from 'node:crypto'
import { promisify } from 'node:util'
import { site } from '#features/site/config.ts'
import { fieldError } from '#shared/errors.ts'
import { vocabularyWords } from '#vocabulary/reader.ts'

/** 256 random bits, fit for cookies and addresses. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** What is stored of a secret that is random already: who reads the database cannot use it. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** The weakest of OWASP's equivalent choices for argon2id in memory: 19 MiB, two passes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltLength = 16
const tagLength = 32

/** A PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltLength)
  const tag = await derive('argon2id', { ...cost, message: password, nonce, tagLength })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`
}

/**
 * Takes as long where there is no account or no password, so that nobody learns which addresses
 * have one.
 */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const { parameters, nonce, tag } = parse(hash ?? (await nobodysHash()))
  const found = await derive('argon2id', {
    ...parameters,
    message: password,
    nonce,
    tagLength: tag.length,
  })
  return timingSafeEqual(found, tag) && hash !== null
}

/**
 * Refuses a password that is one repeated character, or holds a word that stands beside it: the
 * site's name, the person's, their address.
 * @throws {AppError}
 */
export function refuseTellingPassword(password: string, person: Person, field = 'password'): void {
  const [mailbox = ''] = person.email?.split('@') ?? []
  const words = [site.name, person.first_name ?? '', person.last_name ?? '', mailbox]
  const folded = password.toLowerCase()
  const holds = words.some(
    (word) => word.length >= shortestWord && folded.includes(word.toLowerCase()),
  )
  if (!holds && !/^(.)\1*$/su.test(password)) return
  throw fieldError(
    field,
    holds
      ? 'Please choose a password without your name, your email address or the name of this site.'
      : 'Please choose a password with more than one different character.',
  )
}

type Person = { email: string | null; first_name: string | null; last_name: string | null }

/** Shorter ones stand in many others. */
const shortestWord = 4

let nobody: Promise<string> | undefined
const nobodysHash = () => (nobody ??= hashPassword(base64(randomBytes(saltLength))))

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

function parse(hash: string) {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = phc.exec(hash) ?? []
  if (memory === undefined) throw new Error('A stored password hash is no argon2id PHC string')
  return {
    parameters: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    },
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/**
 * @throws {AppError} for passwords that are tried first by everybody who guesses, or by those who
 * guess on this board.
 */
export async function refuseCommonPassword(password: string, field = 'password'): Promise<void> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  )
  if ((await commonPasswords).has(password.toLowerCase()) || isOfBoardWords(password))
    throw fieldError(field, 'This password is too common. Please choose another one.')
}

let commonPasswords: Promise<Set<string>> | undefined

const lookalikes: Record<string, string> = {
  0: 'o',
  3: 'e',
  4: 'a',
  '@': 'a',
  5: 's',
  $: 's',
  7: 't',
  8: 'b',
  '!': 'i',
}
/** An 's' or 'Dr' beside a word adds nothing. */
const fewLetters = 2

let boardWords: RegExp | undefined

/**
 * Whether words that the search knows (specialties, professions, states), digits and signs are all
 * of it, also with digits or accents.
 */
function isOfBoardWords(password: string) {
  boardWords ??= new RegExp(
    [...vocabularyWords, ...site.name.toLowerCase().split(' ')]
      .filter((word) => word.length >= shortestWord && /^[a-z]+$/.test(word))
      .toSorted((a, b) => b.length - a.length)
      .join('|'),
    'g',
  )
  const text = password.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = boardWords
  return ['i', 'l'].some((letter) => {
    const read = text.replaceAll(/[\d@$!]/g, (sign) =>
      sign === '1' ? letter : (lookalikes[sign] ?? sign),
    )
    const beside = read.replaceAll(words, (word) => ' '.repeat(word.length))
    const letters = text
      .split('')
      .filter((part, index) => beside[index] !== ' ' && /\p{L}/u.test(part))
    return beside !== read && letters.length <= fewLetters
  })
}

/**
 * A new secret in base32, and what an app needs of it. The library's defaults are those of apps (RFC
 * 6238): SHA-1, six digits, 30 seconds, and one step before or after for clocks that are off.
 */
export async function newAuthenticator(account: string) {
  const [{ Secret, TOTP }, { encode }] = await Promise.all([import('otpauth'), import('uqr')])
  const secret = new Secret({ size: 20 })
  const uri = new TOTP({ issuer: site.name, label: account, secret }).toString()
  const { data, size } = encode(uri, { ecc: 'M', border: 2 })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return { secret: secret.base32, uri, qr: { size, path } }
}

/** The time step that the code is of; undefined if it is wrong, or the secret cannot be read. */
export async function stepOf(
  secret: string | undefined,
  code: string,
): Promise<number | undefined> {
  // Of an empty secret everybody knows the codes.
  if (!secret) return undefined
  const { Secret, TOTP } = await import('otpauth')
  const timestamp = Date.now()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp })
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta
}

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const recoveryCodes = 10
const recoveryLength = 16

/** 80 random bits each, as 'ABCD-EFGH-JKLM-NPQR'. */
export const newRecoveryCodes = () =>
  Array.from({ length: recoveryCodes }, () => {
    const letters = [...randomBytes(recoveryLength)].map((byte) => alphabet[byte % alphabet.length])
    return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
  })

/** A typed code without what people add to it: spaces, hyphens, lower case. */
export const plainCode = (typed: string) => typed.replaceAll(/[^\da-z]/gi, '').toUpperCase()

export const isAuthenticatorCode = (plain: string) => /^\d{6}$/.test(plain)
