import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { envelopeSender } from '#platform/server/mail/bounces.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { findMails } from '#platform/server/mail/queries.ts'
import { appForFile, appForTest, type TestApp } from '#test/app.ts'

const to = 'ana@mail.test'
const key = 'the-key-of-the-provider'
const topic = 'arn:aws:sns:us-east-1:123456789012:bounces'

/** A node that listens to this provider. */
function nodeFor(webhook: string): TestApp {
  const node = appForFile({ env: { RATE_LIMITS: 'off', BOUNCE_WEBHOOK_KEY: webhook } })
  beforeEach(async () => {
    await sql`truncate mails, mail_bounces, mail_suppressions`.execute(node.db)
    const content = { subject: '3 new jobs', blocks: [] }
    await enqueueMail(node.db, {
      cause: 'alert:1',
      to,
      unsubscribeUrl: 'https://board.test/',
      content,
    })
    await sql`update mails set state = 'sent'`.execute(node.db)
  })
  return node
}

const mailIn = async (node: TestApp): Promise<string> =>
  (await findMails(node.db, { limit: 1 }))[0]?.id ?? ''

/** The status, and what is suppressed afterwards. */
async function report(
  node: TestApp,
  payload: object | string,
  headers: Record<string, string> = {},
) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const type = { 'content-type': 'application/json' }
  const answer = await node.app.inject({
    method: 'POST',
    url: '/api/bounces',
    payload: body,
    headers: { ...type, ...headers },
  })
  const { rows } = await sql<{ kind: string; scope: string }>`
    select kind, scope from mail_suppressions where address = ${to} and lifted_at is null
  `.execute(node.db)
  return [answer.statusCode, ...rows.map(({ kind, scope }) => `${kind} ${scope}`)]
}

const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex')

describe('a provider without a scheme of its own', () => {
  const node = nodeFor(`hmac:${key}`)
  const signatureOf = (payload: object, secret = key) => ({
    'x-signature': `sha256=${hmac(secret, JSON.stringify(payload))}`,
  })
  const signed = (payload: object) => report(node, payload, signatureOf(payload))
  const event = (mail: string, more = {}) => ({
    events: [{ mail, recipient: to, kind: 'hard', reason: 'gone', ...more }],
  })

  test('names a mail by its envelope sender or its Message-ID', async () => {
    const id = await mailIn(node)
    const sender = envelopeSender(node.settings.secrets, 'bounces@board.test', id)
    expect(await signed(event(sender, { kind: 'complaint' }))).toEqual([200, 'complaint lists'])
    for (const nobodys of [
      'not a mail',
      envelopeSender(['y'.repeat(32)], 'bounces@board.test', id),
    ])
      expect(await signed(event(nobodys))).toEqual([200, 'complaint lists'])
    expect(await signed(event(`<${id}@board.test>`))).toEqual([200, 'hard all'])
  })

  test('is believed only if it signs all of the report', async () => {
    const payload = event(await mailIn(node))
    for (const headers of [signatureOf(payload, 'another key'), {}, { 'x-signature': 'sha256=' }])
      expect(await report(node, payload, headers)).toEqual([403])
    expect(await report(node, { ...payload, more: 1 }, signatureOf(payload))).toEqual([403])
  })

  test.each([
    {},
    { events: 'none' },
    { events: [{ mail: 1 }] },
    { events: [{ mail: '', recipient: to, kind: 'worse' }] },
  ])('%j is refused', async (payload) => expect(await signed(payload)).toEqual([400]))
})

describe('Postmark', () => {
  const node = nodeFor('postmark:of-the-webhook')
  const basic = (password: string) => ({
    authorization: `Basic ${Buffer.from(`postmark:${password}`).toString('base64')}`,
  })
  const event = async (type: string, RecordType = 'Bounce') => ({
    RecordType,
    Type: type,
    Email: to,
    Details: 'smtp;550 5.1.1 unknown',
    Metadata: { mail: await mailIn(node) },
  })

  test.each([
    ['HardBounce', 'Bounce', ['hard all']],
    ['SpamComplaint', 'SpamComplaint', ['complaint lists']],
    ['SoftBounce', 'Bounce', []],
    ['AutoResponder', 'Bounce', []],
    ['', 'Open', []],
  ])('%s', async (type, record, suppressed) => {
    expect(await report(node, await event(type, record), basic('of-the-webhook'))).toEqual([
      200,
      ...suppressed,
    ])
  })

  test('another password is refused', async () => {
    for (const headers of [basic('another'), {}])
      expect(await report(node, await event('HardBounce'), headers)).toEqual([403])
    const { rows } = await sql`
      select action, host(ip) as host, detail from audit_log
      left join audit_addresses on entry_id = audit_log.id order by audit_log.id desc limit 1
    `.execute(node.db)
    expect(rows).toEqual([
      { action: 'deliveries.report-refused', host: '127.0.0.1', detail: { provider: 'postmark' } },
    ])
  })
})

