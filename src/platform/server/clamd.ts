import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { AppError } from '#shared/errors.ts'

export type VirusScanner = {
  /** @throws {AppError} if the scanner does not answer: then nothing is accepted. */
  scan(path: string): Promise<'clean' | 'infected'>
  /** The daemon's version and that of its signatures. */
  version(): Promise<string>
}

const timeoutMs = 30_000

/** A ClamAV daemon, by its INSTREAM command: each part with its length, then a length of zero. */
export function clamdAt(url: string): VirusScanner {
  const { protocol, hostname, port, pathname } = new URL(url)
  const target =
    protocol === 'unix:'
      ? { path: pathname }
      : { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) }
  return {
    async scan(path) {
      const answer = await ask(target, (socket) => send(socket, path)).catch((error: unknown) => {
        throw unavailable(error)
      })
      if (answer === 'stream: OK') return 'clean'
      if (answer.startsWith('stream: ') && answer.endsWith(' FOUND')) return 'infected'
      throw unavailable(new Error(`clamd answered: ${answer.slice(0, 200)}`))
    },
    version: () => ask(target, async (socket) => void socket.write('zVERSION\0')),
  }
}

const unavailable = (cause: unknown) =>
  Object.assign(
    new AppError(
      'UNAVAILABLE',
      'Files cannot be checked for viruses right now. Please try again later.',
    ),
    { cause },
  )

type Target = { path: string } | { host: string; port: number }

async function ask(target: Target, say: (socket: Socket) => Promise<void>) {
  const socket = connect(target)
  const timer = setTimeout(() => socket.destroy(new Error('clamd does not answer')), timeoutMs)
  const parts: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.once('end', resolve)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('clamd closed the connection')))
  })
  // A daemon that refuses early closes while we send; its answer counts then.
  const sending = say(socket).catch(() => {})
  try {
    await ended
    return Buffer.concat(parts).toString().replace(/\0$/, '').trim()
  } finally {
    clearTimeout(timer)
    socket.destroy()
    await sending
  }
}

async function send(socket: Socket, path: string) {
  socket.write('zINSTREAM\0')
  const parts: AsyncIterable<Buffer> = createReadStream(path)
  for await (const part of parts) {
    socket.write(lengthOf(part.length))
    if (!socket.write(part) && !socket.destroyed)
      await Promise.race([once(socket, 'drain'), once(socket, 'close')])
  }
  socket.write(lengthOf(0))
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}
