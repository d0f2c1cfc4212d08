import { createHmac, randomBytes, randomUUIDv7 } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { z } from 'zod'
import { answerSeconds, pauseMinutes } from '#features/api/model.ts'
import { lockAsOwner, recordChange, type Caller } from '#features/employers/server/public.ts'
import { findReach } from '#features/inquiries/server/public.ts'
import { findOwnerAddresses } from '#features/names/server/public.ts'
import { idsOf, inTransaction, type Db } from '#platform/server/database.ts'
import { errorCode, unreachableReason } from '#platform/server/errors.ts'
import {
  guardedLookup,
  PrivateAddressError,
  requirePublic,
} from '#platform/server/http/public-addresses.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { rowsPast } from '#platform/server/retention.ts'
import { textCipher, type Secrets } from '#platform/server/secret.ts'
import {
  defineTask,
  enqueueTasks,
  handleTask,
  type TaskHandler,
} from '#platform/server/tasks/task.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import { connectionsPath } from '#shared/paths.ts'
import { sql } from 'kysely'
import type { Connections } from '../contract.ts'
import { maxHooks } from '../model.ts'
import { hookOffMail } from './mails.ts'
import * as queries from './queries-hooks.ts'
import type { Due } from './queries-hooks.ts'

/** Hooks: signed notices to an organization's own systems (https://www.standardwebhooks.com). */

export const hookCipher = (secrets: Secrets) => textCipher(secrets, 'hook-secret')

type Hooked = { db: Db; secrets: Secrets }

export async function listHooks(db: Db, organizationId: string): Promise<Connections['hooks']> {
  const hooks = await queries.findHooks(db, organizationId)
  const deliveries = await queries.findDeliveries(db, idsOf(hooks))
  return hooks.map(({ created_at, off_at, ...hook }) => ({
    ...hook,
    createdAt: created_at.toISOString(),
    isOff: off_at !== null,
    deliveries: deliveries.filter(({ hook_id }) => hook_id === hook.id).map(deliveryView),
  }))
}

const deliveryView = (
  row: queries.DeliveryRow,
): Connections['hooks'][number]['deliveries'][number] => ({
  id: row.id,
  event: row.event,
  happenedAt: row.happened_at.toISOString(),
  attempts: row.attempts,
  answer: row.answer,
  nextAt: row.due_at?.toISOString() ?? null,
  state: row.delivered_at ? 'delivered' : row.due_at ? 'waiting' : 'failed',
})

/** The secret signs what is sent; it is told here alone, and stored encrypted. */
export const addHook = (
  { db, secrets }: Hooked,
  caller: Caller,
  { url, events }: BodyOf<'POST /api/connections/hooks'>,
): Promise<ResponseOf<'POST /api/connections/hooks'>> =>
  inTransaction(db, async (trx) => {
    const { id: organizationId } = await lockAsOwner(trx, caller.id)
    if ((await queries.findHooks(trx, organizationId)).length >= maxHooks)
      throw new AppError(
        'CONFLICT',
        `An organization has at most ${maxHooks} hooks. Delete one first.`,
      )
    try {
      requirePublic(new URL(url))
    } catch (error) {
      if (error instanceof PrivateAddressError) throw fieldError('url', `${error.message}.`)
      throw error
    }
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    const id = randomUUIDv7()
    const sealed = hookCipher(secrets).encrypt(secret)
    await queries.insertHook(trx, {
      id,
      organization_id: organizationId,
      url,
      events,
      sealed_secret: sealed,
    })
    await recordChange(trx, 'hook-added', caller, organizationId, {
      hook: id,
      host: new URL(url).host,
    })
    return { id, secret }
  })

/** Without a delivery a test is sent. A hook that a 410 has switched off is on again. */
export const deliverAgain = (
  db: Db,
  ownerId: string,
  id: string,
  delivery: string | undefined,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const { id: organizationId } = await lockAsOwner(trx, ownerId)
    if (!(await queries.switchOn(trx, organizationId, id))) throw new AppError('NOT_FOUND')
    if (delivery === undefined) await queries.insertTest(trx, id)
    else if (!(await queries.makeDue(trx, id, delivery))) throw new AppError('NOT_FOUND')
    await deliverSoon(trx, [id])
  })

export type Sending = {
  db: Db
  secrets: Secrets
  publicUrl: string
  /** Private addresses are fine, in tests. */
  explicit?: boolean
  answerMs?: number
}

const findDueHooksTask = defineTask({ name: 'find-due-hooks' })
const deliverHookTask = defineTask({
  name: 'deliver-hook',
  schema: z.object({ hookId: z.uuid() }),
})

