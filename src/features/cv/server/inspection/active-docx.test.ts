import { expect, test } from 'vitest'
import {
  contentTypesPart,
  docFile,
  documentPart,
  docxFile,
  pdfFile,
  withFile,
  zipFile,
} from '#test/cv-files.ts'
import {
  microsoft,
  wordXml,
  word,
  relationshipsOf,
  related,
  rootRelated,
  linked,
  withDocument,
  withXml,
  docxWith,
  withPart,
  writtenByWord,
} from '#test/docx-parts.ts'
import { checkContent, findActiveContent } from './check-content.ts'

const findingOf = (content: Buffer, format: 'docx' | 'doc' = 'docx') =>
  withFile(content, (path) => checkContent(path, format))

function withGoogleFonts(): Buffer {
  const fonts = relationshipsOf('word/fontTable.xml', ['font', 'fonts/Roboto.ttf'])
  return docxWith([fonts, { name: 'word/fonts/Roboto.ttf', content: 'x' }], {
    ttf: 'application/x-font-ttf',
  })
}

const run = (inner: string) => `<w:r>${inner}</w:r>`
const mark = (type: string) => run(`<w:fldChar w:fldCharType="${type}"/>`)
const pieces = (...codes: string[]) =>
  codes.map((code) => run(`<w:instrText xml:space="preserve">${code}</w:instrText>`)).join('')
const field = (code: string, result = '') =>
  `${mark('begin')}${code}${mark('separate')}${result}${mark('end')}`
const withCode = (...codes: string[]) => withFields(field(pieces(...codes)))
const withFields = (...fields: string[]) =>
  withDocument(`<w:body><w:p>${fields.join('')}</w:p></w:body>`)

function damaged(): Buffer {
  const file = docxFile()
  file.writeUInt32LE(
    0,
    file.indexOf('word/document.xml', file.indexOf('PK\u0001\u0002', 0, 'latin1')) - 46 + 16,
  )
  return file
}

const relationsName = 'word/_rels/document.xml.rels'
const prefixed =
  '<p:Relationships xmlns:p="x"><p:Relationship Type="x/aFChunk" Target="a"/></p:Relationships>'
const external = related(['oleObject', 'https://evil.example/', 'External'])
const oleType = 'application/vnd.openxmlformats-officedocument.oleObject'
const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])

test.each<[string, Buffer]>([
  ['a page', docxFile()],
  ['a link', linked('hyperlink', 'https://example.org')],
  [
    'a picture',
    docxWith([
      related(['image', 'media/image1.png']),
      { name: 'word/media/image1.png', content: 'x' },
    ]),
  ],
  [
    'a link in the strict form',
    linked(
      'http://purl.oclc.org/ooxml/officeDocument/relationships/hyperlink',
      'https://a.example',
    ),
  ],
  [
    'the name of a template on the author’s disk',
    linked('attachedTemplate', 'file:///C:\\Users\\Jane\\Resume.dotx'),
  ],
  ['a template on the disk of a Mac', linked('attachedTemplate', 'file:///Users/jane/Resume.dotx')],
  ['what Word writes', writtenByWord()],
  ['fonts as Google Docs embeds them', withGoogleFonts()],
  ['an entry for a folder', docxWith([{ name: 'word/media/', content: '' }])],
  ['a type that no part has', docxWith([], { bin: oleType })],
  ['a page number', withCode(' PAGE ')],
  ['a page number without marks', withDocument('<w:instrText> PAGE </w:instrText>')],
  [
    'a page number in one element',
    withFields(`<w:fldSimple w:instr=" NUMPAGES \\* MERGEFORMAT ">${run('2')}</w:fldSimple>`),
  ],
  [
    'a link in pieces',
    withFields(
      field(pieces(' HYPER', 'LINK "https://a', '.example" '), run('<w:t>DDE Hospital</w:t>')),
    ),
  ],
  [
    'contents',
    withFields(
      field(
        pieces(' TOC \\o "1-3" \\h '),
        field(pieces(' HYPERLINK \\l "_Toc1" '), field(pieces(' PAGEREF _Toc1 \\h '))),
      ),
    ),
  ],
  ['a formula', withFields(field(`${pieces(' =')}${field(pieces('PAGE'))}${pieces('+1 ')}`))],
  [
    'a condition',
    withFields(field(`${pieces(' IF ')}${field(pieces(' PAGE '))}${pieces(' = 1 "DDE" "" ')}`)),
  ],
  [
    'citations',
    withFields(field(`${pieces(' ADDIN EN.CITE ')}${field(pieces(' ADDIN EN.CITE.DATA '))}`)),
  ],
  ['a placeholder to click on', withCode(' MACROBUTTON NoMacro [Click here and type your name] ')],
  ['a reference by its bookmark', withCode(' _Ref123456 \\h ')],
  ['an empty field', withFields(field(''))],
])('a DOCX with %s is accepted', async (_, content) => {
  expect(await findingOf(content)).toBeUndefined()
})

