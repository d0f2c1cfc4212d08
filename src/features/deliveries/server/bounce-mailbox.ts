import { counted } from '#shared/numbers.ts'
import type { Db } from '#platform/server/database.ts'
import type { Log } from '#platform/server/http/app-base.ts'
import {
  isHardStatus,
  mailOfEnvelope,
  recordBounce,
  type Bounce,
} from '#platform/server/mail/bounces.ts'
import type { Secrets } from '#platform/server/secret.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'

const readBouncesTask = defineTask({
  name: 'read-bounces',
  retries: 0,
  timeoutSeconds: 600,
  atOnce: 1,
})

type Options = {
  db: Db
  secrets: Secrets
  bounceMailbox: string | undefined
  log: Pick<Log, 'warn'>
}

/** A mailbox that is away is read the next time; /admin/system says that it is away. */
export const bounceMailboxTasks = ({ db, secrets, bounceMailbox, log }: Options): TaskHandler[] => {
  if (bounceMailbox === undefined) return []
  const read = async (stopping: AbortSignal) => {
    await readBounces(bounceMailbox, stopping, async (message) => {
      const bounce = bounceIn(secrets, message)
      if (bounce) await recordBounce(db, bounce)
    }).catch((error: unknown) =>
      log.warn({ err: error }, 'the mailbox for bounces was not read to its end'),
    )
  }
  return [
    handleTask(readBouncesTask, (_data, { stopping }) => read(stopping), { cron: '*/5 * * * *' }),
  ]
}

/** A few are held at a time, and the rest of a flooded mailbox waits for the next run. */
const batch = { messages: 50, bytes: 64 * 1024, aRun: 100 }

/** Reads messages from the oldest on, and deletes them: a bounce that is read twice counts once. */
async function readBounces(
  url: string,
  stopping: AbortSignal,
  onMessage: (text: string) => Promise<void>,
) {
  const client = await openMailbox(url)
  try {
    for (let run = 0; run < batch.aRun && !stopping.aborted; run++) {
      const count = client.mailbox ? client.mailbox.exists : 0
      if (count === 0) break
      const read: number[] = []
      const range = `1:${Math.min(count, batch.messages)}`
      for await (const { uid, source } of client.fetch(range, {
        uid: true,
        source: { maxLength: batch.bytes },
      })) {
        await onMessage(source?.toString('latin1') ?? '')
        read.push(uid)
      }
      if (read.length === 0) break
      await client.messageDelete(read, { uid: true })
    }
  } finally {
    client.close()
  }
}

/** Says how many messages wait. @throws while the mailbox does not answer. */
export async function countBounces(url: string): Promise<string> {
  const client = await openMailbox(url)
  const count = client.mailbox ? client.mailbox.exists : 0
  client.close()
  return counted(count, 'message waits', 'messages wait')
}

/** Loaded on demand: most sites do without. */
async function openMailbox(address: string) {
  const { ImapFlow } = await import('imapflow')
  const url = new URL(address)
  const secure = url.protocol === 'imaps:'
  const client = new ImapFlow({
    host: url.hostname,
    port: Number(url.port || (secure ? 993 : 143)),
    secure,
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  // The command under way fails, too.
  client.on('error', () => {})
  await client.connect()
  await client.mailboxOpen(decodeURIComponent(url.pathname.slice(1)) || 'INBOX')
  return client
}

/**
 * What a message says of a mail of ours: a delivery status notification (RFC 3464) that it failed,
 * or a complaint (RFC 5965). Undefined for all else, such as the answer of a machine.
 */
function bounceIn(secrets: Secrets, message: string): Bounce | undefined {
  const [head, body] = partsOf(message)
  const type = headerIn(head, 'content-type')
  const boundary = /boundary="?([^";\s]+)/i.exec(type)?.[1]
  if (!/^multipart\/report\b/i.test(type) || boundary === undefined) return undefined
  const parts = body.split(`--${boundary}`).map((part) => partsOf(part.trimStart()))
  const [partHead, report = ''] =
    parts.find(([partHead]) => reportTypes.test(headerIn(partHead, 'content-type'))) ?? []
  const mailId = mailOfEnvelope(secrets, `${head}\n${report}`)
  if (partHead === undefined || mailId === undefined) return undefined
  if (/feedback/i.test(partHead)) {
    return /^not-spam/i.test(headerIn(report, 'feedback-type'))
      ? undefined
      : { mailId, kind: 'complaint', reason: '' }
  }
  const failed = report
    .split(/\n\s*\n/)
    .find((fields) => /^failed/i.test(headerIn(fields, 'action')))
  if (failed === undefined) return undefined
  const reason = headerIn(failed, 'diagnostic-code')
  const status = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(reason)?.[0] ?? headerIn(failed, 'status')
  return { mailId, kind: isHardStatus(status) ? 'hard' : 'soft', reason: reason || status }
}

const reportTypes = /^message\/(global-)?(delivery-status|feedback-report)\b/i

/** Head and body. */
function partsOf(message: string): [head: string, body: string] {
  const text = message.replaceAll('\r\n', '\n')
  const end = text.indexOf('\n\n')
  return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 2)]
}

/** The lines that go on start with a space. */
function headerIn(head: string, name: string) {
  const lines = new RegExp(`^${name}:(.*(?:\\n[ \\t]+\\S.*)*)`, 'im').exec(head)?.[1] ?? ''
  return lines.replaceAll(/\s+/g, ' ').trim()
}
