import { describe, expect, it } from 'vitest'
import {
  dataset,
  itemsPath,
  readAll,
  readServed,
  serve,
  serveForTest,
  type Answer,
} from '#test/fixtures/imports.ts'

const items = Array.from({ length: 35 }, (_, number) => ({ number }))

describe('any other address', () => {
  const path = '/jobs.json'

  it.each([
    ['JSON lines', '{"a":1}\n{"a":2}\n'],
    ['a list', '[{"a":1},{"a":2}]'],
  ])('is read as a stream: %s', async (_, body) => {
    const answer: Answer = ({ headers }, response) => {
      expect(headers.authorization).toBeUndefined()
      // Byte by byte: no chunk ends where an item does.
      for (const letter of body) response.write(letter)
      response.end()
    }
    expect(await readServed(answer, { path, token: 'secret' })).toEqual([{ a: 1 }, { a: 2 }])
  })

  it('that breaks off says so', async () => {
    const answer: Answer = (_, response) =>
      response.writeHead(200, { 'content-length': '50' }).end('[{"a":1},', () => response.destroy())
    await expect(readServed(answer, { path })).rejects.toThrow('broke off')
  })

  it(
    'that nobody answers at is named within ten seconds, with what to do',
    { timeout: 10_000 },
    async () => {
      const { origin, close } = await serve(() => {})
      await close()
      await expect(
        readAll(`${origin}${path}`, { allowedHosts: [origin], retryDelayMs: 1000 }),
      ).rejects.toThrow(
        /127\.0\.0\.1:\d+ cannot be reached: nothing answers at this port\. Check the address/,
      )
    },
  )

  it('that fails at first is asked again', async () => {
    let asked = 0
    const answer: Answer = (_, response) =>
      ++asked < 3 ? response.writeHead(502).end() : response.end('[{"a":1}]')
    expect(await readServed(answer, { path })).toEqual([{ a: 1 }])
  })

  it('is taken up again after a row', async () => {
    const answer: Answer = (_, response) => response.end('{"a":1}\n\nbroken\n{"a":3}\n')
    expect(await readServed(answer, { path, from: { page: 0, row: 1 } })).toEqual([
      { skip: 'invalid-json' },
      { a: 3 },
    ])
  })
})

it.each([302, 403])('an answer with %i that never ends is left', async (status) => {
  const left = Promise.withResolvers<void>()
  const answer: Answer = ({ url }, response) => {
    if (url.pathname === '/here') return response.end('[]')
    response.on('close', left.resolve).writeHead(status, { location: '/here' })
    return response.write('Wait')
  }
  await readServed(answer, { path: '/jobs.json' }).catch(() => {})
  await left.promise
})

it('leaves an address that leads to itself after five redirects', async () => {
  let calls = 0
  const answer: Answer = (_request, response) => {
    calls++
    return response.writeHead(302, { location: '/jobs.json' }).end()
  }
  await expect(readServed(answer, { path: '/jobs.json' })).rejects.toThrow('redirects too often')
  expect(calls).toBe(6)
})

it('follows redirects to an allowed host, which does not get the token', async () => {
  const tokens: (string | undefined)[] = []
  const answering = (answer: Answer) =>
    serveForTest((request, response) => {
      tokens.push(request.headers.authorization)
      return answer(request, response)
    })
  const storage = await answering(dataset(items))
  const api = await answering(({ url: { pathname, search } }, response) =>
    response.writeHead(302, { location: `${storage}${pathname}${search}` }).end(),
  )
  expect(
    await readAll(`${api}${itemsPath}`, { allowedHosts: [api, storage], token: 'secret' }),
  ).toEqual(items)
  expect(tokens.slice(0, 2)).toEqual(['Bearer secret', undefined])
})
