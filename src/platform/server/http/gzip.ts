import { gzipSync } from 'node:zlib'

/**
 * Compresses a body, at once: for some kilobytes the thread pool costs three times what compressing costs. The result has memory of
 * its own; zlib's is a view of a slab of 64 kB, which a cache would keep and a thread would send as a whole.
 */
export function gzipBody(body: string | Uint8Array): Buffer {
  const zipped = gzipSync(body)
  const own = Buffer.allocUnsafeSlow(zipped.length)
  zipped.copy(own)
  return own
}
