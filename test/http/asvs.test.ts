import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtp } from '#server/lib/mail/delivery.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { addAuthenticator } from '#test/authenticator.ts'
import { browserOf } from '#test/browser.ts'
import { mailServer } from '#test/mail/smtp.ts'

/** Requirements of OWASP ASVS 5.0 that no other test covers; docs/asvs.md names the tests of all. */

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => app.close())

let count = 0
async function signUp(password = 'correct horse battery staple') {
  const browser = browserOf(app)
  const email = `asvs-${count++}@mail.test`
  const answer = await browser.post('/api/auth/register', { firstName: 'Alex', lastName: 'Example', email, password })
  return { browser, email, status: answer.statusCode }
}
const signIn = async (email: string, password: string) =>
  (await browserOf(app).post('/api/auth/login', { email, password })).statusCode

/** The first line of the answer to raw bytes. */
async function answerTo(bytes: string): Promise<string> {
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.end(bytes)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return first.toString('latin1').split('\r\n', 1)[0] ?? ''
}

test.each([
  ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
  ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['an unknown encoding', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
  ['a folded header', 'X-One: a\r\n b\r\nContent-Length: 2\r\n\r\n{}'],
])('4.2.1 a message with %s is refused', async (_, rest) => {
  expect(await answerTo(`POST /api/auth/login HTTP/1.1\r\nHost: board.test\r\n${rest}`)).toBe('HTTP/1.1 400 Bad Request')
})

test.each([['12345678'.replace('8', 'x')], ['  Ünïcode 🩺 with spaces  '], ['a'.repeat(63) + 'b'.repeat(65)]])(
  '6.2.5, 6.2.8 and 6.2.9 the password %j counts as it was typed',
  async (password) => {
    const { email, status } = await signUp(password)
    expect(status).toBe(200)
    expect(await signIn(email, password)).toBe(200)
    for (const other of [password.toUpperCase(), password.slice(0, -1), `${password} `])
      expect(await signIn(email, other)).not.toBe(200)
  },
)

test('6.2.10 an old password needs no change', async () => {
  const password = 'an old but good phrase'
  const { email } = await signUp(password)
  await sql`update users set created_at = now() - interval '10 years' where email = ${email}`.execute(app.db)
  expect(await signIn(email, password)).toBe(200)
})

test('6.4.2 nothing asks for a hint or a secret question', async () => {
  expect((await app.get('/api/docs/json')).body).not.toMatch(/"(?:\w*hint|\w*question|\w*secretAnswer)"/i)
})

test('6.5.3, 6.5.4, 7.2.3 and 11.5.1 tokens and codes are long, and never the same', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => signUp()))
  const tokens = people.map(({ browser }) => browser.cookies.get('__Host-session') ?? '')
  expect(new Set(tokens).size).toBe(10)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const codes = await Promise.all(people.slice(0, 3).map(addAuthenticator))
  const all = codes.flatMap((it) => [it.secret, ...it.recoveryCodes])
  expect(new Set(all).size).toBe(33)
  // Base32: 16 letters are 80 bits.
  for (const code of all) expect(code.replaceAll('-', '').length).toBeGreaterThanOrEqual(16)
})

test('7.2.1 a made-up session is none', async () => {
  const { browser } = await signUp()
  const token = browser.cookies.get('__Host-session') ?? ''
  for (const forged of ['', 'x', `${token}x`, token.slice(0, -2), Buffer.alloc(32).toString('base64url')]) {
    browser.cookies.set('__Host-session', forged)
    expect((await browser.get('/api/auth/user')).statusCode, forged).toBe(401)
  }
})

test('11.4.2 passwords are stored as argon2id with 19 MiB, two passes and a salt each', async () => {
  const [one, other] = [await signUp(), await signUp()]
  const { rows } = await sql<{ password_hash: string }>`
    select password_hash from users where email in (${one.email}, ${other.email})
  `.execute(app.db)
  for (const { password_hash } of rows) expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/)
  expect(new Set(rows.map((it) => it.password_hash)).size).toBe(2)
})

test('12.3.2 a mail server with a certificate that nobody signed gets no mail', async () => {
  const { url, accepted } = await mailServer({ secure: true })
  const transport = openSmtp(url.replace(/^smtps?:/, 'smtps:'))
  const mail = { messageId: '<one@board.test>', subject: 'Private', text: 'Private', html: 'Private', headers: {} }
  const sent = transport.send({ ...mail, from: { address: 'board@board.test' }, to: 'a@mail.test' } as never)
  await expect(sent).rejects.toThrow(/self.signed|unable to verify|certificate/i)
  expect(accepted).toEqual([])
  transport.close()
})

test('13.2.3 a new installation has no account', async () => {
  const { rows } = await sql`select from users where email not like 'asvs-%'`.execute(app.db)
  expect(rows).toEqual([])
})
