import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { errorStatus, type ErrorCode } from '#shared/errors.ts'
import { appForFile } from '../app.ts'

const board = appForFile()

const envelope = (code: string) => ({
  success: false,
  error: expect.stringMatching(/\S/),
  code,
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
})

test.each([
  ['a call that does not exist', 'GET', '/api/nothing-here', 404, 'NOT_FOUND'],
  ['a method that a call does not have', 'DELETE', '/api/jobs', 404, 'NOT_FOUND'],
  ['a method that no page has', 'POST', '/about', 404, 'NOT_FOUND'],
  ['a file that does not exist', 'GET', '/assets/nothing.js', 404, 'NOT_FOUND'],
  ['a way out of the folder', 'GET', '/assets/..%2f..%2fpackage.json', 403, 'FORBIDDEN'],
  ['a malformed escape in a call', 'GET', '/api/jobs/%E0%A4', 404, 'NOT_FOUND'],
  [
    'an address beyond all measure',
    'GET',
    `/api/jobs?keyword=${'x'.repeat(60_000)}`,
    414,
    'URI_TOO_LONG',
  ],
] as const)('%s answers with the envelope', async (_what, method, url, status, code) => {
  const answer = await board.app.inject({ method, url })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json()).toEqual(envelope(code))
})

test.each([
  ['a body that is no JSON', '{"oops', 'BAD_REQUEST'],
  ['a body too large', JSON.stringify('x'.repeat(300_000)), 'PAYLOAD_TOO_LARGE'],
])('%s answers with the envelope', async (_what, payload, code) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await board.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers,
    payload,
  })
  expect(answer.statusCode).toBe(errorStatus[code as ErrorCode])
  expect(answer.json()).toEqual(envelope(code))
})

test('oversized headers are refused', async () => {
  const { port } = new URL(await board.app.listen({ port: 0, host: '127.0.0.1' }))
  const asked = request({
    port,
    path: '/api/jobs',
    headers: { 'x-much': 'x'.repeat(80_000) },
  }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(431)
})
