import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDataset } from './read-dataset.ts'
import type { Row } from './read-rows.ts'
import { maxItemBytes } from './read-rows.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imports-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The rows of a file, and the word that it broke off with. */
async function readFile(file: string): Promise<{ rows: Row[]; error?: string }> {
  const rows: Row[] = []
  try {
    for await (const { after: _after, bytes: _bytes, ...row } of readDataset({ file }, { allowedHosts: [] })) rows.push(row)
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
const lines = items.map((it) => JSON.stringify(it)).join('\n')

describe('a dataset is read alike', () => {
  it.each([
    ['as a list', JSON.stringify(items)],
    ['as a list over many lines', JSON.stringify(items, null, 2)],
    ['as lines', lines],
    ['as lines with blank ones and Windows ends', `\n${lines.replaceAll('\n', '\r\n\r\n')}\r\n`],
    ['with a byte-order mark', `\uFEFF${JSON.stringify(items)}`],
    ['with a byte-order mark before lines', `\uFEFF${lines}`],
    ['with a comma before the end', JSON.stringify(items).replace(/\]$/, ', ]\n')],
  ])('%s', async (_, content) => expect(await read(content)).toEqual({ rows }))
})

it.each(['[]', ' [ \n ] \n'])('an empty list is one: %j', async (content) => expect(await read(content)).toEqual({ rows: [] }))

describe.each([
  ['a list', '[', ',', ']'],
  ['lines', '', '\n', '\n'],
])('in %s', (_, start, separator, end) => {
  const joined = (parts: (string | Buffer)[]) =>
    Buffer.concat(
      [start, ...parts.flatMap((it, index) => (index > 0 ? [separator, it] : [it])), end].map((it) => Buffer.from(it)),
    )

  it('a broken row costs only itself', async () => {
    const latin1 = Buffer.from('{"text":"Café"}', 'latin1')
    expect((await read(joined(['{"a":1}', '{"a" 2}', latin1, '{"a":4}']))).rows).toEqual([
      { item: { a: 1 } },
      { skip: 'invalid-json' },
      { skip: 'wrong-encoding' },
      { item: { a: 4 } },
    ])
  })

  it('a huge row is left out', async () => {
    const huge = JSON.stringify({ text: 'x'.repeat(3 * maxItemBytes) })
    expect((await read(joined(['{"a":1}', huge, '{"a":3}']))).rows).toEqual([
      { item: { a: 1 } },
      { skip: 'too-large' },
      { item: { a: 3 } },
    ])
  })
})

describe('a dataset that breaks off', () => {
  it.each([
    ['in a list', JSON.stringify(items).slice(0, -200), 'its list is not closed'],
    ['between the items of a list', JSON.stringify(items.slice(0, 499)).replace(/\]$/, ','), 'its list is not closed'],
    ['in a line', lines.slice(0, -200), 'in the middle of a line'],
    ['and goes on with something else', `${JSON.stringify(items.slice(0, 499))} [`, 'more text after the end of the list'],
  ])('%s gives the rows before, and a word', async (_, content, error) => {
    expect(await read(content)).toEqual({ rows: rows.slice(0, 499), error: expect.stringContaining(error) as string })
  })
})

describe('is refused with a word when it is', () => {
  it.each([
    ['nothing', '', 'The dataset is empty.'],
    ['blanks', ' \n\n', 'The dataset is empty.'],
    ['a web page', '<!doctype html><title>Jobs</title>', 'This is a web page, not a dataset.'],
    ['prose', 'Cardiologist wanted', 'This is neither a JSON list nor JSON lines.'],
    ['a zipped file', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), 'The dataset is compressed: unpack it first.'],
    ['UTF-16', Buffer.from(`\uFEFF${lines}`, 'utf16le'), 'The dataset is not UTF-8 text: save it as UTF-8.'],
    ['UTF-16 without a mark', Buffer.from(lines, 'utf16le'), 'The dataset is not UTF-8 text: save it as UTF-8.'],
  ])('%s', async (_, content, error) => expect(await read(content)).toEqual({ rows: [], error }))

  it('no file, or a folder', async () => {
    expect(await readFile('/nowhere/dataset.json')).toEqual({ rows: [], error: '/nowhere/dataset.json: there is no such file.' })
    expect(await readFile(folder)).toEqual({ rows: [], error: `${folder}: this is a folder, not a file.` })
  })
})
