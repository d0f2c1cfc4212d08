import { constants, crc32, createDeflateRaw } from 'node:zlib'

/** A piece of a page, compressed so that it can stand anywhere in a gzip stream. */
export type ZippedPiece = { plain: Buffer; deflated: Buffer }

const level = 6
/** The longest that a stored block holds. */
const maxStored = 0xffff
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block: everything before it was followed by more. */
const lastBlock = Buffer.from([3, 0])

/** Ends on a whole byte and refers to nothing before it (a full flush), so pieces can be put together in any order. */
export function zipPiece(plain: Buffer): Promise<ZippedPiece> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const deflate = createDeflateRaw({ level })
    deflate.on('data', (chunk: Buffer) => chunks.push(chunk))
    deflate.on('error', reject)
    deflate.write(plain, () =>
      deflate.flush(constants.Z_FULL_FLUSH, () => {
        resolve({ plain, deflated: Buffer.concat(chunks) })
        deflate.destroy()
      }),
    )
  })
}

/**
 * A gzip stream of pieces, and of bytes that go in as they are: what differs from visitor to visitor does not cost
 * compressing the page again.
 */
export function joinZipped(parts: readonly (ZippedPiece | Buffer)[]): Buffer[] {
  const stream: Buffer[] = [header]
  let checksum = 0
  let length = 0
  for (const part of parts) {
    const plain = 'plain' in part ? part.plain : part
    if ('plain' in part) stream.push(part.deflated)
    else stream.push(storedHeader(part.length), part)
    checksum = crc32(plain, checksum)
    length += plain.length
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum, 0)
  trailer.writeUInt32LE(length % 2 ** 32, 4)
  return [...stream, lastBlock, trailer]
}

/** Of a block that is kept as it is, and is not the last. */
function storedHeader(length: number): Buffer {
  if (length > maxStored) throw new Error(`A stored block holds ${maxStored} bytes at the most`)
  const block = Buffer.alloc(5)
  block.writeUInt16LE(length, 1)
  // oxlint-disable-next-line no-bitwise
  block.writeUInt16LE(~length & 0xffff, 3)
  return block
}
