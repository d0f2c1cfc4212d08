import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type ImapServer = {
  url: string
  /** The UIDs that are there. */
  uids: number[]
  /** What was asked, without tags. */
  commands: string[]
}

/**
 * Speaks as much of IMAP (RFC 3501 with UIDPLUS) as reading and deleting the oldest messages takes.
 */
export async function imapServer(
  messages: number,
  textOf: (uid: number) => string,
): Promise<ImapServer> {
  const server = createServer({ noDelay: true }, (socket) => answer(socket))
  const state: ImapServer = {
    url: '',
    uids: Array.from({ length: messages }, (_, index) => index + 1),
    commands: [],
  }

  function answer(socket: Socket): void {
    let open = ''
    socket.on('error', () => {})
    socket.write('* OK [CAPABILITY IMAP4rev1 UIDPLUS] ready\r\n')
    socket.on('data', (data) => {
      const lines = (open + data.toString()).split('\r\n')
      open = lines.pop() ?? ''
      for (const line of lines) {
        const [tag = '', ...rest] = line.split(' ')
        state.commands.push(rest.join(' '))
        const { untagged, code = '', failed = false } = run(rest)
        // In one packet, for which nobody waits.
        socket.write(
          `${untagged.map((it) => `* ${it}\r\n`).join('')}${tag} ${failed ? 'NO' : 'OK'} ${code}done\r\n`,
        )
      }
    })
  }

  function run([name = '', ...args]: string[]): {
    untagged: string[]
    code?: string
    failed?: boolean
  } {
    const { uids } = state
    switch (name === 'UID' ? `UID ${args[0]}` : name.toUpperCase()) {
      case 'CAPABILITY':
        return { untagged: ['CAPABILITY IMAP4rev1 UIDPLUS'] }
      case 'LOGIN':
        return { untagged: [], failed: !args.join(' ').includes('secret word') }
      case 'LIST':
        return { untagged: ['LIST () "/" INBOX'] }
      case 'SELECT':
        return {
          untagged: ['FLAGS (\\Deleted)', `${uids.length} EXISTS`, 'OK [UIDVALIDITY 1] ok'],
          code: '[READ-WRITE] ',
        }
      case 'FETCH': {
        const [from = 1, to = from] = (args[0] ?? '').split(':').map(Number)
        const most = Number(/<0\.(\d+)>/.exec(args.join(' '))?.[1])
        return {
          untagged: uids.slice(from - 1, to).map((uid, index) => fetched(from + index, uid, most)),
        }
      }
      case 'UID EXPUNGE': {
        const gone = setOf(args[1] ?? '')
        const expunged = uids.flatMap((uid, index) => (gone.has(uid) ? `${index + 1} EXPUNGE` : []))
        state.uids = uids.filter((uid) => !gone.has(uid))
        // The last one first, so that the numbers of the others stay.
        return { untagged: expunged.toReversed() }
      }
      default:
        return { untagged: [] }
    }
  }

  function fetched(sequence: number, uid: number, most: number): string {
    const text = textOf(uid).slice(0, most)
    return `${sequence} FETCH (UID ${uid} BODY[]<0> {${Buffer.byteLength(text)}}\r\n${text})`
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  state.url = `imap://reader:secret%20word@127.0.0.1:${port}/INBOX`
  return state
}

/** '1:3,5' */
const setOf = (text: string): Set<number> =>
  new Set(
    text.split(',').flatMap((range) => {
      const [from = 0, to = from] = range.split(':').map(Number)
      return Array.from({ length: to - from + 1 }, (_, index) => from + index)
    }),
  )
