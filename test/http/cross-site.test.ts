import { expect, test } from 'vitest'
import { publicUrl, appForFile } from '#test/app.ts'
import { signInForFile } from '#test/sign-in.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })
const person = signInForFile(app, 'physician')

const profile = { firstName: 'Alex', lastName: 'Changed' }

const change = (headers: Record<string, string>, payload: object | string = profile) =>
  app.app.inject({ method: 'PUT', url: '/api/account/profile', headers, payload })

test.each([
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a page of a sibling host', { 'sec-fetch-site': 'same-site' }],
  [
    'another site, even if it claims our origin',
    { 'sec-fetch-site': 'cross-site', origin: publicUrl },
  ],
  ['another origin in an old browser', { origin: 'https://evil.test' }],
  ['a sandboxed page', { origin: 'null' }],
  ['a program that carries a cookie and says nothing', {}],
])('a change is refused from %s', async (_, headers) => {
  const answer = await change({ cookie: person.cookie, ...headers })
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toMatchObject({
    code: 'FORBIDDEN',
    error: 'This call must come from our own pages.',
  })
  expect((await person.get('/api/auth/user')).json()).not.toMatchObject({ lastName: 'Changed' })
})

test.each([
  ['our own pages', { 'sec-fetch-site': 'same-origin' }],
  ['our own origin in an old browser', { origin: publicUrl }],
  ['the host that was asked', { origin: 'http://localhost:3000', host: 'localhost:3000' }],
])('a change is made from %s', async (_, headers) => {
  expect((await change({ cookie: person.cookie, ...headers })).statusCode).toBe(200)
})

test('a form of another site cannot send JSON as plain text', async () => {
  const headers = {
    cookie: person.cookie,
    'sec-fetch-site': 'same-origin',
    'content-type': 'text/plain',
  }
  expect((await change(headers, JSON.stringify(profile))).statusCode).toBe(415)
})

test('access is checked before the body is read', async () => {
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const answer = await change(headers, '{ broken')
  expect([answer.statusCode, answer.json()]).toMatchObject([
    401,
    { code: 'UNAUTHENTICATED', error: 'Please log in.' },
  ])
})
