import { sealer } from '#server/lib/seal.ts'
import type { Sealer } from '#server/lib/seal.ts'
import { AppError } from '#shared/errors.ts'
import { DatasetError } from './reading/dataset-error.ts'
import { isMasked, publicAddress } from './reading/public-address.ts'

/** An address as it is shown and, where that leaves something out, sealed as a whole. */
export type KeptAddress = { url: string; sealed_url: string | null }

export const addressSealer = (secret: string): Sealer => sealer(secret, 'import-address')

/** @throws {AppError} VALIDATION_FAILED for one that was copied from where its secret is masked. */
export function requireWhole(address: string): void {
  const message = 'What is secret in this address is not shown. Please enter the whole address.'
  if (isMasked(address)) throw new AppError('VALIDATION_FAILED', message, [{ field: 'url', message }])
}

export function keepAddress(sealer: Sealer, address: string): KeptAddress {
  const url = publicAddress(address)
  return { url, sealed_url: url === address ? null : sealer.seal(address) }
}

/** @throws {DatasetError} where it was sealed with another secret. */
export function wholeAddress(sealer: Sealer, { url, sealed_url }: KeptAddress): string {
  const whole = sealed_url === null ? url : sealer.unseal(sealed_url)
  if (whole !== undefined && !isMasked(whole)) return whole
  throw new DatasetError('The address cannot be read any more: the server’s SECRET has changed. Please enter it again.')
}
