import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { publicUrl, appForFile } from '#test/app.ts'
import { writtenTo } from '#test/mailbox.ts'
import { answered } from '#test/sign-in.ts'
import { streamSubscribers, unconfirmedSubscribers, unsubscribeLinks } from './public.ts'

const links = { publicUrl, secrets: ['x'.repeat(32)] } as const
const site = appForFile({ env: { RATE_LIMITS: 'off' } })
beforeEach(async () => {
  await sql`truncate newsletter_subscribers, mails`.execute(site.db)
})

const post = (url: string, payload: object) => site.app.inject({ method: 'POST', url, payload })
const form = (url: string, payload: string, headers = {}) =>
  site.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

async function subscribers(): Promise<string[]> {
  const emails: string[] = []
  for await (const { email } of streamSubscribers(site.db)) emails.push(email)
  return emails
}

/** The link in the mail to an address. */
async function confirmationOf(email: string): Promise<string> {
  const mail = (await writtenTo(site, email)).at(-1)
  return /\/newsletter(\?token=[\w.%-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

const addSubscribers = (...emails: string[]) =>
  sql`insert into newsletter_subscribers (id, email) select uuidv7(), email from unnest(${emails}::text[]) email`.execute(
    site.db,
  )

async function linksOf(email: string) {
  for await (const subscriber of streamSubscribers(site.db))
    if (subscriber.email === email) return unsubscribeLinks(links, subscriber.id)
  throw new Error(`${email} is not subscribed`)
}

describe('POST /api/subscribe', () => {
  test('subscribes an address once, also of several calls at once, when it has confirmed it, and gives everybody one answer', async () => {
    const one = { success: true, alreadySubscribed: false }
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => post('/api/subscribe', { email: ' Ada@Example.org ' })),
    )
    expect(answers.map((answer) => answer.json())).toEqual([one, one, one, one])
    expect(await subscribers()).toEqual([])
    const link = await confirmationOf('ada@example.org')
    // Following the link confirms nothing: mail scanners do that.
    expect((await site.get(`/newsletter${link}`)).statusCode).toBe(200)
    expect(await subscribers()).toEqual([])
    for (let call = 0; call < 2; call++)
      expect((await post(`/newsletter/confirmation${link}`, {})).json()).toEqual({ ok: true })
    expect(await subscribers()).toEqual(['ada@example.org'])
    expect((await post('/api/subscribe', { email: 'ada@example.org' })).json()).toEqual(one)
    expect(await writtenTo(site, 'ada@example.org')).toHaveLength(1)
    expect((await post(`/newsletter/confirmation${link.slice(0, -3)}`, {})).statusCode).toBe(404)
  })

  test('asked for again, it has the whole time to be confirmed again', async () => {
    const email = 'late@example.org'
    await post('/api/subscribe', { email })
    await sql`update newsletter_subscribers set subscribed_at = now() - interval '29 days'`.execute(
      site.db,
    )
    await post('/api/subscribe', { email })
    await unconfirmedSubscribers.enforce(site.db, new Date(Date.now() - 86_400_000))
    expect(
      (await post(`/newsletter/confirmation${await confirmationOf(email)}`, {})).json(),
    ).toEqual({ ok: true })
  })

  const tooLong = `${'a'.repeat(250)}@example.org`
  test.each([{}, ...['', '   ', 'ada', 'ada@', 7, tooLong].map((email) => ({ email }))])(
    'refuses %j',
    async (body) => {
      const refusal = { error: 'Please enter a valid email.', details: [{ field: 'email' }] }
      expect(await answered(post('/api/subscribe', body))).toMatchObject([400, refusal])
      expect(await subscribers()).toEqual([])
    },
  )
})

describe('POST /subscribe', () => {
  test('answers with the outcome as text', async () => {
    const email = 'ada@example.org'
    const message = 'Please confirm your subscription with the link in our email.'
    for (const _ of [1, 2])
      expect((await post('/subscribe', { email })).json()).toEqual({ ok: true, message })
    for (const body of [{}, { email: '' }, { email: 'ada' }, { email: null }])
      expect((await post('/subscribe', body)).json()).toEqual({
        ok: false,
        message: 'Please enter a valid email.',
      })
  })

  test('answers plain forms with a page, and refuses those of other sites', async () => {
    const leadsTo = async (url: string, payload: string) => {
      const answer = await form(url, payload, { accept: 'text/html,application/xhtml+xml' })
      return [answer.statusCode, answer.headers.location]
    }
    const email = 'email=plain%40example.org'
    expect((await form('/subscribe', email, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(
      403,
    )
    expect(await writtenTo(site, 'plain@example.org')).toEqual([])
    for (const _ of [1, 2])
      expect(await leadsTo('/subscribe', email)).toEqual([303, '/newsletter?result=subscribed'])
    expect(await leadsTo('/subscribe', 'email=ada')).toEqual([
      303,
      '/newsletter?result=invalidEmail',
    ])
    const confirmation = `/newsletter/confirmation${await confirmationOf('plain@example.org')}`
    expect(await leadsTo(confirmation, '')).toEqual([303, '/newsletter?result=confirmed'])
    expect(await subscribers()).toEqual(['plain@example.org'])
    expect(await leadsTo('/api/unsubscribe', email)).toEqual([303, '/unsubscribe?done=true'])
    expect(await subscribers()).toEqual([])
  })
})

test('POST /api/unsubscribe answers the same whether the address was subscribed or not', async () => {
  await addSubscribers('ada@example.org')
  const known = await post('/api/unsubscribe', { email: 'Ada@example.org' })
  const unknown = await post('/api/unsubscribe', { email: 'nobody@example.org' })
  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
  expect(known.json()).toEqual({ ok: true })
  expect(await subscribers()).toEqual([])
})

describe('the link in a mail', () => {
  test('unsubscribes with one click of a mail program, repeatedly, if it is complete, and not by GET', async () => {
    await addSubscribers('ada@example.org', 'grace@example.org')
    const { page, oneClick } = await linksOf('ada@example.org')
    const [pagePath = '', path = ''] = [page, oneClick].map((link) => link.slice(publicUrl.length))
    for (const link of [pagePath, path]) {
      const answer = await site.get(link)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ])
    }
    for (const incomplete of [
      path.slice(0, -3),
      '/unsubscribe/one-click?token=',
      '/unsubscribe/one-click',
    ])
      expect([400, 404]).toContain(
        (await form(incomplete, 'List-Unsubscribe=One-Click')).statusCode,
      )
    expect(await subscribers()).toHaveLength(2)

    const multipart = {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload:
        '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    }
    for (const send of [
      () => site.app.inject({ method: 'POST', url: path, ...multipart }),
      () => form(path, 'List-Unsubscribe=One-Click', { 'sec-fetch-site': 'cross-site' }),
    ])
      expect(await answered(send())).toEqual([200, { ok: true }])
    expect(await subscribers()).toEqual(['grace@example.org'])
  })

  test('that is incomplete answers a form without JavaScript with a page, which leads back to our own pages only', async () => {
    const referer = `${publicUrl}/unsubscribe?token=x&y="<b>`
    for (const [from, back] of [
      [referer, `${publicUrl}/unsubscribe?token=x&amp;y=&quot;&lt;b&gt;`],
      ['https://elsewhere.example/', '/'],
    ]) {
      const answer = await form('/unsubscribe/one-click?token=x&from=page', '', {
        accept: 'text/html',
        referer: from,
      })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        404,
        'text/html; charset=utf-8',
      ])
      expect(answer.headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-/,
      )
      expect(answer.body).toContain('<p role="alert">This link is incomplete.')
      expect(answer.body).toContain(`<a href="${back}">`)
    }
  })
})

test('streams every subscriber once, the oldest first', async () => {
  await addSubscribers(
    ...Array.from({ length: 2345 }, (_, index) => `reader${index + 1}@example.org`),
  )
  const emails = await subscribers()
  expect(new Set(emails).size).toBe(2345)
  expect(emails.slice(0, 2)).toEqual(['reader1@example.org', 'reader2@example.org'])
})
