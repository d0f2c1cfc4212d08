import { randomUUIDv7 } from 'node:crypto'
import { site } from '#features/site/config.ts'
import { inTransaction, type Db, isWritten } from '#platform/server/database.ts'
import { constantTimeResponse, enqueueMail } from '#platform/server/mail/outbox.ts'
import { mailOf } from '#platform/server/mail/content.ts'
import { readSignedToken, signedToken, type Secrets } from '#platform/server/secret.ts'
import { AppError } from '#shared/errors.ts'
import { newsletterPath, unsubscribePath, withQuery } from '#shared/paths.ts'
import * as contract from '../contract.ts'
import type { FastifyInstance } from 'fastify'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { acceptOneClick, acceptPlainForms, isPlainForm } from '#platform/server/http/html.ts'
import { newsletterTexts } from '../model.ts'
import { sql, type Generated } from 'kysely'
import { rowsPast } from '#platform/server/retention.ts'

/** Says nothing about whether the address is subscribed: neither in words nor by taking longer. */
async function subscribe(
  db: Db,
  links: LinkSettings,
  email: string,
): Promise<{ success: true; alreadySubscribed: false }> {
  await constantTimeResponse(() =>
    inTransaction(db, async (trx) => {
      const { id, confirmed } = await insertSubscriber(trx, { id: randomUUIDv7(), email })
      if (confirmed) return
      const today = new Date().toISOString().slice(0, 10)
      const href =
        links.publicUrl +
        withQuery(newsletterPath, { token: signedToken(links.secrets, confirmation, id) })
      await enqueueMail(trx, {
        cause: `newsletter-confirm:${id}:${today}`,
        to: email,
        class: 'request',
        // Tomorrow there is another one for who asks again.
        expiresAt: new Date(Date.now() + 24 * 60 * 60_000),
        content: confirmMail(href),
      })
    }),
  )
  return { success: true, alreadySubscribed: false }
}

export const confirmMail = (href: string) =>
  mailOf({
    subject: `Confirm your subscription to the ${site.name} newsletter`,
    preview: 'We send the newsletter only after you confirm.',
    heading: 'Confirm your subscription',
    body: ['Someone, probably you, signed up for our newsletter with this address.'],
    button: ['Confirm subscription', href],
    note: 'If it was not you, ignore this email. We will not send the newsletter.',
    reason: `You get this email because someone entered this address on ${site.name}.`,
  })

/** Succeeds again for a subscription that is confirmed. */
async function confirmSubscription(
  db: Db,
  { secrets }: LinkSettings,
  token: string,
): Promise<{ ok: true }> {
  const id = readSignedToken(secrets, confirmation, token)
  if (id === undefined || !(await confirmSubscriber(db, id)))
    throw new AppError(
      'NOT_FOUND',
      'This link is incomplete, or the address was unsubscribed. Please subscribe again.',
    )
  return { ok: true }
}

const confirmation = 'newsletter.confirm'

/** Idempotent, because mail programs repeat the call. */
async function unsubscribeOneClick(
  db: Db,
  links: LinkSettings,
  token: string,
): Promise<{ ok: true }> {
  const id = readSignedToken(links.secrets, purpose, token)
  if (id === undefined)
    throw new AppError(
      'NOT_FOUND',
      'This link is incomplete. Please copy the whole link from the email.',
    )
  await deleteSubscriber(db, { id })
  return { ok: true }
}

export type LinkSettings = { publicUrl: string; secrets: Secrets }

const purpose = 'newsletter.unsubscribe'

/** A subscriber's links: the page, and the target of `List-Unsubscribe` (RFC 8058). */
export function unsubscribeLinks({ publicUrl, secrets }: LinkSettings, subscriberId: string) {
  const token = signedToken(secrets, purpose, subscriberId)
  return {
    page: publicUrl + withQuery(unsubscribePath, { token }),
    oneClick: publicUrl + withQuery(contract.unsubscribeOneClick.path, { token }),
  }
}