test.each<[string, Buffer]>([
  ['macros', withPart('word/vbaProject.bin', 'application/vnd.ms-office.vbaProject')],
  [
    'an ActiveX control',
    withPart(
      'word/activeX/activeX1.xml',
      'application/vnd.ms-office.activeX+xml',
      undefined,
      '<a/>',
    ),
  ],
  ['an OLE object in .bin', withPart('word/embeddings/oleObject1.bin', oleType, 'oleObject', ole)],
  [
    'an OLE object in .dat',
    withPart('word/media/image1.dat', 'application/octet-stream', 'oleObject', ole),
  ],
  ['an OLE object as a picture', withPart('word/media/image1.png', 'image/png', 'oleObject', ole)],
  ['an OLE object without a type', docxWith([{ name: 'word/media/image1.dat', content: ole }])],
  [
    'an embedded .docx',
    withPart('word/embeddings/a.docx', `${word}.document`, 'package', docxFile()),
  ],
  ['an imported RTF', withPart('word/afchunk.rtf', 'application/rtf', 'aFChunk', '{\\rtf1}')],
  [
    'an imported web page',
    withPart('word/afchunk.mht', 'message/rfc822', 'aFChunk', 'MIME-Version: 1.0'),
  ],
  [
    'an imported part in XML',
    docxWith([related(['aFChunk', 'chunk.xml']), { name: 'word/chunk.xml', content: '<a/>' }]),
  ],
  [
    'a subdocument',
    docxWith([related(['subDocument', 'sub.xml']), { name: 'word/sub.xml', content: '<a/>' }]),
  ],
  [
    'a ribbon of its own',
    rootRelated(`${microsoft}/2006/relationships/ui/extensibility`, 'customUI/customUI.xml'),
  ],
  [
    'an add-in',
    rootRelated(
      `${microsoft}/2011/relationships/webextensiontaskpanes`,
      'word/webextensions/taskpanes.xml',
    ),
  ],
  [
    'keys that start macros',
    docxWith([
      related([`${microsoft}/2006/relationships/keyMapCustomizations`, 'customizations.xml']),
    ]),
  ],
  ['a template of its own', docxWith([related(['attachedTemplate', 'template.xml'])])],
  ['a template from the web', linked('attachedTemplate', 'https://evil.example/t.dotm')],
  [
    'a template from the web, spelled otherwise',
    linked('attachedTemplate', '&#104;ttps://evil.example/t.dotm'),
  ],
  ['a template from a network share', linked('attachedTemplate', 'file://evil.example/t.dotm')],
  [
    'a template from a share with more slashes',
    linked('attachedTemplate', 'file://///evil.example/t.dotm'),
  ],
  ['a picture from the web', linked('image', 'https://evil.example/p.png')],
  ['an external object', linked('oleObject', 'mhtml:https://evil.example/x!x-usc:y')],
  ['a relationship with a prefix', docxWith([{ name: relationsName, content: prefixed }])],
  [
    'relationships that say they are a picture',
    docxWith([external], { [`/${relationsName}`]: 'image/png' }),
  ],
  [
    'data of another program',
    withDocument('<w:mailMerge><w:connectString w:val="x"/></w:mailMerge>'),
  ],
  ['a page of the web', withDocument('<w:webVideoPr w:embeddedHtml="x"/>')],
  ['a field that starts a program', withCode(' DDEAUTO c:\\\\windows\\\\cmd.exe ')],
  [
    'such a field without marks',
    withDocument('<w:instrText>DDE</w:instrText><w:instrText>AUTO cmd</w:instrText>'),
  ],
  ['such a field in pieces', withCode(' D', 'D', 'EAU', 'TO cmd')],
  ['such a field after another', withFields(field(pieces('PAGE')), field(pieces('DDEAUTO cmd')))],
  ['such a field without an end', withFields(mark('begin'), pieces('DDEAUTO cmd'))],
  ['such a field in one element', withFields('<w:fldSimple w:instr="DDEAUTO cmd"/>')],
  [
    'such a field after another in one element',
    withFields('<w:fldSimple w:instr="PAGE"/><w:fldSimple w:instr="DDE cmd"/>'),
  ],
  [
    'such a field with its letters as references',
    withFields('<w:fldSimple w:instr="&#68;&#x44;E cmd"/>'),
  ],
  ['such a field in quotes', withCode(' "DDEAUTO" cmd')],
  ['such a field with backslashes', withCode(' \\DDEAUTO cmd')],
  [
    'such a field in a section of characters',
    withFields(field('<w:instrText><![CDATA[DDEAUTO cmd]]></w:instrText>')),
  ],
  ['such a field in ordinary text', withFields(field(run('<w:t>DDEAUTO cmd</w:t>')))],
  [
    'such a field that was deleted',
    withFields(field('<w:delInstrText>DDEAUTO cmd</w:delInstrText>')),
  ],
  [
    'such a field in the result of another',
    withFields(field(pieces(' PAGE '), field(pieces('DDEAUTO cmd')))),
  ],
  [
    'such a field in the code of another',
    withFields(field(`${pieces(' IF 1 = 1 ')}${field(pieces('DDEAUTO cmd'))}`)),
  ],
  [
    'a name that another field makes',
    withFields(field(`${field(pieces(' QUOTE 68 68 69 '))}${pieces(' cmd')}`)),
  ],
  [
    'a name that another field ends',
    withFields(field(`${pieces(' D')}${field(pieces(' QUOTE 68 69 '))}${pieces('AUTO cmd')}`)),
  ],
  [
    'a name that another field goes on with',
    withFields(field(`${pieces(' TOC')}${field(pieces(' QUOTE 68 69 '))}`)),
  ],
  [
    'such a field under another prefix',
    docxWith([
      {
        ...documentPart,
        content: `<x:document xmlns:x="${wordXml}"><x:fldSimple x:instr="DDE cmd"/></x:document>`,
      },
    ]),
  ],
  ['a text from elsewhere', withCode(' INCLUDETEXT "https://evil.example" ')],
  ['a picture from elsewhere', withCode(' INCLUDEPICTURE "https://evil.example" ')],
  ['a link to another program', withCode(' LINK Excel.Sheet "x" ')],
  ['a macro', withCode(' MACROBUTTON AutoOpen click ')],
  [
    'macros by its index',
    zipFile([
      contentTypesPart('application/vnd.ms-word.document.macroEnabled.main+xml'),
      documentPart,
    ]),
  ],
  [
    'a spreadsheet by its index',
    zipFile([contentTypesPart('application/vnd.ms-excel'), documentPart]),
  ],
])('a DOCX with %s is active', async (_, content) => {
  expect(await findingOf(content)).toBe('active')
})

