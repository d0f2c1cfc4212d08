import { expect, test } from 'vitest'
import {
  contentTypesPart,
  docFile,
  documentPart,
  docxFile,
  pdfFile,
  withFile,
  zipFile,
  type Part,
} from '#test/cv-files.ts'
import { inspectCv } from './inspect-cv.ts'

const inspect = (content: Buffer, name: string) =>
  withFile(content, (path) => inspectCv(path, name))

type Refused = [what: string, name: string, content: Buffer]

const executable = Buffer.concat([Buffer.from('MZ\u0090\u0000'), Buffer.alloc(4096, 1)])

const ofNoFormat: [what: string, Buffer][] = [
  ['an executable', executable],
  ['nothing', Buffer.alloc(0)],
  ['one byte', Buffer.from('%')],
  ['a page of HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['another ZIP archive', zipFile([{ name: 'readme.txt', content: 'hello' }])],
  ['another compound file', docFile({ stream: 'Workbook' })],
]

const whole = { 'cv.pdf': pdfFile(), 'cv.doc': docFile(), 'cv.docx': docxFile() }
const partOf = (content: Buffer, part: number) =>
  content.subarray(0, Math.floor(part * content.length))

const damagedDoc = (at: number, value: number) => {
  const file = docFile()
  file.writeUInt32LE(value, at)
  return file
}

const bomb = { name: 'word/media/bomb.xml', content: Buffer.alloc(30 * 1024 * 1024) }
const emptyParts = Array.from({ length: 2001 }, (_, index) => ({
  name: `word/${index}.xml`,
  content: '',
}))
const documents: [what: string, Part[]][] = [
  ['a document without its index', [documentPart]],
  ['a document without its text', [contentTypesPart()]],
  ['a document with a part twice', [contentTypesPart(), documentPart, documentPart]],
  [
    'a document with a part that climbs out',
    [contentTypesPart(), documentPart, { name: '../evil', content: 'x' }],
  ],
  [
    'a document that unpacks to a thousand times its size',
    [contentTypesPart(), documentPart, bomb],
  ],
  ['a document with very many parts', [contentTypesPart(), documentPart, ...emptyParts]],
]
const pdfNames = ['cv.exe', 'cv', 'cv.pdf.exe', '.', 'pdf', 'cv.docm', 'cv.pdf ', 'cv.doc']

test.each<Refused>([
  ...Object.entries(whole).flatMap(([name, content]) => [
    ...ofNoFormat.map(([what, other]): Refused => [what, name, other]),
    ...[0.1, 0.5, 0.9].map((part): Refused => [`${part} of it`, name, partOf(content, part)]),
  ]),
  ...pdfNames.map((name): Refused => ['a PDF', name, pdfFile()]),
  ['a DOC', 'cv.docx', docFile()],
  ['a DOCX', 'cv.doc', docxFile()],
  ['a DOCX', 'cv.pdf', docxFile()],
  ['another program’s stream', 'cv.doc', docFile({ magic: 0x0809 })],
  ['a table beyond the file', 'cv.doc', damagedDoc(0x4c, 0x00ffffff)],
  ['too large a table', 'cv.doc', damagedDoc(0x2c, 0xffffffff)],
  ['sectors of another size', 'cv.doc', damagedDoc(0x1e, 0x0018)],
  ...documents.map(([what, parts]): Refused => [what, 'cv.docx', zipFile(parts)]),
])('%s is refused as %j', async (_, name, content) => {
  expect(await inspect(content, name)).toBeUndefined()
})

test('long repetitive text is accepted', async () => {
  const text = '<w:p><w:r><w:t>Reviewed charts and taught residents.</w:t></w:r></w:p>'
  const dull = {
    ...documentPart,
    content: Array.from({ length: 20_000 }, (_, index) => `${text}${index}`).join(''),
  }
  expect(await inspect(zipFile([contentTypesPart(), dull]), 'cv.docx')).toBe('docx')
})
