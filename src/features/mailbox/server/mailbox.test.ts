import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { appForFile, appForTest } from '#test/app.ts'
import { production } from '#test/production.ts'
import { runTasks } from '#test/mailbox.ts'
import type { MailSummary } from '../contract.ts'

const href = 'https://board.test/reset?token=t&step=1'

const app = appForFile()
beforeAll(async () => {
  const content = {
    subject: 'Set a new password',
    blocks: [{ kind: 'button', label: 'Set it', href } as const],
  }
  await enqueueMail(app.db, {
    cause: 'test:1',
    to: 'ana@example.org',
    replyTo: 'ben@example.org',
    sensitive: true,
    content,
  })
  await runTasks(app)
  await enqueueMail(app.db, {
    cause: 'test:2',
    to: 'ben@example.org',
    content: { subject: 'Not sent yet', blocks: [] },
  })
})

test('the mailbox lists the newest mail first, and can be filtered by address', async () => {
  expect(await list()).toMatchObject([
    { subject: 'Not sent yet', to: 'ben@example.org', state: 'queued' },
    { subject: 'Set a new password', to: 'ana@example.org', state: 'sent' },
  ])
  expect(await list('?to=ANA@example.org')).toMatchObject([{ to: 'ana@example.org' }])
  expect(await list('?to=')).toHaveLength(2)
  expect(await list('?to=nobody@example.org')).toEqual([])
})

test('a mail is shown as it was sent, with its links', async () => {
  const [{ id } = { id: '' }] = await list('?to=ana@example.org')

  const answer = await app.get(`/api/dev/mail/${id}`)
  expect(answer.headers['cache-control']).toBe('no-store')
  const delivery = {
    subject: 'Set a new password',
    replyTo: 'ben@example.org',
    lastError: null,
  }
  expect(answer.json()).toMatchObject({
    ...delivery,
    text: expect.stringContaining('Set it:'),
    links: [href],
  })
  const { headers, body } = await app.get(`/api/dev/mail/${id}/html`)
  expect(headers['content-type']).toContain('text/html')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox$/)
  expect(body).toContain('Set it')
  for (const path of [
    `/api/dev/mail/${randomUUID()}/html`,
    `/api/dev/mail/${randomUUID()}`,
    `/dev/mail/${randomUUID()}`,
  ])
    expect((await app.get(path)).statusCode).toBe(404)
  expect((await app.get('/api/dev/mail/1')).statusCode).toBe(400)
})

test('the pages are rendered with their mail, and never cached', async () => {
  const page = await app.get('/dev/mail?to=ana@example.org')

  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Set a new password')
  expect(page.body).not.toContain('Not sent yet')
  expect(page.headers['cache-control']).toContain('no-store')
})

test('a mail comes back once', async () => {
  const [{ id } = { id: '' }] = await list('?to=ana@example.org')
  const bounce = () =>
    app.app.inject({
      method: 'POST',
      url: `/api/dev/mail/${id}/bounce`,
      payload: { kind: 'hard' },
    })
  expect([(await bounce()).statusCode, (await bounce()).statusCode]).toEqual([200, 409])
})

test('in production there is no mailbox', async () => {
  const other = await appForTest({ env: production })
  for (const path of ['/api/dev/mail', '/dev/mail'])
    expect((await other.get(path)).statusCode).toBe(404)
  expect(other.app.routeList.filter((route) => route.url.includes('/dev/'))).toEqual([])
})

const list = async (query = ''): Promise<MailSummary[]> =>
  (await app.get(`/api/dev/mail${query}`)).json<{ mails: MailSummary[] }>().mails
