import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'

/** Word writes some dozens of parts; long documents with many pictures some hundreds. */
const maxParts = 2000
const maxUnpackedBytes = 100 * 1024 * 1024
/** The densest text of a document packs about thirty to one. */
const maxRatio = 100

const maxIndexBytes = 1024 * 1024

const contentTypes = '[Content_Types].xml'
const documentPart = 'word/document.xml'
/** Documents with macros have another one. */
const documentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/**
 * A document of Word 2007 or newer: a ZIP archive with an index of what its parts are. Every part is unpacked once and thrown
 * away, so that a bomb, a lie about sizes or a damaged part shows here and not at the reader's.
 */
export async function isWordPackage(path: string): Promise<boolean> {
  try {
    return await isSoundDocument(await yauzl.openPromise(path))
  } catch {
    // Whatever the parser complains of, it is not a document.
    return false
  }
}

async function isSoundDocument(zip: ZipFile): Promise<boolean> {
  const names = new Set<string>()
  let unpackedBytes = 0
  let index = ''
  try {
    if (zip.entryCount > maxParts) return false
    for await (const entry of zip.eachEntry()) {
      unpackedBytes += entry.uncompressedSize
      if (unpackedBytes > Math.min(maxUnpackedBytes, maxRatio * zip.fileSize) || names.has(entry.fileName)) return false
      names.add(entry.fileName)
      const isIndex = entry.fileName === contentTypes
      if (isIndex && entry.uncompressedSize > maxIndexBytes) return false
      const text = await unpack(zip, entry, isIndex)
      if (isIndex) index = text
    }
  } finally {
    zip.close()
  }
  return names.has(documentPart) && index.includes(documentType)
}

/** The text of a part if it is wanted, else nothing. @throws if the part is not what the archive says of it. */
async function unpack(zip: ZipFile, entry: Entry, wanted: boolean): Promise<string> {
  const kept: Buffer[] = []
  let checksum = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      checksum = crc32(chunk, checksum)
      if (wanted) kept.push(chunk)
      done()
    },
  })
  await pipeline(await zip.openReadStreamPromise(entry), sink)
  if (checksum !== entry.crc32) throw new Error('A part is damaged')
  return Buffer.concat(kept).toString()
}
