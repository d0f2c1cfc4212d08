import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { readAt } from './read-at.ts'

/**
 * Documents of Word 97 to 2003 are small file systems, as [MS-CFB] describes: sectors, chained by an allocation table, hold a
 * directory of streams. Installers and spreadsheets are of the same kind, so the directory must name Word's stream, and that
 * must begin as [MS-DOC] says.
 */
export async function isWordCompound(path: string): Promise<boolean> {
  await using file = await open(path)
  const compound = await readHeader(file, (await file.stat()).size)
  if (!compound) return false
  const table = await readAllocationTable(compound)
  if (!table || !reachesItsEnd(compound, table)) return false
  const stream = await findStream(compound, table, 'WordDocument')
  if (!stream) return false
  if (stream.size < smallStreamBytes) return true
  const start = await readSector(compound, stream.firstSector)
  return start.length >= 2 && start.readUInt16LE(0) === wordMagic
}

const compoundMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const wordMagic = 0xa5ec
const headerBytes = 512
const entryBytes = 128
/** Smaller streams share sectors, and Word's own never is so small; other programs' may be. */
const smallStreamBytes = 4096
const streamType = 2
/** The header lists the first 109 sectors of the allocation table: enough for 7 MB, more than a CV may have. */
const listedTableSectors = 109
const lastRegularSector = 0xfffffffa
const freeSector = 0xffffffff

type Compound = { file: FileHandle; size: number; header: Buffer; sectorBytes: number }

async function readHeader(file: FileHandle, size: number): Promise<Compound | undefined> {
  const header = await readAt(file, 0, headerBytes)
  if (header.length < headerBytes || !header.subarray(0, 8).equals(compoundMagic)) return undefined
  const sectorShift = header.readUInt16LE(0x1e)
  if (header.readUInt16LE(0x1c) !== 0xfffe || (sectorShift !== 9 && sectorShift !== 12)) return undefined
  return { file, size, header, sectorBytes: 1 << sectorShift }
}

/** For each sector the one that follows it. */
async function readAllocationTable(compound: Compound): Promise<Buffer | undefined> {
  const count = compound.header.readUInt32LE(0x2c)
  if (count < 1 || count > listedTableSectors) return undefined
  const sectors = await Promise.all(
    Array.from({ length: count }, (_, index) => readSector(compound, compound.header.readUInt32LE(0x4c + 4 * index))),
  )
  return sectors.every((it) => it.length === compound.sectorBytes) ? Buffer.concat(sectors) : undefined
}

/** A truncated file has lost sectors that its table counts on; only the last one may be short. */
function reachesItsEnd({ size, sectorBytes }: Compound, table: Buffer): boolean {
  let last = table.length / 4 - 1
  while (last >= 0 && table.readUInt32LE(4 * last) === freeSector) last -= 1
  return (last + 1) * sectorBytes < size
}

async function findStream(
  compound: Compound,
  table: Buffer,
  name: string,
): Promise<{ firstSector: number; size: number } | undefined> {
  // A chain that leads back into itself is longer than the table.
  let sector = compound.header.readUInt32LE(0x30)
  for (let steps = 0; sector <= lastRegularSector && steps < table.length / 4; steps += 1) {
    const entries = await readSector(compound, sector)
    for (let at = 0; at + entryBytes <= entries.length; at += entryBytes) {
      const entry = entries.subarray(at, at + entryBytes)
      if (entry[66] === streamType && nameOf(entry) === name) {
        return { firstSector: entry.readUInt32LE(116), size: entry.readUInt32LE(120) }
      }
    }
    if (4 * sector + 4 > table.length) return undefined
    sector = table.readUInt32LE(4 * sector)
  }
  return undefined
}

/** Sixteen-bit characters with a zero at the end that the length counts. */
function nameOf(entry: Buffer): string {
  const length = Math.min(entry.readUInt16LE(64), 64)
  return entry.toString('utf16le', 0, Math.max(0, length - 2))
}

/** Sectors are counted from the one after the header, which takes up a whole one. */
const readSector = ({ file, sectorBytes }: Compound, sector: number): Promise<Buffer> =>
  readAt(file, (sector + 1) * sectorBytes, sectorBytes)
