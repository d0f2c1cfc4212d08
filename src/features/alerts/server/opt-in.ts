import type { ResponseOf } from '#shared/contract.ts'
import type { Db } from '#server/lib/database.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import type { SendAlertsLink } from '../contract.ts'
import { alertTexts } from '../model.ts'
import { labelOf } from './criteria.ts'
import { alertsLinkMail, confirmAlertMail, knownAlertMail } from './emails/link-mails.ts'
import { confirmLink, manageLink } from './links.ts'
import type { LinkSettings } from './links.ts'
import { countAlerts, findAlerts, insertAlert, lockAlertFor, updateAlert } from './queries.ts'

type NewAlert = Omit<Parameters<typeof insertAlert>[1], 'status' | 'user_id'>

const dayMs = 86_400_000
/** Anybody can name any address; more than this would be a nuisance to its owner. */
const maxPendingADay = 5

/**
 * Keeps an alert until the owner of its address confirms it, and asks them to, at most once a day. Nothing that the caller gets
 * to see depends on whether the address is known.
 */
export async function askToConfirm(transaction: Db, links: LinkSettings, alert: NewAlert): Promise<void> {
  const now = new Date(alert.created_at)
  const { email, search } = alert
  const pending = await countAlerts(transaction, email, { pendingSince: new Date(now.getTime() - dayMs) })
  if (pending < maxPendingADay) await insertAlert(transaction, { ...alert, status: 'pending', user_id: null })
  const kept = await lockAlertFor(transaction, email, search)
  if (!kept) return
  const label = labelOf(search)
  const about = `${kept.id}:${now.toISOString().slice(0, 10)}`
  if (kept.status !== 'pending') {
    const content = knownAlertMail({ label, href: manageLink(links, email) })
    return enqueueMail(transaction, { cause: `alert-known:${about}`, to: email, sensitive: true, content })
  }
  const { frequency, time_zone } = alert
  await updateAlert(transaction, kept.id, { frequency, time_zone })
  const content = confirmAlertMail({ label, href: confirmLink(links, kept.id) })
  await enqueueMail(transaction, { cause: `alert-confirm:${about}`, to: email, sensitive: true, content })
}

/** The way back for people without an account who have no mail at hand; at most once an hour. */
export async function sendAlertsLink(db: Db, links: LinkSettings, email: string): Promise<ResponseOf<SendAlertsLink>> {
  await db.transaction().execute(async (transaction) => {
    if ((await findAlerts(transaction, { email })).length === 0) return
    const hour = new Date().toISOString().slice(0, 13)
    const content = alertsLinkMail({ href: manageLink(links, email) })
    await enqueueMail(transaction, { cause: `alerts-link:${email}:${hour}`, to: email, sensitive: true, content })
  })
  return { message: alertTexts.linkSent }
}
