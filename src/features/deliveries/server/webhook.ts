import { createHmac, verify } from 'node:crypto'
import { z } from 'zod'
import { bounceKinds, type BounceKind } from '#shared/mail.ts'
import { AppError } from '#shared/errors.ts'
import { mailOfEnvelope, type Bounce } from '#platform/server/mail/bounces.ts'
import { isEqual, type Secrets } from '#platform/server/secret.ts'
import type { BounceWebhook } from '#platform/server/setting-values.ts'

type Report = {
  body: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  key: string
}
/** What a report names a mail by (its envelope sender or its Message-ID), and what it says. */
type Named = Omit<Bounce, 'mailId'> & { names: readonly (string | undefined)[] }

/**
 * What a provider reports. Where its signature does not cover the report, `token` is what it
 * covers, and is accepted once.
 */
export type Reported = { bounces: Bounce[]; token?: string }

/** @throws {AppError} FORBIDDEN for what the provider did not send. */
export async function readReport(
  { provider, key }: BounceWebhook,
  secrets: Secrets,
  report: Omit<Report, 'key'>,
): Promise<Reported> {
  const { named, ...once } = await readers[provider]({ ...report, key })
  const bounces = named.flatMap(({ names, ...bounce }) => {
    const text = names.join(' ')
    const mailId = mailOfEnvelope(secrets, text) ?? uuid.exec(text)?.[0]
    return mailId === undefined ? [] : { mailId, ...bounce }
  })
  return { bounces, ...once }
}

const uuid = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/i

type Read = { named: Named[]; token?: string }

const readers: Record<BounceWebhook['provider'], (report: Report) => Read | Promise<Read>> = {
  ses: async ({ body, key }) => ({ named: fromSes(await openSnsMessage(body, key)) }),
  postmark({ body, headers, key }) {
    requireEqual(
      headers['authorization'],
      `Basic ${Buffer.from(`postmark:${key}`).toString('base64')}`,
    )
    return { named: fromPostmark(parse(postmarkEvent, body)) }
  },
  mailgun({ body, key }) {
    const { signature: given, 'event-data': event } = parse(mailgunEvent, body)
    requireEqual(given.signature, hmac(key, given.timestamp + given.token))
    // The signature does not cover the event, so neither an old one nor one that was used may do
    // for another.
    if (Math.abs(Date.now() - Number(given.timestamp) * 1000) > validMs) throw refused()
    return { named: fromMailgun(event), token: given.token }
  },
  hmac({ body, headers, key }) {
    requireEqual(headers['x-signature'], `sha256=${hmac(key, body)}`)
    return {
      named: parse(ownReport, body).events.map(({ mail, ...event }) => ({
        ...event,
        names: [mail],
      })),
    }
  },
}

/** Mailgun tries for eight hours. */
const validMs = 24 * 60 * 60_000
/** So long a token is remembered: clocks may differ by the other half. */
export const tokenMs = 2 * validMs
export const refused = () =>
  new AppError('FORBIDDEN', 'This report is not signed by who may send it.')
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')

function requireEqual(given: string | string[] | undefined, expected: string) {
  if (!isEqual(Buffer.from(String(given)), Buffer.from(expected))) throw refused()
}

function parse<S extends z.ZodType>(schema: S, json: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(json))
  } catch {
    throw new AppError(
      'BAD_REQUEST',
      'This report does not have the form that its provider documents.',
    )
  }
}

const text = z.string().default('')

const ownReport = z.object({
  events: z
    .array(
      z.object({ mail: z.string(), recipient: z.email(), kind: z.enum(bounceKinds), reason: text }),
    )
    .max(1000),
})

const postmarkEvent = z.object({
  RecordType: z.string(),
  Type: text,
  Email: text,
  Details: text,
  Metadata: z.record(z.string(), z.string()).default({}),
})

/** What else Postmark reports (answering machines, challenges) is no bounce. */
const postmarkKinds: Record<string, BounceKind> = {
  HardBounce: 'hard',
  BadEmailAddress: 'hard',
  SoftBounce: 'soft',
  Transient: 'soft',
  DnsError: 'soft',
  Blocked: 'soft',
  SpamNotification: 'soft',
  SpamComplaint: 'complaint',
}

function fromPostmark({
  RecordType,
  Type,
  Email,
  Details,
  Metadata,
}: z.output<typeof postmarkEvent>): Named[] {
  const kind =
    RecordType === 'Bounce' || RecordType === 'SpamComplaint' ? postmarkKinds[Type] : undefined
  return kind ? [{ kind, recipient: Email, reason: Details, names: [Metadata['mail']] }] : []
}

