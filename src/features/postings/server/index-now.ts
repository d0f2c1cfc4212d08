import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import { sourceFile } from '#platform/server/http/endpoint.ts'
import type { Secrets } from '#platform/server/secret.ts'
import { AppError } from '#shared/errors.ts'
import { jobPath } from '#shared/paths.ts'
import { deleteAnnounced, findUnannounced } from './queries.ts'

/** https://www.indexnow.org: search engines are told which pages appeared and disappeared. */
export type IndexNow = { url: string; key: string; publicUrl: string }

type Settings = { appMode: 'demo' | 'production'; indexnowUrl: string | undefined; secrets: Secrets; publicUrl: string }

/** Undefined outside production. */
export function indexNowOf({ appMode, indexnowUrl, secrets: [secret], publicUrl }: Settings): IndexNow | undefined {
  if (appMode !== 'production' || indexnowUrl === undefined) return undefined
  return { url: indexnowUrl, key: createHmac('sha256', secret).update('index-now').digest('hex').slice(0, 32), publicUrl }
}

const keyPath = '/indexnow-key.txt'

/** The file that proves that announcements come from this site. */
export function registerIndexNowKey(app: FastifyInstance, indexNow: IndexNow | undefined): void {
  const config = { access: 'public', name: 'indexNowKey', file: sourceFile(import.meta.url) } as const
  app.get(keyPath, { config }, (_request, reply) => {
    if (!indexNow) throw new AppError('NOT_FOUND')
    return reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(indexNow.key)
  })
}

/** The protocol's limit. */
const maxAtOnce = 10_000
const timeoutMs = 10_000

/** Announces the queued jobs. What fails stays queued for the next time. */
export async function announceChanges(db: Db, indexNow: IndexNow | undefined): Promise<void> {
  for (;;) {
    const changes = await findUnannounced(db, maxAtOnce)
    if (changes.length === 0) return
    if (indexNow)
      await announce(
        indexNow,
        changes.map((change) => change.jobId),
      )
    await deleteAnnounced(db, 'index_now_queue', changes)
  }
}

async function announce({ url, key, publicUrl }: IndexNow, ids: readonly string[]): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({
      host: new URL(publicUrl).host,
      key,
      keyLocation: `${publicUrl}${keyPath}`,
      urlList: ids.map((id) => `${publicUrl}${jobPath(id)}`),
    }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`IndexNow answered ${answer.status}`)
}
