import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { Cursor } from './row.ts'
import {
  dataset,
  itemsPath,
  offsetOf,
  readAll,
  readServed,
  serveForTest,
  type Answer,
} from '#test/fixtures/imports.ts'
import { readDataset } from './read-dataset.ts'

const items = Array.from({ length: 35 }, (_, number) => ({ number }))

/** The items that are left where only those with these numbers are kept. */
const kept = (keep: (number: number) => boolean) => ({
  keep: (_: unknown, index: number) => keep(index),
})

describe('a dataset of Apify’s API', () => {
  it.each([
    ['with its total', {}, items],
    ['whose total is missing', { total: null }, items],
    ['whose total is said to be 0', { total: '0' }, items],
    [
      'whose pages lost items to cleaning',
      kept((index) => index % 3 > 0),
      items.filter((_, item) => item % 3 > 0),
    ],
    [
      'with a page that lost all of them',
      kept((index) => index < 10 || index >= 20),
      items.filter((_, item) => item < 10 || item >= 20),
    ],
  ] as const)('is read to its end: %s', async (_, change, expected) => {
    expect(await readServed(dataset(items, change))).toEqual(expected)
  })

  it.each([
    ['is read to its end while it grows', 30, [...items, ...items.slice(0, 12)]],
    ['is read as far as it still goes while it shrinks', 20, items.slice(0, 22)],
  ])('%s', async (_, from, later) => {
    const answer: Answer = (request, response) =>
      dataset(offsetOf(request) >= from ? later : items)(request, response)
    expect(await readServed(answer)).toEqual(later)
  })

  it('is taken up again after any row', async () => {
    const cleaned = kept((index) => index % 4 > 0)
    const origin = await serveForTest(dataset(items, cleaned))
    const options = { allowedHosts: [origin], pageSize: 10 }
    const source = { url: `${origin}${itemsPath}` }
    const cursors: Cursor[] = []
    for await (const { after } of readDataset(source, options)) cursors.push(after)
    const all = await readAll(source.url, options)
    for (const [index, cursor] of cursors.entries())
      expect(await readAll(source.url, options, cursor)).toEqual(all.slice(index + 1))
  })

  it('with huge items is read in smaller pages', async () => {
    const huge = items.slice(0, 12).map((item) => ({ ...item, text: 'x'.repeat(3_000_000) }))
    const limits: number[] = []
    const answer: Answer = (request, response) => {
      limits.push(Number(request.url.searchParams.get('limit')))
      dataset(huge)(request, response)
    }
    expect(await readServed(answer, { pageSize: 8 })).toHaveLength(12)
    expect(limits.slice(0, 3)).toEqual([8, 2, 2])
  })

  const samePage: Answer = (_, response) =>
    response.setHeader('X-Apify-Pagination-Offset', 0).end('[{}]')
  it.each<[string, Answer, string]>([
    ['that answers no list', (_, response) => response.end('{"data":{}}'), 'did not answer a list'],
    ['that answers the same page for ever', samePage, 'the page'],
  ])('is left: %s', async (_, answer, reason) => {
    await expect(readServed(answer)).rejects.toThrow(reason)
  })
})

describe('the token', () => {
  const tokensOf = async (reading: { path?: string; token?: string; besides?: string[] }) => {
    const asked: string[] = []
    const tokens = new Set<string | undefined>()
    const origin = await serveForTest((request, response) => {
      asked.push(`${request.url.pathname}${request.url.search}`)
      tokens.add(request.headers.authorization)
      dataset(items)(request, response)
    })
    const { path = itemsPath, token, besides = [] } = reading
    await readAll(`${origin}${path}`, { token, allowedHosts: [origin, ...besides] })
    return { asked, tokens: [...tokens] }
  }

  it('in the address goes into the header, and the format is ours', async () => {
    const path = '/v2/datasets/abc?token=secret&format=csv'
    const { asked, tokens } = await tokensOf({ path, besides: ['api.apify.com'] })
    expect(asked[1]).toBe(`${itemsPath}?format=json&clean=1&offset=10&limit=10`)
    // Four pages, and the empty one after the last.
    expect(asked).toHaveLength(5)
    expect(tokens).toEqual(['Bearer secret'])
  })

  it.each([
    ['whatever stands in Apify’s place', [], 'Bearer secret'],
    ['no other host, however much it looks like Apify', ['api.apify.com'], undefined],
  ])('of the operator goes to %s', async (_, besides, token) => {
    expect((await tokensOf({ token: 'secret', besides })).tokens).toEqual([token])
  })
})

describe('a server that fails', () => {
  it.each<[string, (response: ServerResponse) => unknown]>([
    ['429', (response) => response.writeHead(429, { 'Retry-After': '0' }).end()],
    ['500', (response) => response.writeHead(500).end('{"error":{}}')],
    ['a page that breaks off', (response) => response.end('[{"number":')],
    [
      'a web page',
      (response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html>'),
    ],
    [
      'a broken connection',
      (response) =>
        response.writeHead(200, { 'content-length': '500' }).end('[', () => response.destroy()),
    ],
  ])('is asked again after %s', async (_, fail) => {
    const failures = new Map<number, number>()
    const rows = await readServed((request, response) => {
      const before = failures.get(offsetOf(request)) ?? 0
      failures.set(offsetOf(request), before + 1)
      if (before < 2) fail(response)
      else dataset(items)(request, response)
    })
    expect(rows).toEqual(items)
  })

  it('is left alone for as long as it asks', async () => {
    const times: number[] = []
    await readServed((request, response) => {
      times.push(Date.now())
      if (times.length === 1) response.writeHead(429, { 'Retry-After': '1' }).end()
      else dataset(items)(request, response)
    })
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990)
  })

  it.each<[string, (response: ServerResponse) => unknown, string, number]>([
    [
      'who asks for hours',
      (response) => response.writeHead(429, { 'Retry-After': '7200' }).end(),
      'too often',
      1,
    ],
    ['after a while', (response) => response.writeHead(503).end(), 'The server answered 503.', 6],
    [
      'that answers web pages',
      (response) => response.end('<html>'),
      'answered a web page instead of items',
      6,
    ],
    ['that refuses', (response) => response.writeHead(401).end(), 'Is the API token set', 1],
    [
      'that has no such dataset',
      (response) => response.writeHead(404).end(),
      'There is no such dataset',
      1,
    ],
  ])('is given up, with a word: %s', async (_, fail, reason, times) => {
    let asked = 0
    const answer: Answer = (_request, response) => {
      asked++
      fail(response)
    }
    await expect(readServed(answer)).rejects.toThrow(reason)
    expect(asked).toBe(times)
  })
})
