// A client that sends at a fixed rate, whether answers come or not, as many visitors do.
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { answerParent } from './child.ts'

/** `path`: where the results are; without it those of the API. */
type Asked = { origin: string; seconds: number; first: number; searches: string[]; path?: string }
export type Wave =
  | (Asked & { rate: number })
  | (Asked & { connections: number })
  | { origin: string; idle: number; seconds: number }
  | { origin: string; slow: number; seconds: number }

/** Times in milliseconds since the moment at which a request was due. */
export type WaveResult = {
  admitted: number[]
  refused: number
  refusedWithoutRetryAfter: number
  failed: number
  /** By the second in which they were due. */
  p95BySecond: number[]
}

answerParent(async (wave: Wave) => {
  if ('idle' in wave) return holdIdle(wave)
  if ('slow' in wave) return holdSlow(wave)
  return 'connections' in wave ? countAnswers(wave) : send(wave)
})

async function send({
  origin,
  rate,
  seconds,
  first,
  searches,
  path,
}: Extract<Wave, { rate: number }>): Promise<WaveResult> {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: Number.POSITIVE_INFINITY,
    maxFreeSockets: 256,
  })
  const result: WaveResult = {
    admitted: [],
    refused: 0,
    refusedWithoutRetryAfter: 0,
    failed: 0,
    p95BySecond: [],
  }
  const bySecond = Array.from({ length: seconds }, (): number[] => [])
  const began = performance.now()
  const open: Promise<void>[] = []
  for (let sent = 0; sent < rate * seconds;) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) / 1000) * rate))
    for (; sent < due; sent++) open.push(one(first + sent, began + (sent / rate) * 1000))
    await setTimeout(2)
  }
  await Promise.all(open)
  agent.destroy()
  result.p95BySecond = bySecond.map((times) => quantile(times, 0.95))
  return result

  function one(number: number, dueAt: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (count: () => void) => {
        count()
        resolve()
      }
      const call = request(
        `${origin}${urlOf(number, searches, path)}`,
        { agent, timeout: 30_000 },
        (response) => {
          response.resume().once('end', () =>
            done(() => {
              const ms = performance.now() - dueAt
              if (response.statusCode === 200) {
                result.admitted.push(ms)
                bySecond[Math.floor((dueAt - began) / 1000)]?.push(ms)
              } else if (response.statusCode === 503) {
                result.refused++
                if (response.headers['retry-after'] === undefined) result.refusedWithoutRetryAfter++
              } else result.failed++
            }),
          )
        },
      )
      call.once('timeout', () => call.destroy())
      call.once('error', () => done(() => void result.failed++))
      call.end()
    })
  }
}

/**
 * How many searches a second are answered if as many wait for an answer as there are connections.
 */
async function countAnswers({
  origin,
  connections,
  seconds,
  first,
  searches,
  path,
}: Extract<Wave, { connections: number }>): Promise<number> {
  const end = performance.now() + seconds * 1000
  let [number, answered] = [first, 0]
  async function ask(): Promise<void> {
    while (performance.now() < end) {
      const answer = await fetch(`${origin}${urlOf(number++, searches, path)}`)
      await answer.arrayBuffer()
      if (answer.ok) answered++
    }
  }
  await Promise.all(Array.from({ length: connections }, ask))
  return Math.round(answered / seconds)
}

/** Each search is another one, which no cache has. */
function urlOf(number: number, searches: readonly string[], path = '/api/jobs'): string {
  const params = new URLSearchParams(searches[number % searches.length])
  params.set('minPay', String(50_000 + number))
  return `${path}?${params.toString()}`
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Connections that say nothing: how many are open at first, and after the time. */
async function holdIdle({
  origin,
  idle,
  seconds,
}: Extract<Wave, { idle: number }>): Promise<{ opened: number; left: number }> {
  const { port, hostname } = new URL(origin)
  const sockets: Socket[] = []
  let opened = 0
  while (sockets.length < idle) {
    await Promise.all(
      Array.from({ length: Math.min(250, idle - sockets.length) }, () => {
        // A socket that nobody reads does not notice its end.
        const socket = connect(Number(port), hostname).resume()
        sockets.push(socket)
        return new Promise<void>((resolve) => {
          socket.once('connect', () => {
            opened++
            resolve()
          })
          socket.once('error', () => resolve())
          socket.once('close', () => resolve())
        })
      }),
    )
  }
  await setTimeout(seconds * 1000)
  const left = sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length
  for (const socket of sockets) socket.destroy()
  return { opened, left }
}

/**
 * As many that send a body byte by byte, and that do not read a feed: how many of each the server
 * has not closed after the time.
 */
async function holdSlow({
  origin,
  slow,
  seconds,
}: Extract<Wave, { slow: number }>): Promise<{ senders: number; readers: number }> {
  const { port, hostname, host } = new URL(origin)
  const open = (head: string): Socket => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(`${head} HTTP/1.1\r\nhost: ${host}\r\n`)
    return socket
  }
  const senders = Array.from({ length: slow }, () => open('POST /api/contact').resume())
  const readers = Array.from({ length: slow }, () => open('GET /jobs.xml').pause())
  for (const it of senders)
    it.write('content-type: application/json\r\ncontent-length: 4000\r\n\r\n{')
  for (const it of readers) it.write('\r\n')
  for (let second = 0; second < seconds; second++) {
    await setTimeout(1_000)
    for (const it of senders) if (it.writable) it.write(' ')
  }
  // A socket that is not read does not notice its end.
  for (const it of readers) it.resume()
  await setTimeout(5_000)
  const left = (sockets: Socket[]) =>
    sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length
  const result = { senders: left(senders), readers: left(readers) }
  for (const it of [...senders, ...readers]) it.destroy()
  return result
}