describe('Mailgun', () => {
  const node = nodeFor('mailgun:signing-key')
  let tokens = 0
  const event = async (more: object, { at = Date.now(), secret = 'signing-key' } = {}) => {
    const [timestamp, token] = [String(Math.floor(at / 1000)), `token-${tokens++}`]
    return {
      signature: { timestamp, token, signature: hmac(secret, timestamp + token) },
      'event-data': {
        recipient: to,
        message: { headers: { 'message-id': `${await mailIn(node)}@board.test` } },
        ...more,
      },
    }
  }
  const gone = {
    event: 'failed',
    severity: 'permanent',
    reason: 'bounce',
    'delivery-status': { message: '550 5.1.1' },
  }

  test.each([
    [gone, ['hard all']],
    [{ ...gone, reason: 'generic' }, []],
    [{ event: 'failed', severity: 'temporary', reason: 'generic' }, []],
    [{ event: 'complained' }, ['complaint lists']],
    [{ event: 'delivered' }, []],
  ])('%j', async (more, suppressed) => {
    expect(await report(node, await event(more))).toEqual([200, ...suppressed])
  })

  test('another key, and an old signature, are refused', async () => {
    for (const how of [{ secret: 'another' }, { at: Date.now() - 2 * 86_400_000 }])
      expect(await report(node, await event(gone, how))).toEqual([403])
  })

  test('a signature that was used, on whichever node, is refused for any other report', async () => {
    const soft = await event({ event: 'failed', severity: 'temporary', reason: 'generic' })
    expect(await report(node, soft)).toEqual([200])
    const replayed = { ...(await event(gone)), signature: soft.signature }
    for (const one of [node, await node.anotherNode()])
      expect(await report(one, replayed)).toEqual([403])
    // The same signed text, parted elsewhere.
    const { timestamp, token, signature } = soft.signature
    const moved = { timestamp: timestamp + token.slice(0, 1), token: token.slice(1), signature }
    expect(await report(node, { ...replayed, signature: moved })).toEqual([400])
  })

  test('a report that could not be recorded may come again', async () => {
    const sent = await event(gone)
    await sql`alter table mail_bounces rename to mail_bounces_away`.execute(node.db)
    expect((await report(node, sent))[0]).toBe(500)
    await sql`alter table mail_bounces_away rename to mail_bounces`.execute(node.db)
    expect(await report(node, sent)).toEqual([200, 'hard all'])
  })
})

