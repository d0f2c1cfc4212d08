import { describe, expect, test } from 'vitest'
import { contentTypesPart, docFile, documentPart, docxFile, pdfFile, withFile, zipFile, type Part } from '../cv-files.fixture.ts'
import { inspectCv } from './inspect-cv.ts'

const inspect = (content: Buffer, name: string) => withFile(content, (path) => inspectCv(path, name))

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

test.each<[string, Buffer]>([
  ...['cv.exe', 'cv', 'cv.pdf.exe', '.', 'pdf', 'cv.docm', 'cv.pdf ', 'cv.doc'].map(
    (name) => [name, pdfFile()] satisfies [string, Buffer],
  ),
  ['cv.docx', docFile()],
  ['cv.doc', docxFile()],
  ['cv.pdf', docxFile()],
])('%j with the content of another format is refused', async (name, content) => {
  expect(await inspect(content, name)).toBeUndefined()
})

const whole = { 'cv.pdf': pdfFile(), 'cv.doc': docFile(), 'cv.docx': docxFile() }
const cut = Object.entries(whole).flatMap(([name, content]) => [0.1, 0.5, 0.9].map((part) => [name, part, content] as const))

test.each(cut)('%s cut off after %f of it is refused', async (name, part, content) => {
  expect(await inspect(content.subarray(0, Math.floor(part * content.length)), name)).toBeUndefined()
})

const damagedDoc = (at: number, value: number) => {
  const file = docFile()
  file.writeUInt32LE(value, at)
  return file
}

test.each([
  ['another program’s stream', docFile({ magic: 0x0809 })],
  ['a table beyond the file', damagedDoc(0x4c, 0x00ffffff)],
  ['too large a table', damagedDoc(0x2c, 0xffffffff)],
  ['sectors of another size', damagedDoc(0x1e, 0x0018)],
])('a document of Word 97 with %s is refused', async (_, content) => {
  expect(await inspect(content, 'cv.doc')).toBeUndefined()
})

const bomb = { name: 'word/media/bomb.xml', content: Buffer.alloc(30 * 1024 * 1024) }
const emptyParts = Array.from({ length: 2001 }, (_, index) => ({ name: `word/${index}.xml`, content: '' }))

test.each<[string, Part[]]>([
  ['without its index', [documentPart]],
  ['without its text', [contentTypesPart()]],
  ['with a part twice', [contentTypesPart(), documentPart, documentPart]],
  ['with a part that climbs out', [contentTypesPart(), documentPart, { name: '../evil', content: 'x' }]],
  ['that unpacks to a thousand times its size', [contentTypesPart(), documentPart, bomb]],
  ['with very many parts', [contentTypesPart(), documentPart, ...emptyParts]],
])('a document of Word 2007 %s is refused', async (_, parts) => {
  expect(await inspect(zipFile(parts), 'cv.docx')).toBeUndefined()
})

test('long repetitive text is accepted', async () => {
  const text = '<w:p><w:r><w:t>Reviewed charts and taught residents.</w:t></w:r></w:p>'
  const dull = { ...documentPart, content: Array.from({ length: 20_000 }, (_, index) => `${text}${index}`).join('') }
  expect(await inspect(zipFile([contentTypesPart(), dull]), 'cv.docx')).toBe('docx')
})
