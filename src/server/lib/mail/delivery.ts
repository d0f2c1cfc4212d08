import type { Db } from '../database.ts'
import type { Log } from '../http/app-base.ts'
import type { TaskContext, TaskHandler } from '../tasks/task.ts'
import { handleTask } from '../tasks/task.ts'
import type { MailAddress } from './address.ts'
import { deleteMailsBefore, lockQueuedMail, updateMail } from './queries.ts'
import type { MailRow } from './tables.ts'
import { deliverMailTask, purgeMailsTask } from './task.ts'
import type { MailTransport } from './transport.ts'
import { isRefusedForGood } from './transport.ts'

export type Delivery = {
  db: Db
  /** Null without a mail server: then a mail counts as sent at once, for whoever reads the table. */
  transport: MailTransport | null
  from: MailAddress
  /** For the demo's mailbox: not even secrets are blanked. */
  keepBodies: boolean
  log: Pick<Log, 'warn'>
}

const keptDays = 30

export const mailTasks = (delivery: Delivery): TaskHandler[] => [
  handleTask(deliverMailTask, ({ id }, context) => deliverMail(delivery, id, context)),
  handleTask(purgeMailsTask, () => deleteMailsBefore(delivery.db, daysAgo(keptDays)), { cron: '40 3 * * *' }),
]

/**
 * Sends a mail while holding its row: a second worker waits, and then finds it sent. If this process dies between the
 * server's acceptance and the commit, the mail goes out again with the same Message-ID.
 * @throws what went wrong, if another attempt is worth it.
 */
async function deliverMail({ db, transport, from, keepBodies, log }: Delivery, id: string, { isLastAttempt }: TaskContext) {
  const failure = await db.transaction().execute(async (transaction) => {
    const mail = await lockQueuedMail(transaction, id)
    if (!mail) return undefined
    const attempts = mail.attempts + 1
    const end = { attempts, ...(mail.sensitive && !keepBodies && { html: '', text: '' }) }
    try {
      await transport?.send(outgoing(mail, from))
    } catch (error) {
      const last_error = error instanceof Error ? error.message : String(error)
      const isDead = isLastAttempt || isRefusedForGood(error)
      await updateMail(transaction, id, isDead ? { ...end, last_error, state: 'dead' } : { attempts, last_error })
      if (isDead) log.warn({ mail: id, reason: last_error }, 'a mail was given up')
      return isDead ? undefined : { error }
    }
    await updateMail(transaction, id, { ...end, state: 'sent', sent_at: new Date() })
    return undefined
  })
  if (failure) throw failure.error
}

const outgoing = (mail: MailRow, from: MailAddress) => ({
  messageId: `<${mail.id}@${from.address.split('@')[1]}>`,
  date: mail.created_at,
  from,
  to: mail.to_address,
  replyTo: mail.reply_to,
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  headers: mail.headers,
})

const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 60 * 60_000)
