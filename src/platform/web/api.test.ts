import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'
import { ApiError, apiQuery, apiUrl, callApi, queryFnOver, type Transport } from './api.ts'

const renamePlace = defineEndpoint('renamePlace', 'PUT /api/places/:id/names/:language', {
  access: 'public',
  summary: '',
  params: z.object({ id: z.string(), language: z.string() }),
  body: z.object({ name: z.string(), aliases: z.array(z.string()).optional() }),
  response: z.object({ renamed: z.boolean() }),
})

const listPlaces = defineEndpoint('listPlaces', 'GET /api/places', {
  access: 'public',
  summary: '',
  query: z.object({
    kind: z.enum(['city', 'state']),
    page: z.coerce.number().default(1),
    sort: z.enum(['name']).catch('name').default('name'),
    near: z.array(z.string()).optional(),
  }),
  response: z.array(z.string()),
})

declare module '#shared/contract.ts' {
  interface Endpoints {
    test: typeof renamePlace | typeof listPlaces
  }
}

afterEach(() => vi.unstubAllGlobals())

test('a call’s URL is made from its path and parameters', async () => {
  const fetched = vi.fn<typeof fetch>(async () => new Response('{"renamed":true}'))
  vi.stubGlobal('fetch', fetched)
  const params = { id: 'a/b', language: 'en' }
  expect(
    await callApi('PUT /api/places/:id/names/:language', { params, body: { name: 'Reno' } }),
  ).toEqual({
    renamed: true,
  })
  expect(fetched).toHaveBeenCalledWith(
    '/api/places/a%2Fb/names/en',
    expect.objectContaining({ method: 'PUT', body: '{"name":"Reno"}' }),
  )
})

test('a query repeats the name for each value of a list, and omits undefined values', () => {
  const query = { kind: 'city', page: 2, sort: undefined, near: ['New York', 'Reno'] } as const
  expect(apiUrl('GET /api/places', { query })).toBe(
    '/api/places?kind=city&page=2&near=New%20York&near=Reno',
  )
})

test('a query’s key is its call, which the default query function makes', async () => {
  const transport = vi.fn<Transport>(async () => ({ status: 200, body: ['Reno'] }))
  const client = new QueryClient({
    defaultOptions: { queries: { queryFn: queryFnOver(transport) } },
  })
  const places = apiQuery('GET /api/places', { query: { kind: 'city' } }, { staleTime: 1000 })
  expect(await client.fetchQuery(places)).toEqual(['Reno'])
  expect(transport).toHaveBeenCalledWith(
    expect.objectContaining({ method: 'GET', url: '/api/places?kind=city' }),
  )
  expect(client.getQueryData(places.queryKey)).toEqual(['Reno'])
})

test('an unsuccessful answer is an error with the server’s message', async () => {
  vi.stubGlobal(
    'fetch',
    async () => new Response('{"error":"No such place","code":"NOT_FOUND"}', { status: 404 }),
  )
  const call = callApi('GET /api/places', { query: { kind: 'city' } })
  await expect(call).rejects.toThrow(
    new ApiError(404, { error: 'No such place', code: 'NOT_FOUND' }),
  )
})

/** Never called: the compiler is the test. */
export function wrongCalls() {
  const params = { id: '1', language: 'en' }
  const body = { name: 'Reno' }
  return [
    // @ts-expect-error -- the method
    callApi('POST /api/places/:id/names/:language', { params, body }),
    // @ts-expect-error -- the path
    callApi('PUT /api/places/:id/name/:language', { params, body }),
    // @ts-expect-error -- a parameter is missing
    callApi('PUT /api/places/:id/names/:language', { params: { id: '1' }, body }),
    // @ts-expect-error -- a parameter of another name
    callApi('PUT /api/places/:id/names/:language', { params: { ...params, tongue: 'en' }, body }),
    // @ts-expect-error -- no body
    callApi('PUT /api/places/:id/names/:language', { params }),
    // @ts-expect-error -- a body of another type
    callApi('PUT /api/places/:id/names/:language', { params, body: { name: 1 } }),
    // @ts-expect-error -- a body with another name
    callApi('PUT /api/places/:id/names/:language', { params, body: { ...body, alias: 'R' } }),
    // @ts-expect-error -- a query that is not optional
    apiQuery('GET /api/places'),
    // @ts-expect-error -- a value that the query does not know
    apiQuery('GET /api/places', { query: { kind: 'county' } }),
    // @ts-expect-error -- a name that the query does not know
    apiQuery('GET /api/places', { query: { kind: 'city', size: 10 } }),
    // @ts-expect-error -- nothing that changes something is a query
    apiQuery('PUT /api/places/:id/names/:language', { params, body }),
    // @ts-expect-error -- another endpoint's address
    apiUrl('GET /api/place', { query: { kind: 'city' } }),
    // Lenient fields accept any text.
    apiUrl('GET /api/places', { query: { kind: 'city', page: 'x', sort: 'size' } }),
  ]
}
