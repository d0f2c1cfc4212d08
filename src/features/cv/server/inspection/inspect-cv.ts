import { readFile } from 'node:fs/promises'
import yauzl from 'yauzl'
import { formatOfName, type CvFormat } from '#features/cv/model.ts'

/** Thrown at a part of a file that cannot be read whole. */
export class Unreadable extends Error {}

const checks: Record<CvFormat, (path: string) => Promise<boolean>> = {
  pdf: isPdf,
  doc: isWordCompound,
  docx: isWordPackage,
}

/**
 * The format of a file, if its name and content agree and the content is complete. The declared
 * content type only repeats the name.
 */
export async function inspectCv(path: string, fileName: string): Promise<CvFormat | undefined> {
  const format = formatOfName(fileName)
  return format && (await checks[format](path)) ? format : undefined
}

/** Readers look for the end within the last kilobyte; some programs write a little after it. */
const tailBytes = 2048

/** Checks the header of a PDF, and the trailer that a truncated one lacks. */
async function isPdf(path: string) {
  const file = await readFile(path)
  if (!/^%PDF-[12]\.\d/.test(file.toString('latin1', 0, 8))) return false
  const tableAt = /startxref\s+(\d+)\s+%%EOF/.exec(
    file.subarray(-tailBytes).toString('latin1'),
  )?.[1]
  return tableAt !== undefined && Number(tableAt) < file.length
}

/**
 * Word 97–2003 documents are compound files ([MS-CFB]): sectors, chained by an allocation table,
 * with a directory of streams. Other programs use the same format, so the directory must name
 * Word's stream, which must begin as [MS-DOC] says.
 */
async function isWordCompound(path: string) {
  const file = await readFile(path)
  if (file.length < headerBytes || !file.subarray(0, 8).equals(compoundMagic)) return false
  const sectorShift = file.readUInt16LE(0x1e)
  if (file.readUInt16LE(0x1c) !== 0xfffe || (sectorShift !== 9 && sectorShift !== 12)) return false
  const compound = { file, sectorBytes: 1 << sectorShift }
  const table = readAllocationTable(compound)
  if (!table || !reachesItsEnd(compound, table)) return false
  const stream = findStream(file, 'WordDocument')
  if (!stream) return false
  if (stream.size < smallStreamBytes) return true
  const start = readSector(compound, stream.firstSector)
  return start.length >= 2 && start.readUInt16LE(0) === wordMagic
}

const compoundMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const wordMagic = 0xa5ec
const headerBytes = 512
const entryBytes = 128
/** Smaller streams share sectors; Word's own is never that small. */
const smallStreamBytes = 4096
const streamType = 2
/** The header lists the first 109 sectors of the allocation table: enough for 7 MB. */
const listedTableSectors = 109
const freeSector = 0xffffffff

type Compound = { file: Buffer; sectorBytes: number }

/** The next sector of each sector. */
function readAllocationTable(compound: Compound): Buffer | undefined {
  const { file, sectorBytes } = compound
  const count = file.readUInt32LE(0x2c)
  if (count < 1 || count > listedTableSectors) return undefined
  const sectors = Array.from({ length: count }, (_, index) =>
    readSector(compound, file.readUInt32LE(0x4c + 4 * index)),
  )
  return sectors.every((sector) => sector.length === sectorBytes)
    ? Buffer.concat(sectors)
    : undefined
}

/** A truncated file lacks sectors of its table; only the last one may be short. */
function reachesItsEnd({ file, sectorBytes }: Compound, table: Buffer) {
  let last = table.length / 4 - 1
  while (last >= 0 && table.readUInt32LE(4 * last) === freeSector) last -= 1
  return (last + 1) * sectorBytes < file.length
}

/** By its entry in the directory, which begins with the name in UTF-16. */
function findStream(file: Buffer, name: string) {
  const key = Buffer.from(`${name}\0`, 'utf16le')
  for (let at = file.indexOf(key); at !== -1; at = file.indexOf(key, at + 1)) {
    const entry = file.subarray(at, at + entryBytes)
    if (at % entryBytes === 0 && entry.length === entryBytes && entry[66] === streamType)
      return { firstSector: entry.readUInt32LE(116), size: entry.readUInt32LE(120) }
  }
  return undefined
}

/**
 * Sectors are numbered from the one after the header; shorter, or empty, at the end of the file.
 */
const readSector = ({ file, sectorBytes }: Compound, sector: number) =>
  file.subarray((sector + 1) * sectorBytes, (sector + 2) * sectorBytes)

/** Word writes dozens of parts; long documents with many pictures have hundreds. */
const maxParts = 2000
const maxUnpackedBytes = 100 * 1024 * 1024
/** Dense text compresses about thirty to one. */
const maxRatio = 100

const packageParts = ['[Content_Types].xml', 'word/document.xml']

/** By the index of the archive; `isActivePackage` reads its parts. */
async function isWordPackage(path: string) {
  const zip = await yauzl.openPromise(path, { autoClose: false }).catch(() => undefined)
  if (!zip) return false
  try {
    if (zip.entryCount > maxParts) return false
    const names = new Set<string>()
    let unpackedBytes = 0
    for await (const entry of zip.eachEntry()) {
      unpackedBytes += entry.uncompressedSize
      names.add(entry.fileName)
    }
    const isBounded = unpackedBytes <= Math.min(maxUnpackedBytes, maxRatio * zip.fileSize)
    return (
      isBounded && names.size === zip.entryCount && packageParts.every((name) => names.has(name))
    )
  } catch {
    // Any parser error means that it is no document.
    return false
  } finally {
    zip.close()
  }
}
