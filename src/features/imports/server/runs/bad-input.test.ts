import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSource, importSource, keepSource, openBoard } from '#test/imports.ts'
import type { Board } from '#test/imports.ts'
import { startProgram } from '#test/processes/spawn.ts'
import { maxUploadBytes } from '#features/imports/model.ts'

/** What no honest feed is, uploaded and given to the command: a clear error, what was read stays read, and memory is bounded. */

let board: Board
let folder: string

beforeAll(async () => {
  board = await openBoard({ IMPORT_MAX_MB: '100' })
  folder = await mkdtemp(join(tmpdir(), 'bad-input-'))
})
afterAll(async () => {
  await board.close()
  await rm(folder, { recursive: true })
})

const job = (number: number): Record<string, string> => ({
  referencenumber: `b${number}`,
  title: `Cardiologist ${number}`,
  company: 'Larkfield – Heart',
  city: 'Austin',
  state: 'TX',
  description: `A physician for team ${number}, who sees patients in our clinic four days a week.`,
})
const names = Object.keys(job(0))
const line = (number: number): string => names.map((name) => `"${job(number)[name] ?? ''}"`).join(',')
const range = (count: number, from = 0): number[] => Array.from({ length: count }, (_, it) => from + it)
const table = (from: number): string => [names.join(','), ...range(3, from).map(line)].join('\n')
const element = (number: number): string =>
  `<job>${Object.entries(job(number))
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</job>\n`
const elements = (from: number): string => range(3, from).map(element).join('')

const brokenXml = (from: number): string => `<source>\n${elements(from)}<job><title>Neurologist</titel></job></source>`
/** Three rows, and a line that does not end. */
const bomb = (from: number): Buffer => {
  const lines = range(3, from).map((it) => `${JSON.stringify(job(it))}\n`)
  return gzipSync(Buffer.concat([Buffer.from(lines.join('')), Buffer.alloc(80_000_000, 'x')]))
}
const wide = (from: number): string => {
  const more = range(10_000).map((it) => `c${it}`)
  return [`${more.join(',')},${names.join(',')}`, ...range(3, from).map((it) => `${more.join(',')},${line(it)}`)].join('\n')
}
const alike = (from: number): string => {
  const notes = range(300).map(() => 'Notes')
  const lines = range(3, from).map(
    (it) =>
      `${range(300)
        .map((at) => (at % 100 === 0 ? `note ${at}` : ''))
        .join(',')},${line(it)}`,
  )
  return [`${notes.join(',')},${names.join(',')}`, ...lines].join('\n')
}
const hugeValue = (from: number): string =>
  JSON.stringify([job(from), { ...job(from + 3), note: 'x'.repeat(5_000_000) }, job(from + 1), job(from + 2)])

const upload = (content: Readable | Buffer | string, headers: Record<string, string> = {}) =>
  board.admin.call({
    method: 'POST',
    url: '/api/admin/import-files?name=feed',
    headers: { 'content-type': 'application/octet-stream', ...headers },
    payload: content,
  })

/** @returns the source that reads it. */
async function uploaded(content: Buffer | string): Promise<string> {
  const answer = await upload(content)
  expect(answer.statusCode, answer.body).toBe(200)
  return keepSource(board, { url: answer.json<{ url: string }>().url, isComplete: false })
}

/** Rows of earlier tests would be duplicates. */
let nextRow = 1000