const mailgunEvent = z.object({
  // Signed without a border between them: a digit that moved makes another time, and no other
  // character may.
  signature: z.object({
    timestamp: z.string().regex(/^\d+$/),
    token: z.string().max(200),
    signature: z.string(),
  }),
  'event-data': z.object({
    event: z.string(),
    severity: text,
    reason: text,
    recipient: text,
    message: z.object({ headers: z.object({ 'message-id': text }).prefault({}) }).prefault({}),
    'delivery-status': z.object({ message: text, description: text }).prefault({}),
  }),
})

function fromMailgun(event: z.output<typeof mailgunEvent>['event-data']): Named[] {
  if (event.event !== 'failed' && event.event !== 'complained') return []
  const isGone = event.severity === 'permanent' && /^(suppress-)?bounce$/.test(event.reason)
  const kind = event.event === 'complained' ? 'complaint' : isGone ? 'hard' : 'soft'
  const { message, description } = event['delivery-status']
  return [
    {
      kind,
      recipient: event.recipient,
      reason: message || description,
      names: [event.message.headers['message-id']],
    },
  ]
}

const sesEvent = z.object({
  mail: z.object({
    source: text,
    headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  }),
  bounce: z
    .object({
      bounceType: z.string(),
      bouncedRecipients: z.array(z.object({ emailAddress: z.string(), diagnosticCode: text })),
    })
    .optional(),
  complaint: z
    .object({
      complaintFeedbackType: text,
      complainedRecipients: z.array(z.object({ emailAddress: z.string() })),
    })
    .optional(),
})

function fromSes(message: string | undefined): Named[] {
  // A new topic is tried with a sentence.
  if (!message?.startsWith('{')) return []
  const { mail, bounce, complaint } = parse(sesEvent, message)
  const names = [
    mail.source,
    mail.headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value,
  ]
  const kind = bounce?.bounceType === 'Permanent' ? 'hard' : 'soft'
  const bounced = bounce?.bouncedRecipients ?? []
  const complained =
    complaint && complaint.complaintFeedbackType !== 'not-spam'
      ? complaint.complainedRecipients
      : []
  return [
    ...bounced.map(
      (to) => ({ kind, recipient: to.emailAddress, reason: to.diagnosticCode, names }) as const,
    ),
    ...complained.map(
      (to) => ({ kind: 'complaint', recipient: to.emailAddress, reason: '', names }) as const,
    ),
  ]
}

const snsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  TopicArn: z.string(),
  Message: z.string(),
  MessageId: z.string(),
  Timestamp: z.string(),
  Subject: z.string().optional(),
  SubscribeURL: z.string().optional(),
  Token: z.string().optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
})
type SnsMessage = z.output<typeof snsMessage>

/** In their order; those that a message lacks are left out. */
const signedFields = [
  'Message',
  'MessageId',
  'Subject',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
] as const

/**
 * What Amazon SNS delivers of our topic; confirms the topic's subscription, of which nothing is
 * left to read.
 */
async function openSnsMessage(body: string, topic: string) {
  const sns = parse(snsMessage, body)
  // Of the topic's region: buckets have hosts such as sns.s3.amazonaws.com.
  const origin = `https://sns.${topic.split(':')[3]}.amazonaws.com/`
  if (sns.TopicArn !== topic || !(await isSigned(sns, origin))) throw refused()
  if (sns.Type === 'SubscriptionConfirmation') await confirm(sns.SubscribeURL ?? '', origin)
  return sns.Type === 'Notification' ? sns.Message : undefined
}

/** https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html */
async function isSigned(sns: SnsMessage, origin: string) {
  const signed = signedFields
    .flatMap((name) => (sns[name] === undefined ? [] : `${name}\n${sns[name]}\n`))
    .join('')
  const certificate = await certificateAt(sns.SigningCertURL, origin)
  const algorithm = sns.SignatureVersion === '1' ? 'sha1' : 'sha256'
  return verify(algorithm, Buffer.from(signed), certificate, Buffer.from(sns.Signature, 'base64'))
}

/** Of one address: Amazon renews it once a year or so. */
let known: { url: string; certificate: string } | undefined

/** Without query or fragment: only such a file. */
async function certificateAt(url: string, origin: string) {
  if (
    !url.startsWith(origin) ||
    !/^SimpleNotificationService-[\da-f]+\.pem$/.test(url.slice(origin.length))
  )
    throw refused()
  if (known?.url !== url) known = { url, certificate: await fetchFromSns(url) }
  return known.certificate
}

async function confirm(url: string, origin: string) {
  if (!url.startsWith(`${origin}?`)) throw refused()
  await fetchFromSns(url)
}

async function fetchFromSns(url: string) {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(5_000) })
  if (!answer.ok)
    throw Object.assign(new AppError('UNAVAILABLE'), {
      cause: new Error(`${new URL(url).host} answers ${answer.status}`),
    })
  return answer.text()
}
