import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { boardForFile, checkSource, importSource, keepUpload } from '#test/imports.ts'
import { posting, postings } from '#test/fixtures/imports.ts'

/**
 * What no honest feed is, uploaded: a clear error, and what was read stays read. `command.test.ts`
 * bounds the memory.
 */

const board = boardForFile({ IMPORT_MAX_MB: '100' })

type Item = ReturnType<typeof posting>

const range = (count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, index) => from + index)
/** Its further columns are the same in each row. */
const tableOf = (items: Item[], columns: string[] = []): string =>
  [
    [...columns, ...Object.keys(posting(0))],
    ...items.map((item) => [...columns, ...Object.values(item)].map((column) => `"${column}"`)),
  ]
    .map((row) => row.join(','))
    .join('\n')
const xmlOf = (items: Item[]): string =>
  items
    .map(
      ({ title, companyName, location, description }) =>
        `<job><title>${title}</title><company>${companyName}</company><place>${location}</place><text>${description}</text></job>\n`,
    )
    .join('')
const wide = range(10_000).map((index) => `c${index}`)

/** Rows of earlier tests would be duplicates. */
let nextRow = 1000

const brokenXml = (items: Item[]) =>
  `<source>\n${xmlOf(items)}<job><title>Neurologist</titel></job></source>`

describe('an upload', () => {
  it.each<[string, (items: Item[]) => Buffer | string, reason?: string, report?: object]>([
    [
      'with broken XML',
      brokenXml,
      '',
      {
        groups: [
          { kind: 'ready' },
          { reason: 'broken, or more cells than the table has columns', count: 1 },
        ],
      },
    ],
    [
      'with a quote that nothing closes',
      (items) => `${tableOf(items)}\nb9,"Cardiologist`,
      '',
      {
        groups: [
          { kind: 'ready' },
          { reason: 'broken, or more cells than the table has columns', count: 1 },
        ],
      },
    ],
    ['with ten thousand columns', (items) => tableOf(items, wide), '', { moreColumns: 1 }],
  ])('%s says so, and keeps what was read', async (_, content, reason = '', report = {}) => {
    const items = postings(3, (nextRow += 10))
    const id = await keepUpload(board, content(items))
    const checked = await checkSource(board, id)
    expect(checked?.message).toMatch(
      reason ? `The dataset breaks off after row 3: ${reason}` : /3 would be imported/,
    )
    expect(checked?.report).toMatchObject(report)
    const { imported, message } = await importSource(board, id)
    expect([imported, message]).toEqual([3, expect.stringContaining(reason)])
    const titles = items.map((item) => item.title)
    const { rows } = await sql`select employer from jobs where title = any(${titles})`.execute(
      board.db,
    )
    expect(rows).toEqual(items.map(() => ({ employer: 'Larkfield Heart Group' })))
  })

  it('whose column holds something else from row 4,000 on names that row', async () => {
    const rows = range(4100, 1).map(
      (index) => `${index},${index < 4000 ? index * 10 : 'to be agreed'}`,
    )
    const { report, message } =
      (await checkSource(board, await keepUpload(board, ['Ref,Salary', ...rows].join('\n')))) ?? {}
    expect(message).toBe('Of 4,100 rows, 0 would be imported and 4,100 skipped.')
    expect(report?.columns.find((column) => column.path === 'Salary')?.turned).toEqual({
      row: 4000,
      from: 'numbers',
      to: 'texts',
    })
    expect(report?.groups).toEqual([expect.objectContaining({ reason: 'no title', count: 4100 })])
  })

  it('with two shapes, the other one from row 301 on, says of each column what it is read as', async () => {
    const practiceLink = range(300).map((index) => ({
      job_id: `p${index}`,
      title: `Urologist ${index}`,
      facility: 'Hilltop',
      city: 'Boise',
      state: 'ID',
      job_type: 'Part-time',
      description_text: `A physician who sees patients in our clinic four days a week. Group ${index}.`,
      link: `https://postings.example.org/p/${index}`,
    }))
    const id = await keepUpload(board, JSON.stringify([...postings(300, 5000), ...practiceLink]))
    const { report, message } = (await checkSource(board, id)) ?? {}
    expect(message).toBe('Of 600 rows, 600 would be imported and 0 skipped.')
    expect(
      Object.fromEntries(
        report?.columns.map((column) => [column.path, [column.filled, column.becomes]]) ?? [],
      ),
    ).toMatchObject({
      title: [600, 'title'],
      companyName: [300, 'employer'],
      location: [300, 'place'],
      facility: [300, 'employer'],
      job_type: [300, 'employmentType'],
      description_text: [300, 'description'],
    })
  })

  it('that is too large is refused while it arrives', { timeout: 60_000 }, async () => {
    const stored = async () => {
      const keys: string[] = []
      for await (const { key } of board.storage.list('imports')) keys.push(key)
      return keys
    }
    const kept = await stored()
    await board.app.listen({ host: '127.0.0.1', port: 0 })
    const request = httpRequest({
      port: (board.app.server.address() as AddressInfo).port,
      method: 'POST',
      path: '/api/admin/import-files?name=feed',
      headers: {
        'content-type': 'application/octet-stream',
        cookie: board.admin.cookie,
        origin: 'https://board.test',
      },
    })
    // The server hangs up while we send.
    request.on('error', () => {})
    function* endless() {
      for (const piece = Buffer.alloc(1_000_000, ' '); ;) yield piece
    }
    Readable.from(endless()).pipe(request)
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    const error =
      'The file has more than 200 MB. Compress it with gzip, or import it by its address.'
    expect([answer.statusCode, await json(answer)]).toEqual([
      413,
      expect.objectContaining({ error }),
    ])
    board.app.server.closeAllConnections()
    // What had arrived is not left behind.
    expect(await stored()).toEqual(kept)
  })
})
