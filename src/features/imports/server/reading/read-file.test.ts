import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { otherKinds } from '#features/imports/model.ts'
import { readDataset } from './read-dataset.ts'
import { maxItemBytes, type Row } from './row.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imports-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The rows of a file, and the word that it broke off with. */
async function readFile(file: string): Promise<{ rows: Row[]; error?: string }> {
  const rows: Row[] = []
  try {
    for await (const { after: _after, bytes: _bytes, ...row } of readDataset(
      { file },
      { allowedHosts: [] },
    ))
      rows.push(row)
  } catch (error) {
    return { rows, error: (error as Error).message }
  }
  return { rows }
}

async function read(content: string | Buffer): Promise<{ rows: Row[]; error?: string }> {
  const file = join(folder, 'dataset')
  await writeFile(file, content)
  return readFile(file)
}

/** Brackets, quotes and backslashes in texts are no structure. */
const items = Array.from({ length: 500 }, (_, number) => ({
  number,
  text: `a "b" [c] {d}, 6" [{, \\ é 🩺\n${'x'.repeat(number * 3)}`,
  list: [[1, { a: [] }], ','],
}))
const rows = items.map((item) => ({ item }))
const lines = items.map((item) => JSON.stringify(item)).join('\n')

describe('a dataset is read alike', () => {
  it.each([
    ['as a list', JSON.stringify(items)],
    ['as a list over many lines', JSON.stringify(items, null, 2)],
    ['as lines', lines],
    ['as lines with blank ones and Windows ends', `\n${lines.replaceAll('\n', '\r\n\r\n')}\r\n`],
    ['with a byte-order mark', `\uFEFF${JSON.stringify(items)}`],
    ['with a byte-order mark before lines', `\uFEFF${lines}`],
    ['with a comma before the end', JSON.stringify(items).replace(/\]$/, ', ]\n')],
    [
      'in an object',
      JSON.stringify({ meta: { total: 500, filters: ['a'] }, jobs: items, next: null }),
    ],
    [
      'deep in an object over many lines',
      JSON.stringify({ Result: { Count: 500, Items: items }, more: [{ a: 1 }] }, null, 2),
    ],
    ['as objects over many lines', items.map((item) => JSON.stringify(item, null, 1)).join('\n')],
    ['as UTF-16', Buffer.from(`\uFEFF${JSON.stringify(items)}`, 'utf16le')],
    ['as UTF-16 without a mark', Buffer.from(lines, 'utf16le')],
    ['compressed', gzipSync(JSON.stringify(items))],
    [
      'compressed in two parts',
      Buffer.concat([gzipSync(lines.slice(0, 9000)), gzipSync(lines.slice(9000))]),
    ],
  ])('%s', async (_, content) => expect(await read(content)).toEqual({ rows }))
})

it.each(['[]', ' [ \n ] \n'])('an empty list is one: %j', async (content) =>
  expect(await read(content)).toEqual({ rows: [] }),
)

describe.each([
  ['a list', '[', ',', ']'],
  ['lines', '', '\n', '\n'],
])('in %s', (_, start, separator, end) => {
  const joined = (parts: (string | Buffer)[]) =>
    Buffer.concat(
      [start, ...parts.flatMap((part, index) => (index > 0 ? [separator, part] : [part])), end].map(
        (part) => Buffer.from(part),
      ),
    )

  it('a broken row costs only itself', async () => {
    const latin1 = Buffer.from('{"text":"Café"}', 'latin1')
    expect((await read(joined(['{"a":1}', '{"a" 2}', latin1, '{"a":4}']))).rows).toEqual([
      { item: { a: 1 } },
      { skip: 'invalid-json', detail: '{"a" 2}' },
      { item: { text: 'Café' } },
      { item: { a: 4 } },
    ])
  })

  it('a huge row is left out', async () => {
    const huge = JSON.stringify({ text: 'x'.repeat(3 * maxItemBytes) })
    const { rows: left } = await read(joined(['{"a":1}', huge, '{"a":3}']))
    expect(left).toEqual([{ item: { a: 1 } }, { skip: 'too-large' }, { item: { a: 3 } }])
  })
})