describe('an upload', () => {
  it.each<[string, (from: number) => Buffer | string, string]>([
    ['with broken XML', brokenXml, 'After row 3, in line 5, the XML is broken: unexpected close tag.'],
    [
      'with a quote that nothing closes',
      (from) => `${table(from)}\nb9,"Cardiologist`,
      'After line 4 a cell begins with a quote that nothing closes.',
    ],
    [
      'that unpacks to far too much',
      bomb,
      'The compressed dataset unpacks to more than 200 times its size, as no list of jobs does.',
    ],
    ['with ten thousand columns', wide, ''],
    ['with 300 columns of one name', alike, ''],
    ['with a huge value in its second row', hugeValue, ''],
  ])('%s says so, and keeps what was read', { timeout: 60_000 }, async (name, content, reason) => {
    const from = (nextRow += 10)
    const id = await uploaded(content(from))
    const checked = await checkSource(board, id)
    expect(checked?.message).toMatch(reason ? `The dataset breaks off after row 3: ${reason}` : /3 would be imported/)
    if (name.includes('thousand columns')) expect(checked?.report).toMatchObject({ moreColumns: 1 })
    if (name.includes('one name'))
      expect(checked?.report?.columns.map((it) => it.path).slice(0, 3)).toEqual(['Notes', 'Notes 101', 'Notes 201'])
    const { imported, message } = await importSource(board, id)
    expect([imported, message]).toEqual([3, expect.stringContaining(reason)])
    const { rows } = await sql`
      select employer from jobs where title like ${`Cardiologist ${from / 10}_`}
    `.execute(board.db)
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ employer: 'Larkfield – Heart' })))
  })

  it('whose column holds something else from row 40,000 on names that row', { timeout: 60_000 }, async () => {
    const rows = range(40_100, 1).map((it) => `${it},${it < 40_000 ? it * 10 : 'to be agreed'}`)
    const { report, message } = (await checkSource(board, await uploaded(['Ref,Salary', ...rows].join('\n')))) ?? {}
    expect(message).toBe('Of 40,100 rows, 0 would be imported and 40,100 skipped.')
    expect(report?.columns.find((it) => it.path === 'Salary')?.turned).toEqual({ row: 40_000, from: 'numbers', to: 'texts' })
    expect(report?.groups).toEqual([expect.objectContaining({ reason: 'no title', count: 40_100 })])
  })

  it('with two shapes, the other one from row 301 on, says of each column what it is read as', { timeout: 60_000 }, async () => {
    const text = 'A physician who sees patients in our clinic four days a week.'
    const linkedIn = range(300).map((it) => ({
      id: `l${it}`,
      title: `Neurologist ${it}`,
      companyName: 'Larkfield',
      location: 'Austin, TX',
      contractType: 'Full-time',
      descriptionHtml: `<p>${text} Team ${it}.</p>`,
      jobUrl: `https://boards.example.org/l/${it}`,
    }))
    const practiceLink = range(300).map((it) => ({
      job_id: `p${it}`,
      title: `Urologist ${it}`,
      facility: 'Hilltop',
      city: 'Boise',
      state: 'ID',
      job_type: 'Part-time',
      description_text: `${text} Group ${it}.`,
      link: `https://postings.example.org/p/${it}`,
    }))
    const { report, message } = (await checkSource(board, await uploaded(JSON.stringify([...linkedIn, ...practiceLink])))) ?? {}
    expect(message).toBe('Of 600 rows, 600 would be imported and 0 skipped.')
    const columns = new Map(report?.columns.map((it) => [it.path, [it.filled, it.becomes]]))
    expect(Object.fromEntries(columns)).toMatchObject({
      title: [600, 'title'],
      companyName: [300, 'employer'],
      location: [300, 'place'],
      contractType: [300, 'employmentType'],
      facility: [300, 'employer'],
      city: [300, 'city'],
      job_type: [300, 'employmentType'],
      description_text: [300, 'description'],
      link: [300, 'url'],
    })
  })

  it('that is too large is refused while it arrives', { timeout: 60_000 }, async () => {
    const stored = async () => {
      const keys: string[] = []
      for await (const { key } of board.storage.list('imports')) keys.push(key)
      return keys
    }
    const kept = await stored()
    const tooLarge = 'The file has more than 200 MB. Compress it with gzip, or import it by its address.'
    await board.app.listen({ host: '127.0.0.1', port: 0 })
    const request = httpRequest({
      port: (board.app.server.address() as AddressInfo).port,
      method: 'POST',
      path: '/api/admin/import-files?name=feed',
      headers: { 'content-type': 'application/octet-stream', cookie: board.admin.cookie, origin: 'https://board.test' },
    })
    // The server hangs up while we send.
    request.on('error', () => {})
    const piece = Buffer.alloc(1_000_000, ' ')
    function* endless() {
      for (let sent = 0; sent <= maxUploadBytes; sent += piece.length) yield piece
    }
    Readable.from(endless()).pipe(request)
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    expect([answer.statusCode, await json(answer)]).toEqual([413, expect.objectContaining({ error: tooLarge })])
    board.app.server.closeAllConnections()
    // What had arrived is not left behind.
    expect(await stored()).toEqual(kept)
  })
})

/** Rows without end, a megabyte each after the first three. */
function* endlessRows(from: number): Generator<string> {
  for (const number of range(3, from)) yield `${JSON.stringify(job(number))}\n`
  const filler = `${JSON.stringify({ note: 'x'.repeat(1_000_000) })}\n`
  for (;;) yield filler
}

describe('the command', () => {
  /** As in package.json. */
  const flags = ['--max-old-space-size=128', '--max-semi-space-size=4']
  const limit = 300 * 1024

  /** Runs it to its end. @returns its exit code, what it printed, and the most memory that it had, in kilobytes. */
  async function run(dataset: string) {
    const { host = '', user, database } = board.connection
    const program = startProgram([...flags, 'scripts/import.ts', dataset], {
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}/${database}`,
      DATA_DIR: folder,
      PUBLIC_URL: 'https://board.test',
      SECRET: 'x'.repeat(32),
      IMPORT_ALLOWED_HOSTS: new URL(board.url).host,
      IMPORT_MAX_MB: '200',
    })
    let memory = 0
    const look = setInterval(() => {
      void readFile(`/proc/${program.pid}/status`, 'utf8').then(
        (status) => (memory = Math.max(memory, Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0))),
        () => {},
      )
    }, 50)
    const code = await program.exited
    clearInterval(look)
    return { code, said: program.stdout.join('\n'), memory }
  }

  it('keeps what a bomb gives, and says what is wrong', { timeout: 60_000 }, async () => {
    await writeFile(join(folder, 'bomb.jsonl.gz'), bomb((nextRow += 10)))
    const { code, said, memory } = await run(join(folder, 'bomb.jsonl.gz'))
    expect([code, said]).toEqual([
      1,
      expect.stringContaining('Import stopped after row 3: The compressed dataset unpacks to more than 200 times its size'),
    ])
    expect(said).toContain('3 imported')
    expect(memory).toBeLessThan(limit)
  })

  it('leaves a feed that never ends', { timeout: 120_000 }, async () => {
    board.publish((_, response) => void Readable.from(endlessRows(500_000)).pipe(response as never))
    const { code, said, memory } = await run(board.url.replace(/\/v2.*/, '/endless.jsonl'))
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^Import stopped after row 2\d\d: The dataset has more than 200 MB: split it\. 3 imported/),
    ])
    expect(memory).toBeLessThan(limit)
  })
})