export async function registerNewsletter(
  app: FastifyInstance,
  { db, links }: { db: Db; links: LinkSettings },
): Promise<void> {
  endpointsOf(app, import.meta.url)(contract.subscribe, ({ body }) =>
    subscribe(db, links, body.email),
  )

  await app.register(async (scope) => {
    await acceptPlainForms(scope)
    const serve = endpointsOf(scope, import.meta.url)

    serve(contract.subscribeFromFooter, async ({ body, request, reply }) => {
      // Without an address if the form's value was none.
      const result = body.email === undefined ? 'invalidEmail' : 'subscribed'
      if (body.email !== undefined) await subscribe(db, links, body.email)
      if (isPlainForm(request)) return reply.redirect(withQuery(newsletterPath, { result }), 303)
      return { ok: result !== 'invalidEmail', message: newsletterTexts[result] }
    })

    serve(contract.confirmSubscription, async ({ query, request, reply }) => {
      const answer = await confirmSubscription(db, links, query.token)
      return isPlainForm(request)
        ? reply.redirect(withQuery(newsletterPath, { result: 'confirmed' }), 303)
        : answer
    })

    serve(contract.unsubscribe, async ({ body, request, reply }) => {
      await deleteSubscriber(db, { email: body.email })
      return isPlainForm(request) ? reply.redirect(unsubscribed, 303) : { ok: true as const }
    })
  })

  await app.register(async (scope) => {
    await acceptOneClick(scope)
    endpointsOf(scope, import.meta.url)(contract.unsubscribeOneClick, async ({ query, reply }) => {
      const answer = await unsubscribeOneClick(db, links, query.token)
      return query.from === 'page' ? reply.redirect(unsubscribed, 303) : answer
    })
  })
}

const unsubscribed = withQuery(unsubscribePath, { done: 'true' })

type NewsletterTables = {
  newsletter_subscribers: {
    id: string
    email: string
    subscribed_at: Generated<Date>
    confirmed_at: Date | null
  }
}

/** The address's subscription, which is new unless there is one, and whether it is confirmed. */
async function insertSubscriber(
  db: Db,
  row: { id: string; email: string },
): Promise<{ id: string; confirmed: boolean }> {
  const { id, confirmed_at } = await subscribers(db)
    .insertInto('newsletter_subscribers')
    .values({ ...row, confirmed_at: null })
    // Waits for the first of two and returns it. Who asks again has the whole time to confirm
    // again.
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        subscribed_at: sql`case when newsletter_subscribers.confirmed_at is null then now()
          else newsletter_subscribers.subscribed_at end`,
      }),
    )
    .returning(['id', 'confirmed_at'])
    .executeTakeFirstOrThrow()
  return { id, confirmed: confirmed_at !== null }
}

/** False if there is no such subscription. */
const confirmSubscriber = (db: Db, id: string): Promise<boolean> =>
  isWritten(
    subscribers(db)
      .updateTable('newsletter_subscribers')
      .set({ confirmed_at: sql`coalesce(confirmed_at, now())` })
      .where('id', '=', id),
  )

export async function deleteSubscriber(
  db: Db,
  by: { email: string } | { id: string },
): Promise<number> {
  const [column, value] = 'email' in by ? (['email', by.email] as const) : (['id', by.id] as const)
  const { numDeletedRows } = await subscribers(db)
    .deleteFrom('newsletter_subscribers')
    .where(column, '=', value)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const unconfirmedSubscribers = rowsPast(
  'newsletter subscriptions that were never confirmed',
  'newsletter_subscribers',
  (before) => sql`confirmed_at is null and subscribed_at < ${before}`,
)

/** Every subscriber, the oldest first. */
export const streamSubscribers = (db: Db) =>
  subscribers(db)
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email', 'subscribed_at as subscribedAt'])
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .stream(1000)

const subscribers = (db: Db) => db.withTables<NewsletterTables>()
