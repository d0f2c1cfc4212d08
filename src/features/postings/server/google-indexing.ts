import { sign } from 'node:crypto'
import type { Db } from '#platform/server/database.ts'
import type { ServiceAccount } from '#platform/server/settings-table.ts'
import { jobPath } from '#shared/paths.ts'
import { deleteAnnounced, findForGoogle, forgetForGoogle, holdForGoogle, type PageForGoogle } from './queries.ts'

/** https://developers.google.com/search/apis/indexing-api: tells Google of each page of a job that appeared or disappeared. */
export type GoogleIndexing = { account: ServiceAccount; publicUrl: string; api: string }

type Settings = { appMode: 'demo' | 'production'; googleIndexingKey: ServiceAccount | undefined; publicUrl: string }

/** Undefined outside production, and without a key. */
export const googleIndexingOf = ({ appMode, googleIndexingKey: account, publicUrl }: Settings): GoogleIndexing | undefined =>
  appMode === 'production' && account
    ? { account, publicUrl, api: 'https://indexing.googleapis.com/v3/urlNotifications:publish' }
    : undefined

/** A day's quota is twice as much, until Google grants more. */
const maxCalls = 100
const maxDays = 7

/** What is refused stays queued, and the queue is held for a while. Throws unless only the quota is used up. */
export async function announceToGoogle(db: Db, google: GoogleIndexing | undefined): Promise<void> {
  await forgetForGoogle(db, google ? maxDays : 0)
  const pages = google ? await findForGoogle(db, maxCalls) : []
  if (!google || pages.length === 0) return
  try {
    const token = await accessToken(google.account)
    for (const page of pages) {
      await announce(google, token, page)
      await deleteAnnounced(db, 'google_index_queue', [page])
    }
  } catch (error) {
    const { status = 500, seconds } = error instanceof Refusal ? error : {}
    await holdForGoogle(db, seconds ?? (status >= 500 ? 600 : 3600))
    if (status !== 429) throw error
  }
}

class Refusal extends Error {
  readonly status: number
  /** For which it asks. */
  readonly seconds: number | undefined

  constructor({ status, headers }: Response) {
    super(`Google answered ${status}`)
    this.status = status
    const seconds = Number(headers.get('retry-after'))
    this.seconds = seconds > 0 ? Math.min(seconds, 86_400) : undefined
  }
}

const timeoutMs = 10_000

/** RFC 7523: a token for an hour, against an assertion that the account's key signs. */
async function accessToken({ client_email: iss, private_key: key, token_uri: aud }: ServiceAccount): Promise<string> {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss, aud, scope: 'https://www.googleapis.com/auth/indexing', iat, exp: iat + 3600 }
  const signed = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const assertion = `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
  const answer = await fetch(aud, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!answer.ok) throw new Refusal(answer)
  return ((await answer.json()) as { access_token: string }).access_token
}

async function announce({ api, publicUrl }: GoogleIndexing, token: string, { jobId, isOpen }: PageForGoogle): Promise<void> {
  const answer = await fetch(api, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${publicUrl}${jobPath(jobId)}`, type: isOpen ? 'URL_UPDATED' : 'URL_DELETED' }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  await answer.body?.cancel()
  // A page that Google takes for wrong, or does not know, keeps no other waiting.
  if (!answer.ok && answer.status !== 400 && answer.status !== 404) throw new Refusal(answer)
}
