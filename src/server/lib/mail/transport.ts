import { createTransport } from 'nodemailer'
import type { MailAddress } from './address.ts'

export type OutgoingMail = {
  messageId: string
  date: Date
  from: MailAddress
  to: string
  replyTo: MailAddress | null
  subject: string
  html: string
  text: string
  headers: Record<string, string>
}

export type MailTransport = {
  /** @throws what the server answered, or why it could not be asked. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** As many as the delivering tasks of a node. */
const maxConnections = 4

/** Sends over SMTP with a few connections that stay open between mails. */
export function openSmtp(url: string): MailTransport {
  const transporter = createTransport({
    url,
    pool: true,
    maxConnections,
    // One attempt is one attempt: what failed is tried again by the task, which knows of it.
    maxRequeues: 0,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0])
  return {
    async send({ from, replyTo, headers, ...mail }) {
      await transporter.sendMail({
        ...mail,
        from: header(from),
        ...(replyTo && { replyTo: header(replyTo) }),
        headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
      })
    },
    close: () => transporter.close(),
  }
}

const header = ({ name = '', address }: MailAddress) => ({ name, address })

/** Whether the server will refuse the same mail every time: it said so (5xx) about the recipient or the message. */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  // A refused sender or password is the operator's to mend, and the mail is good once that is done.
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}