test.each<[string, Buffer]>([
  ['a declared document type', withXml('<!DOCTYPE a [<!ENTITY b "c">]><a/>')],
  ['damaged XML', withXml('<a><b></a>')],
  ['XML in UTF-16', withXml(Buffer.from('\uFEFF<a/>', 'utf16le'))],
  ['XML in UTF-16 without a mark', withXml(Buffer.from('<a/>', 'utf16le'))],
  ['XML in UTF-7', withXml('<?xml version="1.0" encoding="utf-7"?><a/>')],
  ['a part twice in other letters', docxWith([{ name: 'Word/Document.xml', content: '<a/>' }])],
  [
    'a part that is longer than its index says',
    zipFile([contentTypesPart(), { ...documentPart, claims: 10 }]),
  ],
  [
    'a picture that is',
    docxWith([{ name: 'word/media/a.png', content: Buffer.alloc(9_000_000), claims: 1000 }]),
  ],
  ['a damaged part', damaged()],
])('a DOCX with %s cannot be read', async (_, content) => {
  expect(await findingOf(content)).toBe('unreadable')
})

test.each<[string, BufferEncoding]>([
  ['_VBA_PROJECT', 'utf16le'],
  ['Macros', 'utf16le'],
  ['ObjectPool', 'utf16le'],
  [' DDEAUTO cmd', 'latin1'],
  ['https://evil.example/t.dotm', 'utf16le'],
  ['\\\\evil.example\\share\\t.dotm', 'utf16le'],
])('a DOC with %s in %s is active', async (text, encoding) => {
  expect(await findingOf(Buffer.concat([docFile(), Buffer.from(text, encoding)]), 'doc')).toBe(
    'active',
  )
})

test('files are checked in a thread, and one that takes too long cannot be read', async () => {
  const find = (content: Buffer, limitMs?: number) =>
    withFile(content, (path) => findActiveContent(path, 'pdf', limitMs))
  expect(await find(pdfFile())).toBeUndefined()
  expect(await find(pdfFile({ text: '/JavaScript ' }))).toBe('active')
  expect(await find(pdfFile(), 0)).toBe('unreadable')
})
