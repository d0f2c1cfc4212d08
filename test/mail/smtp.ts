import type { Email } from 'postal-mime'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

export type MailServer = {
  url: string
  /** Accepted mails, raw and parsed. */
  accepted: { raw: string; mail: Email }[]
  /** Drops every connection at once. */
  cut(): void
}

export async function mailServer(hooks: SMTPServerOptions = {}): Promise<MailServer> {
  const accepted: MailServer['accepted'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, callback) => void accept(stream, callback),
    ...hooks,
  })
  async function accept(stream: Readable, callback: () => void): Promise<void> {
    const raw = Buffer.concat(await stream.toArray()).toString()
    accepted.push({ raw, mail: await PostalMime.parse(raw) })
    callback()
  }
  // Some tests abort the connection.
  server.on('error', () => {})
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    accepted,
    cut: () => sockets.forEach((socket) => socket.destroy()),
  }
}

/** An SMTP error with its code. */
export const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })
