import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentTypesPart, docFile, documentPart, docxFile, pdfFile, zipFile } from '../cv-files.fixture.ts'
import { inspectCv } from './inspect-cv.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whitecoat-inspection-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function inspect(content: Buffer, name: string) {
  const path = join(folder, 'file')
  await writeFile(path, content)
  return inspectCv(path, name)
}

test.each([
  ['cv.pdf', pdfFile(), 'pdf'],
  ['CV of Jane Roe, M.D..PDF', pdfFile(), 'pdf'],
  ['large.pdf', pdfFile({ size: 1_000_000 }), 'pdf'],
  ['cv.doc', docFile(), 'doc'],
  ['cv.docx', docxFile(), 'docx'],
])('%s is what it says', async (name, content, format) => {
  expect(await inspect(content, name)).toBe(format)
})

const executable = Buffer.concat([Buffer.from('MZ\u0090\u0000'), Buffer.alloc(4096, 1)])

describe.each(['cv.pdf', 'cv.doc', 'cv.docx'])('as %s', (name) => {
  test.each([
    ['an executable', executable],
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from('%')],
    ['a page of HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['another ZIP archive', zipFile([{ name: 'readme.txt', content: 'hello' }])],
    ['another compound file', docFile({ stream: 'Workbook' })],
  ])('%s is refused', async (_, content) => {
    expect(await inspect(content, name)).toBeUndefined()
  })
})

test.each(['cv.exe', 'cv', 'cv.pdf.exe', '.', 'pdf', 'cv.docm', 'cv.pdf '])('a PDF called %j is refused', async (name) => {
  expect(await inspect(pdfFile(), name)).toBeUndefined()
})

test.each([
  ['cv.doc', pdfFile()],
  ['cv.docx', docFile()],
  ['cv.doc', docxFile()],
  ['cv.pdf', docxFile()],
])('%s with the content of another format is refused', async (name, content) => {
  expect(await inspect(content, name)).toBeUndefined()
})

describe.each([
  ['cv.pdf', pdfFile()],
  ['cv.doc', docFile()],
  ['cv.docx', docxFile()],
])('%s', (name, whole) => {
  test.each([0.1, 0.5, 0.9])('cut off after %f of it is refused', async (part) => {
    expect(await inspect(whole.subarray(0, Math.floor(part * whole.length)), name)).toBeUndefined()
  })
})

describe('a document of Word 97', () => {
  test('with another program’s stream is refused', async () => {
    expect(await inspect(docFile({ magic: 0x0809 }), 'cv.doc')).toBeUndefined()
  })

  test.each([
    ['a table beyond the file', 0x4c, 0x00ffffff],
    ['too large a table', 0x2c, 0xffffffff],
    ['sectors of another size', 0x1e, 0x0018],
  ])('with %s is refused', async (_, at, value) => {
    const file = docFile()
    file.writeUInt32LE(value, at)
    expect(await inspect(file, 'cv.doc')).toBeUndefined()
  })
})

describe('a document of Word 2007', () => {
  const inspectParts = (parts: Parameters<typeof zipFile>[0]) => inspect(zipFile(parts), 'cv.docx')

  test.each([
    ['without its index', [documentPart]],
    ['without its text', [contentTypesPart()]],
    ['with a part twice', [contentTypesPart(), documentPart, documentPart]],
    ['with a part that climbs out', [contentTypesPart(), documentPart, { name: '../evil', content: 'x' }]],
  ])('%s is refused', async (_, parts) => {
    expect(await inspectParts(parts)).toBeUndefined()
  })

  test('that unpacks to a thousand times its size is refused', async () => {
    const bomb = { name: 'word/media/bomb.xml', content: Buffer.alloc(30 * 1024 * 1024) }
    const file = zipFile([contentTypesPart(), documentPart, bomb])
    expect(file.length).toBeLessThan(100_000)
    expect(await inspect(file, 'cv.docx')).toBeUndefined()
  })

  test('with very many parts is refused', async () => {
    const parts = Array.from({ length: 2001 }, (_, index) => ({ name: `word/${index}.xml`, content: '' }))
    expect(await inspectParts([contentTypesPart(), documentPart, ...parts])).toBeUndefined()
  })

  test('with long repetitive text is accepted', async () => {
    const text = '<w:p><w:r><w:t>Reviewed charts and taught residents.</w:t></w:r></w:p>'
    const dull = { ...documentPart, content: Array.from({ length: 20_000 }, (_, it) => `${text}${it}`).join('') }
    expect(await inspectParts([contentTypesPart(), dull])).toBe('docx')
  })
})