describe('a dataset that breaks off', () => {
  it.each([
    ['in a list', JSON.stringify(items).slice(0, -200), 'its list is not closed'],
    [
      'between the items of a list',
      JSON.stringify(items.slice(0, 499)).replace(/\]$/, ','),
      'its list is not closed',
    ],
    ['in a line', lines.slice(0, -200), 'in the middle of a line'],
    [
      'and goes on with something else',
      `${JSON.stringify(items.slice(0, 499))} [`,
      'more text after the end of the list',
    ],
  ])('%s gives the rows before, and a word', async (_, content, error) => {
    const { rows: before, error: reason } = await read(content)
    expect(before.slice(0, 499)).toEqual(rows.slice(0, 499))
    // A row that is cut is one of the broken ones.
    expect(before.slice(499).filter((row) => 'item' in row)).toEqual([])
    expect(reason).toContain(error)
  })
})

describe('one broken row costs one row', () => {
  const [first, second, third] = [1, 2, 3].map((number) => ({
    id: number,
    title: `Cardiologist ${number}`,
    places: [{ city: 'Boise', id: 1 }],
    // Nothing in it puts the quotes in step again.
    text: 'See notes, {a}, [b]',
  }))
  const broken = (from: string, to: string) =>
    [first, JSON.stringify(second).replace(from, to), third]
      .map((row) => (typeof row === 'string' ? row : JSON.stringify(row)))
      .join(', ')
  const withQuote = broken('Cardiologist 2', 'Cardiologist "2" north')
  const oneQuote = broken('Cardiologist 2', 'Card"iologist 2')
  const skipped = { skip: 'invalid-json', detail: expect.stringContaining('Card') as string }
  it.each([
    ['a list', `[${withQuote}]`],
    ['a list over many lines', `[\n${oneQuote.replaceAll('}, {"id"', '},\n{"id"')}\n]`],
    ['a list in an object', `{"total": 3, "jobs": [${withQuote}]}`],
    ['a list in an object, with one quote', `{"meta": {"a": [{}]}, "jobs": [${oneQuote}], "b": 1}`],
    ['lines', oneQuote.replaceAll(', {"id"', '\n{"id"')],
  ])('%s', async (_, content) =>
    expect(await read(content)).toEqual({ rows: [{ item: first }, skipped, { item: third }] }),
  )

  it.each([
    ['a list', (text: string) => `[${text}]`],
    ['a list in an object', (text: string) => `{"jobs": [${text}], "next": null}`],
  ])('control characters, NaN and commas in %s are mended', async (_, wrap) => {
    const text = broken('Cardiologist 2', 'Cardiologist\u0001\n\t2')
      .replace('"id":2', '"id":NaN')
      .replace('}], "id":3', '},], "id":3')
    expect((await read(wrap(text))).rows).toEqual([
      { item: first },
      { item: { ...second, id: null, title: 'Cardiologist\u0001\n\t2' } },
      { item: third },
    ])
  })

  it('a table whose cells begin with lone quotes', async () => {
    const lines = [
      'Id,Role,Where,Notes',
      '1,Surgeon,"Boise, ID","Two ""quiet"" beds\nand no call, at all, ever"',
      '2,"Cardiologist,Reno,x',
      '3,Internist,"Reno, NV",y',
      '4,"Hospitalist, nights,Mesa,z',
      '5,Urologist,"Mesa, AZ",w',
      '6,Radiologist,Mesa,"v',
    ]
    const notes = 'Two "quiet" beds\nand no call, at all, ever'
    expect(await read(lines.join('\n'))).toEqual({
      rows: [
        { item: { Id: '1', Role: 'Surgeon', Where: 'Boise, ID', Notes: notes } },
        { item: { Id: '2', Role: '"Cardiologist', Where: 'Reno', Notes: 'x' } },
        { item: { Id: '3', Role: 'Internist', Where: 'Reno, NV', Notes: 'y' } },
        { skip: 'broken-row', detail: '4,"Hospitalist, nights,Mesa,z' },
        { item: { Id: '5', Role: 'Urologist', Where: 'Mesa, AZ', Notes: 'w' } },
        { item: { Id: '6', Role: 'Radiologist', Where: 'Mesa', Notes: '"v' } },
      ],
    })
  })

  const job = (id: number, text: string) =>
    `<job><id>${id}</id><title>Cardiologist</title><text>${text}</text></job>`
  const read3 = async (text: string) =>
    read(`<source><publisher>A</publisher>${job(1, 'a')}${text}${job(3, 'c')}</source>`)
  const itemOf = (id: string, text: string) => ({ item: { id, title: 'Cardiologist', text } })

  it.each([
    ['a bare sign', job(2, 'BMI < 30 & up, <5 years'), 'BMI < 30 & up, <5 years'],
    ['a control character', job(2, 'a\u0002b'), 'a\u0002b'],
  ])('XML with %s is mended', async (_, text, value) =>
    expect(await read3(text)).toEqual({
      rows: [itemOf('1', 'a'), itemOf('2', value), itemOf('3', 'c')],
    }),
  )

  it.each([
    ['a tag that nothing closes', job(2, 'pay <market rate')],
    ['a wrong end', job(2, 'b').replace('</title>', '</titel>')],
    ['no end of the row', job(2, 'b').replace('</job>', '')],
    ['an end in the middle', job(2, 'b</job>')],
  ])('XML with %s', async (_, text) => {
    const { rows: found, error } = await read3(text)
    expect(found.filter((row) => 'item' in row)).toEqual([itemOf('1', 'a'), itemOf('3', 'c')])
    expect(found[1]).toMatchObject({ skip: 'broken-row' })
    expect(error).toBeUndefined()
  })

  it('also where texts come in small parts', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, id) => job(id, 'x'.repeat(997))).join('')
    const { rows: found } = await read3(`${many(400)}${job(0, '</b></i>')}${many(400)}`)
    expect(found.filter((row) => 'item' in row)).toHaveLength(802)
    expect(found).toHaveLength(803)
  })
})

