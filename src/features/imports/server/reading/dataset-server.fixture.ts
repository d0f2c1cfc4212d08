import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Request = { url: URL; headers: IncomingMessage['headers'] }
export type Answer = (request: Request, response: ServerResponse) => unknown

export type DatasetServer = { origin: string; close: () => Promise<void> }

/** A server on this machine that answers as told. */
export async function serve(answer: Answer): Promise<DatasetServer> {
  const server = createServer((request, response) =>
    answer({ url: new URL(request.url ?? '/', 'http://localhost'), headers: request.headers }, response),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const itemsPath = '/v2/datasets/abc/items'

type Change = {
  /** What is told instead of the number of items; null: nothing. */
  total?: string | null
  /** Which items cleaning leaves. */
  keep?: (item: unknown, index: number) => boolean
}

export const offsetOf = ({ url }: Request): number => Number(url.searchParams.get('offset'))

/** As Apify's API answers: a bare list, the paging in headers, and with `clean` without the empty items. */
export function dataset(items: readonly unknown[], { total = String(items.length), keep = () => true }: Change = {}) {
  return (request: Request, response: ServerResponse): void => {
    const [offset, limit] = [offsetOf(request), Number(request.url.searchParams.get('limit'))]
    const page = items.slice(offset, offset + limit).filter((it, index) => keep(it, offset + index))
    response.setHeader('Content-Type', 'application/json; charset=utf-8')
    response.setHeader('X-Apify-Pagination-Offset', offset)
    response.setHeader('X-Apify-Pagination-Limit', limit)
    response.setHeader('X-Apify-Pagination-Count', page.length)
    response.setHeader('X-Apify-Pagination-Desc', 'false')
    if (total !== null) response.setHeader('X-Apify-Pagination-Total', total)
    response.end(JSON.stringify(page))
  }
}
