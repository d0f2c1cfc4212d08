import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

/** Files as people upload them, made byte by byte, so that tests can damage them. */

/** Calls `read` with the path of a file that has this content. */
export async function withFile<Result>(
  content: Buffer,
  read: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'whitecoat-cv-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, content)
    return await read(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A readable page, or several; `size` pads it to that many bytes. */
export function pdfFile({
  size,
  text = 'Curriculum vitae',
  pages = 1,
}: { size?: number; text?: string; pages?: number } = {}): Buffer {
  const bare = pdfWith(text, '', pages)
  if (size === undefined) return bare
  // The number of digits of the table's offset grows with the padding.
  const padded = pdfWith(text, '%'.repeat(Math.max(0, size - bare.length - 16)))
  return pdfWith(text, '%'.repeat(Math.max(0, size - bare.length - 16) + size - padded.length))
}

function pdfWith(text: string, padding: string, pages = 1): Buffer {
  const show = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${'3 0 R '.repeat(pages)}] /Count ${pages} >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${show.length} >>\nstream\n${show}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  body += `${padding}\n`
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + trailer, 'latin1')
}

export type Part = {
  name: string
  content: string | Buffer
  /** A false unpacked size. */
  claims?: number
}

const documentType =
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

export const contentTypesPart = (type: string = documentType, more = ''): Part => ({
  name: '[Content_Types].xml',
  content:
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>' +
    `${more}<Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
})

export const documentPart: Part = {
  name: 'word/document.xml',
  content:
    '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">' +
    '<w:body><w:p><w:r><w:t>Curriculum vitae</w:t></w:r></w:p></w:body></w:document>',
}

const relationshipsPart: Part = {
  name: '_rels/.rels',
  content:
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" ' +
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
}

export const docxFile = (): Buffer => zipFile([contentTypesPart(), relationshipsPart, documentPart])

/** A document with a paragraph for each line. */
export const docxOf = (text: string): Buffer =>
  zipFile([
    contentTypesPart(),
    relationshipsPart,
    {
      ...documentPart,
      content: String(documentPart.content).replace(
        /<w:p>.*<\/w:p>/,
        text
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll(/^.*$/gm, '<w:p><w:r><w:t>$&</w:t></w:r></w:p>'),
      ),
    },
  ])

/** A ZIP archive with compressed parts. */
export function zipFile(parts: Part[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claims } of parts) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(claims ?? bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name), packed])
    const more = Buffer.alloc(14)
    more.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, more, Buffer.from(name)]),
    )
    locals.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}

const sectorBytes = 512
const chainEnd = 0xfffffffe

/**
 * A compound file of Word 97–2003: allocation table, directory, and one stream of eight sectors.
 */
export function docFile({ stream = 'WordDocument', magic = 0xa5ec } = {}): Buffer {
  const header = Buffer.alloc(sectorBytes)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  const words = { 0x18: 0x3e, 0x1a: 3, 0x1c: 0xfffe, 0x1e: 9, 0x20: 6 }
  for (const [at, value] of Object.entries(words)) header.writeUInt16LE(value, Number(at))
  const doubleWords = { 0x2c: 1, 0x30: 1, 0x38: 4096, 0x3c: chainEnd, 0x44: chainEnd }
  for (const [at, value] of Object.entries(doubleWords)) header.writeUInt32LE(value, Number(at))
  header.fill(0xff, 0x4c)
  header.writeUInt32LE(0, 0x4c)

  const table = Buffer.alloc(sectorBytes, 0xff)
  table.writeUInt32LE(0xfffffffd, 0)
  table.writeUInt32LE(chainEnd, 4)
  for (let sector = 2; sector < 9; sector += 1) table.writeUInt32LE(sector + 1, 4 * sector)
  table.writeUInt32LE(chainEnd, 4 * 9)

  const directory = Buffer.concat([
    directoryEntry('Root Entry', { type: 5, first: chainEnd, size: 0 }),
    directoryEntry(stream, { type: 2, first: 2, size: 4096 }),
    Buffer.alloc(2 * 128),
  ])
  const content = Buffer.alloc(4096, 'Curriculum vitae ')
  content.writeUInt16LE(magic, 0)
  return Buffer.concat([header, table, directory, content])
}

function directoryEntry(
  name: string,
  { type, first, size }: { type: number; first: number; size: number },
): Buffer {
  const entry = Buffer.alloc(128)
  entry.write(name, 'utf16le')
  entry.writeUInt16LE(2 * name.length + 2, 64)
  entry[66] = type
  entry.fill(0xff, 68, 80)
  entry.writeUInt32LE(first, 116)
  entry.writeUInt32LE(size, 120)
  return entry
}