describe('Amazon SES', () => {
  const node = nodeFor(`ses:${topic}`)
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const certificate = 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123abcd.pem'
  let fetched: string[] = []
  beforeEach(() => {
    fetched = []
    vi.stubGlobal('fetch', async (url: string) => {
      fetched.push(url)
      return new Response(publicKey.export({ type: 'spki', format: 'pem' }))
    })
    return () => vi.unstubAllGlobals()
  })

  /** As SNS signs and sends it. */
  const notify = (
    fields: Record<string, string>,
    { version = '2', ...changed }: Record<string, string> = {},
  ) => {
    const all = {
      Type: 'Notification',
      TopicArn: topic,
      MessageId: '1',
      Timestamp: '2026-01-01',
      ...fields,
    }
    const named = Object.entries(all).map(([name, value]) => `${name}\n${value}\n`)
    const text = named.toSorted().join('')
    const Signature = sign(
      version === '1' ? 'sha1' : 'sha256',
      Buffer.from(text),
      privateKey,
    ).toString('base64')
    const sent = {
      ...all,
      SignatureVersion: version,
      Signature,
      SigningCertURL: certificate,
      ...changed,
    }
    return report(node, sent, { 'content-type': 'text/plain; charset=UTF-8' })
  }
  const event = async (more: object) => {
    const source = envelopeSender(node.settings.secrets, 'bounces@board.test', await mailIn(node))
    return JSON.stringify({ mail: { source }, ...more })
  }
  const recipient = { emailAddress: to, diagnosticCode: '550' }
  const bounce = (bounceType: string) =>
    event({ notificationType: 'Bounce', bounce: { bounceType, bouncedRecipients: [recipient] } })

  test.each(['1', '2'])('reports what came back, in version %s', async (version) => {
    expect(await notify({ Message: await bounce('Transient') }, { version })).toEqual([200])
    expect(
      await notify({ Message: await bounce('Permanent'), Subject: 'About a mail' }, { version }),
    ).toEqual([200, 'hard all'])
  })

  test('reports complaints, and who takes one back', async () => {
    const complaint = (complaintFeedbackType: string) =>
      event({
        eventType: 'Complaint',
        complaint: { complaintFeedbackType, complainedRecipients: [recipient] },
      })
    expect(await notify({ Message: await complaint('not-spam') })).toEqual([200])
    expect(await notify({ Message: await complaint('abuse') })).toEqual([200, 'complaint lists'])
  })

  test('finds the mail by its Message-ID where headers are sent', async () => {
    const headers = [{ name: 'Message-ID', value: `<${await mailIn(node)}@board.test>` }]
    const mail = { source: 'no-reply@board.test', headers }
    const Message = JSON.stringify({
      mail,
      bounce: { bounceType: 'Permanent', bouncedRecipients: [recipient] },
    })
    expect(await notify({ Message })).toEqual([200, 'hard all'])
  })

  test('a topic’s subscription is confirmed at Amazon, nowhere else, and its first words are no report', async () => {
    const subscribe = (SubscribeURL: string) =>
      notify({ Type: 'SubscriptionConfirmation', Message: 'Please', Token: 't', SubscribeURL })
    const address = 'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=t'
    expect(await subscribe(address)).toEqual([200])
    expect(fetched.at(-1)).toBe(address)
    expect(
      await notify({
        Message: 'Successfully validated SNS topic for Amazon SES event publishing.',
      }),
    ).toEqual([200])
    for (const origin of [
      'https://evil.test',
      'https://sns.s3.amazonaws.com',
      'https://sns.us-east-1.amazonaws.com:8443',
    ])
      expect(
        await subscribe(address.replace('https://sns.us-east-1.amazonaws.com', origin)),
        origin,
      ).toEqual([403])
    expect(fetched.filter((url) => url !== address && url !== certificate)).toEqual([])
  })

  test.each([
    ['another topic', { TopicArn: `${topic}-of-others` }],
    ['a changed message', { Message: '{"mail":{}}' }],
    ['no signature', { Signature: '' }],
    [
      'a certificate of somebody else',
      { SigningCertURL: certificate.replace('amazonaws.com', 'amazonaws.com.evil.test') },
    ],
  ])('%s is refused', async (_what, changed) => {
    expect(await notify({ Message: await bounce('Permanent') }, changed)).toEqual([403])
    expect(fetched.filter((url) => url !== certificate)).toEqual([])
  })

  const nearMisses = [
    'https://evil.s3.amazonaws.com/',
    // A bucket named 'sns'.
    'https://sns.s3.amazonaws.com/',
    'https://sns.us-west-2.amazonaws.com/',
    'https://sns.us-east-1.amazonaws.com.cn/',
    'https://sns.us-east-1.amazonaws.com:443/',
    'https://sns.us-east-1xamazonaws.com/',
    'http://sns.us-east-1.amazonaws.com/',
    'https://me@sns.us-east-1.amazonaws.com/',
    'https://me@evil.test#',
    'https://sns.us-east-1.amazonaws.com/?Action=x&file=/',
    'https://sns.us-east-1.amazonaws.com/../',
  ].map((origin) => certificate.replace('https://sns.us-east-1.amazonaws.com/', origin))
  test.each([
    ...nearMisses,
    ...['#fragment', '?query', '\n', '/more'].map((end) => certificate + end),
  ])('a certificate at %s is refused', async (SigningCertURL) => {
    expect(await notify({ Message: await bounce('Permanent') }, { SigningCertURL })).toEqual([403])
    expect(fetched.filter((url) => url !== certificate)).toEqual([])
  })
})

test('without the setting there is no webhook', async () => {
  const node = await appForTest()
  expect(
    (await node.app.inject({ method: 'POST', url: '/api/bounces', payload: {} })).statusCode,
  ).toBe(404)
})
