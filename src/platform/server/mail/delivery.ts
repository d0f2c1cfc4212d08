import type { Db } from '../database.ts'
import { messageOf } from '../errors.ts'
import type { Log } from '../http/app-base.ts'
import { defineTask, handleTask, type TaskContext, type TaskHandler } from '../tasks/task.ts'
import type { Secrets } from '../secret.ts'
import type { MailAddress } from './content.ts'
import { envelopeSender, isHardStatus, recordBounce, suppressionOf } from './bounces.ts'
import { leaveWithOthers, sendWaitingMails } from './gathering.ts'
import {
  blankParts,
  deleteMail,
  lockQueuedMail,
  updateMail,
  type MailRow,
  type Outcome,
} from './queries.ts'
import { deliverMailTask } from './outbox.ts'
import { createTransport } from 'nodemailer'
import { setTimeout } from 'node:timers/promises'

export type Delivery = {
  db: Db
  /** Null without a mail server: a mail then counts as sent, and the mailbox page shows it. */
  transport: MailTransport | null
  from: MailAddress
  secrets: Secrets
  /** Where bounces go; undefined: to `from`. */
  bounceAddress?: string | undefined
  /** For the demo's mailbox: secrets are kept, too. */
  keepBodies: boolean
  log: Pick<Log, 'warn'>
}

/** The next run tries failures again. */
export const sendWaitingMailsTask = defineTask({
  name: 'send-waiting-mails',
  retries: 0,
  atOnce: 1,
})

export const mailTasks = (delivery: Delivery): TaskHandler[] => [
  handleTask(deliverMailTask, async ({ id, gathers }, context) => {
    if (!gathers || !(await leaveWithOthers(delivery.db, id)))
      await deliverMail(delivery, id, context)
  }),
  handleTask(
    sendWaitingMailsTask,
    (_data, { stopping }) => sendWaitingMails(delivery.db, stopping),
    { cron: '* * * * *' },
  ),
]

/**
 * Sends a mail while its row is locked, so that a second worker waits and finds it sent. If the
 * database fails after the server's acceptance, the outcome is written as soon as the database is
 * back. Only if the process dies in between, the mail is sent again with the same Message-ID.
 * @throws if another attempt is useful.
 */
async function deliverMail(delivery: Delivery, id: string, context: TaskContext) {
  let accepted: End | undefined
  try {
    const failure = await delivery.db
      .transaction()
      .execute((trx) => attempt(delivery, trx, id, context, (end) => void (accepted = end)))
    if (failure) throw failure.error
  } catch (error) {
    if (!accepted) throw error
    await writeLater(delivery.db, accepted, error)
  }
}

/** Writes what became of a mail. */
type End = (db: Db) => Promise<void>

async function attempt(
  delivery: Delivery,
  trx: Db,
  id: string,
  { isLastAttempt }: TaskContext,
  onAccepted: (end: End) => void,
) {
  const mail = await lockQueuedMail(trx, id)
  if (!mail) return undefined
  const { transport, keepBodies, log } = delivery
  const attempts = mail.attempts + 1
  const blank = mail.sensitive && !keepBodies && { html: '', text: '' }
  const end =
    (outcome: Partial<Outcome>): End =>
    async (db) => {
      if (mail.delete_once_sent && !keepBodies) return deleteMail(db, id)
      await updateMail(db, id, { attempts, ...blank, ...outcome })
      if (blank && mail.parts) await blankParts(db, mail.parts)
    }
  const suppression = await suppressionOf(trx, mail)
  if (suppression) {
    await end({ state: 'suppressed', attempts: mail.attempts, last_error: suppression.reason })(trx)
    return undefined
  }
  try {
    await transport?.send(outgoing(mail, delivery))
  } catch (error) {
    const last_error = messageOf(error)
    const isDead = isLastAttempt || isRefusedForGood(error)
    if (isDead) await end({ last_error, state: 'dead' })(trx)
    else await updateMail(trx, id, { attempts, last_error })
    if (isDead && isHardStatus(last_error))
      await recordBounce(trx, { mailId: id, kind: 'hard', reason: last_error })
    if (isDead) log.warn({ mail: id, reason: last_error }, 'a mail was given up')
    return isDead ? undefined : { error }
  }
  const sent = end({ state: 'sent', sent_at: new Date() })
  onAccepted(sent)
  await sent(trx)
  return undefined
}

/** Shorter than the time after which another worker takes the task. */
const writeWithinMs = 45_000

async function writeLater(db: Db, end: End, first: unknown) {
  const until = Date.now() + writeWithinMs
  for (let error = first; ;) {
    if (Date.now() > until) throw error
    await setTimeout(200)
    try {
      return await end(db)
    } catch (next) {
      error = next
    }
  }
}

const outgoing = (mail: MailRow, { from, secrets, bounceAddress }: Delivery): OutgoingMail => ({
  messageId: `<${mail.id}@${from.address.split('@')[1]}>`,
  date: mail.created_at,
  from,
  to: mail.to_address,
  replyTo: mail.reply_to,
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  // Postmark's reports name a mail by it.
  headers: { ...mail.headers, 'X-PM-Metadata-mail': mail.id },
  // The part names the method of its body: mail programs take no other for an invitation.
  ...(mail.calendar !== null && {
    icalEvent: {
      method: /^METHOD:(\w+)/m.exec(mail.calendar)?.[1] ?? '',
      content: mail.calendar,
      filename: 'invitation.ics',
    },
  }),
  sender:
    bounceAddress === undefined ? from.address : envelopeSender(secrets, bounceAddress, mail.id),
})

type OutgoingMail = {
  messageId: string
  date: Date
  from: MailAddress
  to: string
  replyTo: MailAddress | null
  subject: string
  html: string
  text: string
  headers: Record<string, string>
  icalEvent?: { method: string; content: string; filename: string }
  /** Of the envelope: where the server reports what became of it. */
  sender: string
}

export type MailTransport = {
  /** @throws the server's answer, or the connection error. */
  send(mail: OutgoingMail): Promise<void>
  /** Connects and signs in. */
  verify(): Promise<unknown>
  close(): void
}

/** As many as a node's delivering tasks. */
const maxConnections = 4

/** Sends over SMTP with a few persistent connections. */
export function openSmtp(url: string): MailTransport {
  const transporter = createTransport({
    url,
    pool: true,
    maxConnections,
    // The task retries.
    maxRequeues: 0,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0])
  return {
    async send({ from, replyTo, headers, sender, ...mail }) {
      await transporter.sendMail({
        ...mail,
        from: header(from),
        envelope: { from: sender, to: mail.to },
        ...(replyTo && { replyTo: header(replyTo) }),
        headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
      })
    },
    verify: () => transporter.verify(),
    close: () => transporter.close(),
  }
}

const header = ({ name = '', address }: MailAddress) => ({ name, address })

/** A permanent refusal (5xx) of the recipient or the message. */
function isRefusedForGood(error: unknown) {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  // A refused sender or password is the operator's to fix; the mail stays good.
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}
