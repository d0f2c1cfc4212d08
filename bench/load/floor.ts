// The floor, in a process of its own: node:http and nothing else, sending what the product answered
// to the same addresses.
import http from 'node:http'
import { answerParent } from './child.ts'
import { openConnection } from './connection.ts'

export type Recording = { origin: string; addresses: string[] }
export type Recorded = { origin: string; bytes: number; failures: string[] }

type Kept = { headers: http.OutgoingHttpHeaders; body: Buffer }

const kept = new Map<string, Kept>()
const connections = 8

const server = http.createServer((request, response) => {
  const answer = kept.get(request.url ?? '')
  if (!answer) return response.writeHead(404, { 'content-length': 0 }).end()
  return response.writeHead(200, answer.headers).end(answer.body)
})

/**
 * Asks the product for each address once and keeps the bytes; then says where it serves them
 * itself.
 */
answerParent(async ({ origin, addresses }: Recording): Promise<Recorded> => {
  const failures: string[] = []
  const left = addresses.values()
  await Promise.all(Array.from({ length: connections }, () => record(origin, left, failures)))
  if (!server.listening)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const bytes = addresses.reduce((sum, url) => sum + (kept.get(url)?.body.length ?? 0), 0)
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    bytes,
    failures,
  }
})

async function record(
  origin: string,
  addresses: Iterable<string>,
  failures: string[],
): Promise<void> {
  const connection = await openConnection(origin)
  for (const address of addresses) {
    const { status, head, body } = await connection.get(address)
    if (status !== 200) failures.push(`${status} ${address}`)
    const bytes = Buffer.concat(body)
    const type = /\r\ncontent-type: *([^\r]+)/i.exec(head)?.[1] ?? 'application/octet-stream'
    const encoding = /\r\ncontent-encoding: *([^\r]+)/i.exec(head)?.[1]
    const headers = {
      'content-type': type,
      'content-length': bytes.length,
      ...(encoding && { 'content-encoding': encoding }),
    }
    kept.set(address, { headers, body: bytes })
  }
  connection.close()
}
