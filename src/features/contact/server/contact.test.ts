import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { answered, asVisitor, signIn } from '#test/sign-in.ts'

const app = appForFile()
beforeEach(() => sql`truncate contact_messages, mails`.execute(app.db))

const message = 'The map shows Guam twice. Buy at https://evil.test now.'
const form = { name: 'Ada Sample', email: ' Ada@Mail.test', message }
const send = (body: object, ip = '203.0.113.1') =>
  asVisitor(app).call({ method: 'POST', url: '/api/contact', payload: body, remoteAddress: ip })

test('a message is stored, mailed to the operator for an answer, and acknowledged without its text', async () => {
  expect((await send(form)).json()).toEqual({ success: true })
  await runTasks(app)
  const [mail] = await mailsTo(app, 'support@whitecoat.example')
  expect(mail).toMatchObject({
    subject: 'Contact page: message from Ada Sample',
    replyTo: { name: 'Ada Sample', address: 'ada@mail.test' },
  })
  expect(mail?.text).toContain('The map shows Guam twice.')
  const [acknowledged] = await mailsTo(app, 'ada@mail.test')
  expect(acknowledged?.subject).toBe('We received your message to Whitecoat')
  expect(`${acknowledged?.text}${acknowledged?.html}`).not.toMatch(/Guam|evil|Ada/)
})

test('a filled honeypot gets the same answer, and nothing happens', async () => {
  expect((await send({ ...form, website: 'https://spam.test' }, '203.0.113.2')).json()).toEqual({
    success: true,
  })
  expect((await sql`select from contact_messages`.execute(app.db)).rows).toEqual([])
})

test.each([
  [{ ...form, name: ' ' }, 'Name is required'],
  [{ ...form, name: 'A\r\nBcc: x@mail.test' }, 'Name must be one line'],
  [{ ...form, email: 'ada' }, 'Please enter a valid email address'],
  [{ ...form, message: 'short' }, 'Message must be at least 10 characters'],
  [{ ...form, message: 'x'.repeat(2001) }, 'Message is too long (max 2000 characters)'],
])('%j is refused', async (body, error) => {
  expect(await answered(send(body, `203.0.113.${error.length}`))).toMatchObject([400, { error }])
})

test('it is exported and erased with the account that has confirmed the address', async () => {
  const stranger = await signIn(app, 'physician', { email: 'ada@mail.test', emailVerified: false })
  await send(form, '203.0.113.3')
  const messages = async () =>
    (await stranger.get('/api/account/export')).json<{ contactMessages: unknown[] }>()
      .contactMessages
  expect(await messages()).toEqual([])
  await sql`update users set email_verified_at = now()`.execute(app.db)
  expect(await messages()).toMatchObject([{ message }])
  await stranger.delete('/api/account', {})
  expect((await sql`select from contact_messages`.execute(app.db)).rows).toHaveLength(0)
})
