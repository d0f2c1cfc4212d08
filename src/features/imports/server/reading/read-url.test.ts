import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { allowedEntry, isReserved, publicLookup } from './allow-list.ts'
import { readDataset } from './read-dataset.ts'

type Answer = (request: { url: URL; headers: IncomingMessage['headers'] }, response: ServerResponse) => void

const servers: Server[] = []

/** A server on this machine that answers as told; gives its origin. */
async function serve(answer: Answer): Promise<string> {
  const server = createServer((request, response) =>
    answer({ url: new URL(request.url ?? '/', 'http://localhost'), headers: request.headers }, response),
  )
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function readAll(url: string, options: { allowedHosts: string[]; token?: string }): Promise<unknown[]> {
  const rows: unknown[] = []
  for await (const row of readDataset({ url }, { pageSize: 10, retryDelayMs: 1, ...options }))
    rows.push('item' in row ? row.item : row)
  return rows
}

const items = Array.from({ length: 35 }, (_, number) => ({ number }))

type DatasetChange = { total?: string; keep?: (number: number) => boolean }

/** As Apify's API answers: a bare list, the paging in headers, and with `clean` without the empty items. */
function dataset(change: DatasetChange = {}): Answer {
  return ({ url }, response) => {
    const [offset, limit] = [Number(url.searchParams.get('offset')), Number(url.searchParams.get('limit'))]
    const page = items.slice(offset, offset + limit).filter((it) => change.keep?.(it.number) ?? true)
    response.setHeader('X-Apify-Pagination-Offset', offset)
    response.setHeader('X-Apify-Pagination-Limit', limit)
    response.setHeader('X-Apify-Pagination-Count', page.length)
    if (change.total !== 'missing') response.setHeader('X-Apify-Pagination-Total', change.total ?? String(items.length))
    response.end(JSON.stringify(page))
  }
}

const itemsPath = '/v2/datasets/abc/items'

describe('a dataset of Apify’s API', () => {
  it.each<[string, DatasetChange]>([
    ['with its total', {}],
    ['whose total is missing', { total: 'missing' }],
    ['whose total is said to be 0', { total: '0' }],
    ['whose pages lost items to cleaning', { keep: (number) => number % 3 > 0 }],
    ['with a page that lost all of them', { keep: (number) => number < 10 || number >= 20 }],
  ])('is read to its end: %s', async (_, change) => {
    const origin = await serve(dataset(change))
    const expected = items.filter((it) => change.keep?.(it.number) ?? true)
    expect(await readAll(`${origin}${itemsPath}`, { allowedHosts: [origin] })).toEqual(expected)
  })

  it('is asked for page by page, as JSON, with the token in the header alone', async () => {
    const asked: string[] = []
    const tokens = new Set<string | undefined>()
    const origin = await serve((request, response) => {
      asked.push(`${request.url.pathname}${request.url.search}`)
      tokens.add(request.headers.authorization)
      dataset()(request, response)
    })
    await readAll(`${origin}/v2/datasets/abc?token=secret&format=csv`, { allowedHosts: [origin] })
    expect(asked[1]).toBe(`${itemsPath}?format=json&clean=1&offset=10&limit=10`)
    expect(asked).toHaveLength(5)
    expect(tokens).toEqual(new Set(['Bearer secret']))
  })

  it.each([
    ['429', (response: ServerResponse) => response.writeHead(429, { 'Retry-After': '0' }).end()],
    ['500', (response: ServerResponse) => response.writeHead(500).end('{"error":{}}')],
    ['a page that breaks off', (response: ServerResponse) => response.end('[{"number":')],
    [
      'a connection that breaks',
      (response: ServerResponse) => response.writeHead(200, { 'content-length': '500' }).end('[', () => response.destroy()),
    ],
  ])('is asked again after %s', async (_, fail) => {
    const failures = new Map<string, number>()
    const origin = await serve((request, response) => {
      const offset = request.url.searchParams.get('offset') ?? ''
      const before = failures.get(offset) ?? 0
      failures.set(offset, before + 1)
      if (before < 2) fail(response)
      else dataset()(request, response)
    })
    expect(await readAll(`${origin}${itemsPath}`, { allowedHosts: [origin] })).toEqual(items)
  })

  it('is given up after a while, with a word', async () => {
    let asked = 0
    const origin = await serve((_, response) => response.writeHead(++asked > 0 ? 503 : 200).end())
    await expect(readAll(`${origin}${itemsPath}`, { allowedHosts: [origin] })).rejects.toThrow('The server answered 503.')
    expect(asked).toBe(6)
  })

  it.each([
    [401, 'Is the API token set'],
    [404, 'There is no such dataset'],
  ])('that answers %i is not asked again', async (status, reason) => {
    let asked = 0
    const origin = await serve((_, response) => {
      asked++
      response.writeHead(status).end()
    })
    await expect(readAll(`${origin}${itemsPath}`, { allowedHosts: [origin] })).rejects.toThrow(reason)
    expect(asked).toBe(1)
  })

  it('whose server ignores the page asked for does not go on for ever', async () => {
    const origin = await serve((_, response) => response.setHeader('X-Apify-Pagination-Offset', 0).end('[{}]'))
    await expect(readAll(`${origin}${itemsPath}`, { allowedHosts: [origin] })).rejects.toThrow('does not answer the page')
  })

  it('that answers no list is refused', async () => {
    const origin = await serve((_, response) => response.end('{"data":{}}'))
    await expect(readAll(`${origin}${itemsPath}`, { allowedHosts: [origin] })).rejects.toThrow('did not answer a list')
  })
})

describe('any other address', () => {
  it.each([
    ['JSON lines', '{"a":1}\n{"a":2}\n'],
    ['a list', '[{"a":1},{"a":2}]'],
  ])('is read as a stream: %s', async (_, body) => {
    const origin = await serve(({ headers }, response) => {
      expect(headers.authorization).toBeUndefined()
      // Byte by byte: no chunk ends where an item does.
      for (const letter of body) response.write(letter)
      response.end()
    })
    expect(await readAll(`${origin}/jobs.json`, { allowedHosts: [origin], token: 'secret' })).toEqual([{ a: 1 }, { a: 2 }])
  })

  it('that breaks off says so', async () => {
    const origin = await serve((_, response) =>
      response.writeHead(200, { 'content-length': '50' }).end('[{"a":1},', () => response.destroy()),
    )
    await expect(readAll(`${origin}/jobs.json`, { allowedHosts: [origin] })).rejects.toThrow('broke off')
  })

  it('that nobody answers at is named', async () => {
    const origin = await serve(() => {})
    for (const server of servers.splice(0)) {
      server.close()
      await once(server, 'close')
    }
    await expect(readAll(`${origin}/jobs.json`, { allowedHosts: [origin] })).rejects.toThrow(/127\.0\.0\.1:\d+ cannot be reached/)
  })
})

describe('redirects', () => {
  it('are followed to an allowed host, which does not get the token', async () => {
    const tokens: (string | undefined)[] = []
    const storage = await serve((request, response) => {
      tokens.push(request.headers.authorization)
      dataset()(request, response)
    })
    const api = await serve((request, response) => {
      tokens.push(request.headers.authorization)
      response.writeHead(302, { location: `${storage}${request.url.pathname}${request.url.search}` }).end()
    })
    expect(await readAll(`${api}${itemsPath}`, { allowedHosts: [api, storage], token: 'secret' })).toEqual(items)
    expect(tokens.slice(0, 2)).toEqual(['Bearer secret', undefined])
  })

  it('never lead to a host that is not allowed', async () => {
    let reached = false
    const inside = await serve((_, response) => {
      reached = true
      response.end('[]')
    })
    const origin = await serve((_, response) => response.writeHead(302, { location: `${inside}/secrets` }).end())
    await expect(readAll(`${origin}/jobs.json`, { allowedHosts: [origin] })).rejects.toThrow('are not allowed')
    expect(reached).toBe(false)
  })

  it('end somewhere', async () => {
    const origin = await serve(({ url }, response) => response.writeHead(302, { location: url.pathname }).end())
    await expect(readAll(`${origin}/jobs.json`, { allowedHosts: [origin] })).rejects.toThrow('redirects too often')
  })
})

describe('the allow-list', () => {
  it.each([
    ['https://api.apify.com/v2/datasets/x/items', 'api.apify.com', false],
    ['http://127.0.0.1:8080/a', 'http://127.0.0.1:8080', true],
    ['http://127.0.0.1:8080/a', '127.0.0.1:8080', true],
    ['http://localhost:8080/a', 'localhost', true],
    ['https://[::1]/a', '[::1]', true],
  ])('lets %s pass by the entry %s', (url, entry, explicit) => {
    expect(allowedEntry(new URL(url), ['other.example.org', entry])).toEqual({ explicit })
  })

  it.each([
    ['http://api.apify.com/v2', 'api.apify.com'],
    ['https://api.apify.com:8443/v2', 'api.apify.com'],
    ['https://api.apify.com.example.org/', 'api.apify.com'],
    ['https://apify.com/', 'api.apify.com'],
    ['https://api.apify.com@example.org/', 'api.apify.com'],
    ['http://127.0.0.1:8081/', 'http://127.0.0.1:8080'],
    ['http://127.0.0.1/', 'localhost'],
    ['http://2130706433/', 'api.apify.com'],
    ['file:///etc/passwd', 'localhost'],
    ['ftp://api.apify.com/', 'api.apify.com'],
  ])('refuses %s where only %s is allowed', (url, entry) => {
    expect(() => allowedEntry(new URL(url), [entry])).toThrow('not allowed')
  })

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
  ])('knows %s as private', (address) => expect(isReserved(address)).toBe(true))

  it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111'])('knows %s as public', (address) =>
    expect(isReserved(address)).toBe(false),
  )

  it('refuses a name that leads to a private address when it connects', async () => {
    const { promise, resolve } = Promise.withResolvers<Error | null>()
    publicLookup('localhost', { all: true }, (error) => resolve(error))
    expect((await promise)?.message).toBe('localhost is a private address: imports from there are not allowed.')
  })
})
