import { randomFillSync } from 'node:crypto'

const nonceBytes = 16
/** In base64, without padding. */
export const nonceLength = Math.ceil((nonceBytes * 4) / 3)

/** Drawn for many at once: to ask the system for sixteen bytes takes as long as for thousands. */
const drawn = Buffer.alloc(256 * nonceBytes)
let used = drawn.length

export function newNonce(): string {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  const nonce = drawn.toString('base64url', used, used + nonceBytes)
  // Once given out it is nowhere any more.
  drawn.fill(0, used, used + nonceBytes)
  used += nonceBytes
  return nonce
}