const deliverSoon = (db: Db, hookIds: readonly string[]) =>
  enqueueTasks(
    db,
    deliverHookTask,
    hookIds.map((hookId) => ({ data: { hookId }, key: hookId })),
  )

export const connectionTasks = (sending: Sending): TaskHandler[] => [
  handleTask(
    findDueHooksTask,
    async () => deliverSoon(sending.db, idsOf(await queries.findDueHooks(sending.db))),
    { cron: '* * * * *' },
  ),
  handleTask(deliverHookTask, ({ hookId }, { stopping }) => deliver(sending, hookId, stopping)),
]

/** Well within the time that a task has. */
const runMs = 200_000

/** One after the other, until a failure: a system that is away gets one try a minute. */
export async function deliver(
  sending: Sending,
  hookId: string,
  stopping?: AbortSignal,
): Promise<void> {
  for (const endsAt = Date.now() + runMs; Date.now() < endsAt;) {
    if (stopping?.aborted) return
    const due = await queries.takeDue(sending.db, hookId)
    if (!due || !(await attempt(sending, due))) return
  }
}

/** Whether the next one may follow. */
async function attempt(sending: Sending, due: Due) {
  const { db } = sending
  if (!(await mayHear(db, due))) {
    await queries.deleteDelivery(db, due.id)
    return true
  }
  const status = await send(sending, due).catch((error: unknown) => reasonOf(error, due.url))
  const isDelivered = typeof status === 'number' && status >= 200 && status < 300
  const minutes = pauseMinutes[due.attempts - 1]
  const answer = status === 410 ? '410: the hook was switched off' : answerText(status)
  await queries.settle(db, due.id, {
    answer,
    isDelivered,
    nextMinutes: isDelivered ? null : (minutes ?? null),
  })
  if (status === 410) await switchOff(sending, due)
  return isDelivered
}

/** What the inbox shows to nobody any more, a hook does not tell. */
async function mayHear(db: Db, { data }: Due) {
  const { applicationId } = data
  if (applicationId === undefined) return true
  return (await findReach(db, [applicationId])).get(applicationId)?.posterReads === true
}

function answerText(status: number | string) {
  if (typeof status === 'string') return status
  return status >= 300 && status < 400 ? `${status}: redirects are not followed` : String(status)
}

function reasonOf(error: unknown, url: string) {
  if (!(error instanceof Error)) return 'no answer'
  if (error.cause instanceof Error && error.cause.name === 'TimeoutError')
    return `no answer within ${answerSeconds} seconds`
  const { host } = new URL(url)
  // Nobody learns by it which names the private network has.
  const isUnknown = ['ENOTFOUND', 'EAI_AGAIN'].includes(errorCode(error) ?? '')
  if (isUnknown || error instanceof PrivateAddressError)
    return `no public address of ${host} was found`
  const reason = unreachableReason(error)
  return reason === undefined ? 'the connection broke off' : `${host}: ${reason}`
}

/** The id stays the same whenever it is sent: a receiver knows what it has. */
async function send(
  { secrets, explicit = false, answerMs = answerSeconds * 1000 }: Sending,
  { id, url: address, sealed_secret, event, happened_at, data }: Due,
) {
  const url = new URL(address)
  if (!explicit) requirePublic(url)
  const secret = hookCipher(secrets).decrypt(sealed_secret)
  if (secret === undefined) throw new Error('No value of SECRET opens the secret of a hook')
  const body = JSON.stringify({ type: event, timestamp: happened_at.toISOString(), data })
  const at = String(Math.floor(Date.now() / 1000))
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Whitecoat-Hooks/1',
      'webhook-id': id,
      'webhook-timestamp': at,
      'webhook-signature': signatureOf(secret, `${id}.${at}.${body}`),
    },
    agent: false,
    lookup: guardedLookup({ explicit }),
    signal: AbortSignal.timeout(answerMs),
  })
  request.on('error', reject)
  request.on('response', (response) => {
    resolve(response.statusCode ?? 0)
    // The rest of it may never end.
    response.destroy()
  })
  request.end(body)
  return promise
}

const signatureOf = (secret: string, content: string) => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

/** The system says that it wants no more; its owners are told. */
const switchOff = ({ db, publicUrl }: Sending, { hook_id, organization_id, url }: Due) =>
  inTransaction(db, async (trx) => {
    if (!(await queries.switchOff(trx, hook_id))) return
    const content = hookOffMail({ host: new URL(url).host, href: publicUrl + connectionsPath })
    for (const to of await findOwnerAddresses(trx, organization_id))
      await enqueueMail(trx, { cause: `hook-off:${randomUUIDv7()}`, to, content })
  })

export const hookDeliveryRetention = rowsPast(
  'deliveries of hooks',
  'hook_deliveries',
  (before) => sql`happened_at < ${before}`,
  { isBrief: true },
)