/** Columns that no preset knows; line breaks, quotes and delimiters stand in cells. */
const table = [
  { Role: 'Cardiologist', Where: 'Boise, ID', Notes: 'Two "quiet" beds;\nno call\tat all' },
  { Role: 'Médecin – señor', Where: 'Reno; NV', Notes: '6" scope' },
]
const csv = (delimiter: string, quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`) =>
  [Object.keys(table[0] ?? {}), ...table.map((row) => Object.values(row).map(quoted))]
    .map((line) => line.join(delimiter))
    .join('\r\n')

/** What has no letter in windows-1252 but the dash, which is byte 0x96 there. */
const windows1252 = (text: string) => Buffer.from(text.replaceAll('–', '\u0096'), 'latin1')

describe('a table is read alike', () => {
  it.each([
    ['with commas', csv(',')],
    ['with semicolons', csv(';')],
    ['with tabs', csv('\t')],
    ['with bars and a byte-order mark', `\uFEFF${csv('|')}\r\n`],
    ['in windows-1252', windows1252(csv(','))],
    ['in UTF-16', Buffer.from(`\uFEFF${csv('\t')}`, 'utf16le')],
    ['compressed', gzipSync(csv(','))],
  ])('%s', async (_, content) =>
    expect(await read(content)).toEqual({ rows: table.map((item) => ({ item })) }),
  )
})

it('a table keeps stray quotes, leaves out empty cells, and says which rows are broken', async () => {
  const content =
    'Title,Pay,Pay,\nSurgeon "general",NULL,$300k,x\n\nToo, many, cells, in, it\nShort\n12" scope,,,,\n'
  expect(await read(content)).toEqual({
    rows: [
      { item: { Title: 'Surgeon "general"', 'Pay 2': '$300k', 'Column 4': 'x' } },
      { skip: 'broken-row', detail: 'Too,many,cells,in,it' },
      { item: { Title: 'Short' } },
      { item: { Title: '12" scope' } },
    ],
  })
})

const xml = (jobs: string[]) =>
  `<?xml version="1.0" encoding="ISO-8859-1"?><!-- made daily --><source><publisher>A</publisher>${jobs.join('\n')}</source>`
const xmlJob = (title: string, more = '') =>
  `<job id="7"><title><![CDATA[${title}]]></title><city>Boise</city>${more}</job>`

describe('XML is read element by element', () => {
  it('as aggregators want it, with lists, attributes, marked-up text and what feeds forget to escape', async () => {
    const more = `<url>https://a.example/?x=1&y=2</url><company>R&D Clinic&nbsp;&eacute;</company><type>A</type><type>B</type>
      <pay unit="year">300</pay><text>See <b>all</b><br/> patients</text><place><state>ID</state><zip/></place>`
    const item = { '@id': '7', title: 'Surgeon & <i>more</i>', city: 'Boise' }
    const full = {
      ...item,
      url: 'https://a.example/?x=1&y=2',
      // Names of characters that only HTML has are read with the texts.
      company: 'R&D Clinic&nbsp;&eacute;',
      type: ['A', 'B'],
      pay: '300',
      'pay@unit': 'year',
      text: 'See <b>all</b><br/> patients',
      place: { state: 'ID' },
    }
    const content = windows1252(xml([xmlJob(item.title), xmlJob(item.title, more)]))
    expect(await read(content)).toEqual({ rows: [{ item }, { item: full }] })
  })

  it.each([
    ['RSS', '<rss><channel><title>Jobs</title>A</channel></rss>', 'item', 'title', 'link'],
    ['any other element', '<list><when>now</when>A</list>', 'stelle', 't', 'o'],
    ['names with a prefix', '<wd:R xmlns:wd="u">A</wd:R>', 'wd:Report_Entry', 'wd:T', 'wd:O'],
  ])('from %s', async (_, around, element, first, second) => {
    const expected = ['A', 'B'].map((cell) => ({ [first]: cell, [second]: 'u' }))
    const elements = expected.map(
      (text) =>
        `<${element}><${first}>${text[first]}</${first}><${second}>u</${second}></${element}>`,
    )
    expect(await read(around.replace('A', elements.join('')))).toEqual({
      rows: expected.map((item) => ({ item })),
    })
  })

  it('that breaks off gives the rows before, and the line', async () => {
    const { rows: before, error } = await read(xml([xmlJob('A'), xmlJob('B')]).slice(0, -20))
    expect(before).toEqual([
      { item: { '@id': '7', title: 'A', city: 'Boise' } },
      { skip: 'broken-row', detail: '<job id="7"><title><![CDATA[B]]></title><city>Boise</' },
    ])
    expect(error).toMatch(/^After row 2, in line \d+, the XML is broken: unclosed tag/)
  })
})

describe('is refused with a word when it is', () => {
  it.each([
    ['nothing', '', 'The dataset is empty.'],
    ['blanks', ' \n\n', 'The dataset is empty.'],
    ['a web page', '<!doctype html><title>Jobs</title>', 'This is a web page, not a dataset.'],
    ['prose', 'Cardiologist wanted', 'This is neither JSON, JSON lines, CSV nor XML.'],
    [
      'UTF-32',
      Buffer.from([0xff, 0xfe, 0, 0, 91, 0, 0, 0]),
      'The dataset is UTF-32 text, or none at all: save it as UTF-8.',
    ],
    [
      'a damaged file',
      Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 255]),
      'The dataset’s compression is broken.',
    ],
    ['a workbook', Buffer.from('PK\u0003\u0004…'), otherKinds.workbook],
    ['an old workbook', Buffer.from('D0CF11E0A1B11AE1', 'hex'), otherKinds.workbook],
    ['a PDF', '%PDF-1.7', otherKinds.pdf],
    [
      'XML without rows',
      '<rss><channel><title>Jobs</title></channel></rss>',
      'This XML repeats no element that could be a job.',
    ],
  ])('%s', async (_, content, error) => expect(await read(content)).toEqual({ rows: [], error }))

  it('no file, or a folder', async () => {
    expect(await readFile('/nowhere/dataset.json')).toEqual({
      rows: [],
      error: '/nowhere/dataset.json: there is no such file.',
    })
    expect(await readFile(folder)).toEqual({
      rows: [],
      error: `${folder}: this is a folder, not a file.`,
    })
  })
})
