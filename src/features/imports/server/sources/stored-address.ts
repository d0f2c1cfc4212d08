import { textCipher, type TextCipher, type Secrets } from '#platform/server/secret.ts'
import { fieldError } from '#shared/errors.ts'
import { uploadIdOf } from '#features/imports/model.ts'
import { allowedEntry } from '../reading/http.ts'
import { DatasetError } from '../reading/row.ts'

/** An address with its secrets masked and, where it has any, the whole address encrypted. */
export type StoredAddress = { url: string; sealed_url: string | null }

export const addressCipher = (secrets: Secrets): TextCipher => textCipher(secrets, 'import-address')

/** @throws {AppError} VALIDATION_FAILED for one that was copied from where its secret is masked. */
export function requireFullAddress(address: string): void {
  const message = 'We hide the secret parts of this address. Please enter the whole address.'
  if (isMasked(address)) throw fieldError('url', message)
}

/** @throws {AppError} VALIDATION_FAILED for an address that imports may not read. */
export function requireReadable(address: string, allowedHosts: readonly string[]): void {
  if (uploadIdOf(address) === undefined)
    explained(() => allowedEntry(new URL(address), allowedHosts))
}

/** What speaks against an address is shown beside its field. */
export function explained<T>(look: () => T): T {
  try {
    return look()
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
    throw fieldError('url', error.message)
  }
}

export function encryptAddress(cipher: TextCipher, address: string): StoredAddress {
  const url = publicAddress(address)
  return { url, sealed_url: url === address ? null : cipher.encrypt(address) }
}

/** @throws {DatasetError} where it was encrypted with another secret. */
export function decryptAddress(cipher: TextCipher, { url, sealed_url }: StoredAddress): string {
  const address = sealed_url === null ? url : cipher.decrypt(sealed_url)
  if (address !== undefined && !isMasked(address)) return address
  throw new DatasetError(
    'We can no longer read the address because the server’s SECRET changed. Please enter it again.',
  )
}

/** Names of parameters whose values open something. */
const secretName = /token|key|secret|signature|^sig$|passw|auth|credential/i
/** What stands where a secret was. */
const mask = '…'
const encodedMask = encodeURIComponent(mask)

/** An address with what is secret in it masked (`?token=…`): to be shown, stored and logged. */
export function publicAddress(address: string): string {
  const url = new URL(address)
  if (url.username) url.username = mask
  if (url.password) url.password = mask
  // By hand: what is no secret stays as it was written.
  url.search = url.search.replaceAll(
    /([?&])([^&=]*)=[^&]+/g,
    (whole, before: string, name: string) =>
      secretName.test([...new URLSearchParams(name).keys()].join(''))
        ? `${before}${name}=${mask}`
        : whole,
  )
  url.hash = ''
  return url.href.replaceAll(encodedMask, mask)
}

/** Whether it is an address as `publicAddress` shows it, without the secret that belongs there. */
export function isMasked(address: string): boolean {
  const { username, password, searchParams } = new URL(address)
  const secrets = [...searchParams].flatMap(([name, value]) =>
    secretName.test(name) ? [value] : [],
  )
  return username === encodedMask || password === encodedMask || secrets.includes(mask)
}
