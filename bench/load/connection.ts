import net from 'node:net'

type Answer = { status: number; head: string; body: Buffer[] }

export type Connection = {
  /**
   * One request at a time. Rejects if the connection breaks, or the answer does not tell its
   * length.
   */
  get(address: string): Promise<Answer>
  close(): void
}

/**
 * HTTP/1.1 with keep-alive and nothing else, on a bare socket: client and server share the
 * processors, so whatever a full client spends would be added to both sides of the comparison and
 * bring them closer than they are.
 */
export async function openConnection(origin: string): Promise<Connection> {
  const { hostname, port, host } = new URL(origin)
  const socket = net.connect(Number(port), hostname).setNoDelay(true)
  await new Promise<void>((resolve, reject) =>
    socket.once('connect', resolve).once('error', reject),
  )
  let waiting: PromiseWithResolvers<Answer> | undefined

  const read = answerReader((answer) => waiting?.resolve(answer))
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk)
    } catch (error) {
      waiting?.reject(error)
    }
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error(`${origin} closed the connection`)))

  return {
    get(address) {
      waiting = Promise.withResolvers()
      // Browsers, search engines and HTTP libraries accept compression.
      socket.write(
        `GET ${address} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\naccept-encoding: gzip\r\n\r\n`,
      )
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

const endOfHead = Buffer.from('\r\n\r\n')

/** Takes the bytes as they arrive and hands on each answer that is complete. */
function answerReader(done: (answer: Answer) => void): (chunk: Buffer) => void {
  let start: Buffer = Buffer.alloc(0)
  let answer: Answer | undefined
  let missing = 0

  return (chunk) => {
    if (answer) take(answer, chunk)
    else {
      start = start.length === 0 ? chunk : Buffer.concat([start, chunk])
      const end = start.indexOf(endOfHead)
      if (end < 0) return
      const head = start.toString('latin1', 0, end)
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
      if (length === undefined) throw new Error(`An answer that does not tell its length: ${head}`)
      missing = Number(length)
      answer = { status: Number(head.slice(9, 12)), head, body: [] }
      take(answer, start.subarray(end + endOfHead.length))
    }
  }

  function take(current: Answer, bytes: Buffer): void {
    current.body.push(bytes)
    missing -= bytes.length
    if (missing > 0) return
    start = Buffer.alloc(0)
    answer = undefined
    done(current)
  }
}
