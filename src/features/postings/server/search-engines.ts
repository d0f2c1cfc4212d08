import { z } from 'zod'
import { sql } from 'kysely'
import { createHmac, sign } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import { sourceFile } from '#platform/server/http/endpoint.ts'
import type { Secrets } from '#platform/server/secret.ts'
import type { ServiceAccount } from '#platform/server/setting-values.ts'
import { AppError } from '#shared/errors.ts'
import { jobPath } from '#shared/paths.ts'

/** https://www.indexnow.org: search engines are told which pages appeared and disappeared. */
export type IndexNow = { url: string; key: string; publicUrl: string }

type SiteSettings = { appMode: 'demo' | 'production'; publicUrl: string }
type Settings = SiteSettings & { indexnowUrl: string | undefined; secrets: Secrets }

/** Undefined outside production. */
export function indexNowOf({
  appMode,
  indexnowUrl,
  secrets: [secret],
  publicUrl,
}: Settings): IndexNow | undefined {
  if (appMode !== 'production' || indexnowUrl === undefined) return undefined
  return {
    url: indexnowUrl,
    key: createHmac('sha256', secret).update('index-now').digest('hex').slice(0, 32),
    publicUrl,
  }
}

const keyPath = '/indexnow-key.txt'

/** The file that proves that announcements come from this site. */
export function registerIndexNowKey(app: FastifyInstance, indexNow: IndexNow | undefined): void {
  const config = {
    access: 'public',
    name: 'indexNowKey',
    file: sourceFile(import.meta.url),
  } as const
  app.get(keyPath, { config }, (_request, reply) => {
    if (!indexNow) throw new AppError('NOT_FOUND')
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(indexNow.key)
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

async function announce({ url, key, publicUrl }: IndexNow, ids: readonly string[]) {
  const status = await postJson(url, {
    host: new URL(publicUrl).host,
    key,
    keyLocation: `${publicUrl}${keyPath}`,
    urlList: ids.map((id) => `${publicUrl}${jobPath(id)}`),
  })
  if (status >= 300) throw new Error(`IndexNow answered ${status}`)
}

/** @returns the answer's status. */
async function postJson(url: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
  await answer.body?.cancel()
  return answer.status
}

/**
 * https://developers.google.com/search/apis/indexing-api: tells Google of each page of a job that
 * appeared or disappeared.
 */
export type GoogleIndexing = { account: ServiceAccount; publicUrl: string; api: string }

type GoogleSettings = SiteSettings & { googleIndexingKey: ServiceAccount | undefined }

/** Undefined outside production, and without a key. */
export const googleIndexingOf = ({
  appMode,
  googleIndexingKey: account,
  publicUrl,
}: GoogleSettings): GoogleIndexing | undefined =>
  appMode === 'production' && account
    ? { account, publicUrl, api: 'https://indexing.googleapis.com/v3/urlNotifications:publish' }
    : undefined

/** A day's quota is twice as much, until Google grants more. */
const maxCalls = 100
const maxDays = 7
/** How long a refusal holds the queue. */
const holdSeconds = 1800

class QuotaExceeded extends Error {}

/** What is refused stays queued. Throws unless only the quota is used up. */
export async function announceToGoogle(db: Db, google: GoogleIndexing | undefined): Promise<void> {
  await forgetForGoogle(db, google ? maxDays : 0)
  const pages = google ? await findForGoogle(db, maxCalls) : []
  if (!google || pages.length === 0) return
  try {
    const token = await accessToken(google.account)
    for (const page of pages) {
      await announcePage(google, token, page)
      await deleteAnnounced(db, 'google_index_queue', [page])
    }
  } catch (error) {
    await holdForGoogle(db, holdSeconds)
    if (!(error instanceof QuotaExceeded)) throw error
  }
}

/** RFC 7523: a token for an hour, against an assertion that the account's key signs. */
async function accessToken({
  client_email: iss,
  private_key: key,
  token_uri: aud,
}: ServiceAccount) {
  const iat = Math.floor(Date.now() / 1000)
  const claims = {
    iss,
    aud,
    scope: 'https://www.googleapis.com/auth/indexing',
    iat,
    exp: iat + 3600,
  }
  const encoded = [{ alg: 'RS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signed = encoded.join('.')
  const assertion = `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
  const answer = await fetch(aud, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!answer.ok) throw new Error(`Google answered ${answer.status}`)
  return z.object({ access_token: z.string() }).parse(await answer.json()).access_token
}

async function announcePage(
  { api, publicUrl }: GoogleIndexing,
  token: string,
  { jobId, isOpen }: PageForGoogle,
) {
  const body = {
    url: `${publicUrl}${jobPath(jobId)}`,
    type: isOpen ? 'URL_UPDATED' : 'URL_DELETED',
  }
  const status = await postJson(api, body, { authorization: `Bearer ${token}` })
  if (status === 429) throw new QuotaExceeded()
  // A page that Google rejects or does not know must not block the others.
  if (status >= 300 && status !== 400 && status !== 404)
    throw new Error(`Google answered ${status}`)
}

/** The queues of changed pages. */

type Unannounced = { jobId: string; queuedAt: string }

/** Jobs whose pages appeared or disappeared since search engines were told. */
async function findUnannounced(db: Db, limit: number) {
  const { rows } = await sql<Unannounced>`
    select job_id as "jobId", queued_at::text as "queuedAt" from index_now_queue order by queued_at
      limit ${limit}
  `.execute(db)
  return rows
}

/** A job that changed again meanwhile stays. */
async function deleteAnnounced(
  db: Db,
  queue: 'index_now_queue' | 'google_index_queue',
  changes: readonly Unannounced[],
) {
  await sql`
    delete from ${sql.table(queue)} q
    using json_to_recordset(${JSON.stringify(changes)}::json) announced ("jobId" uuid, "queuedAt" timestamptz)
    where q.job_id = "jobId" and q.queued_at = "queuedAt"
  `.execute(db)
}

/**
 * Deletes pages without structured data, and changes that waited for too long: Google's crawler
 * finds those.
 */
async function forgetForGoogle(db: Db, days: number) {
  await sql`
    delete from google_index_queue q
    where queued_at < now() - ${days} * interval '1 day' or exists (select from jobs
      where id = job_id and not structured_data_allowed)
  `.execute(db)
}

type PageForGoogle = Unannounced & { isOpen: boolean }

/** The latest changes, or none while the queue is held. */
async function findForGoogle(db: Db, limit: number) {
  const { rows } = await sql<PageForGoogle>`
    select job_id as "jobId", queued_at::text as "queuedAt", coalesce(status = 'active', false) as "isOpen"
    from google_index_queue left join jobs on id = job_id
    where not exists (select from google_index_queue where held_until > now())
    order by queued_at desc limit ${limit}
  `.execute(db)
  return rows
}

async function holdForGoogle(db: Db, seconds: number) {
  await sql`update google_index_queue set held_until = now() + ${seconds} * interval '1 second'`.execute(
    db,
  )
}
