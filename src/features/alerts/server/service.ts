import { randomUUIDv7 } from 'node:crypto'
import { storedSearchVersion, storeSearch } from '#features/jobs/server/public.ts'
import { takeLock, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { AlertView } from '../contract.ts'
import { alertTexts, maxAlerts } from '../model.ts'
import { alertsLinkMail, confirmAlertMail, knownAlertMail } from './emails/link-mails.ts'
import {
  confirmLink,
  criteriaOf,
  labelOf,
  manageLink,
  manageToken,
  paramsOf,
  searchTextOf,
  subjectOf,
  type LinkSettings,
} from './links.ts'
import { nextRun } from './next-run.ts'
import {
  claimAlerts,
  countAlerts,
  deleteAlert as deleteOwnAlert,
  deleteMatches,
  findAddress,
  findAlerts,
  insertAlert,
  lockAlert,
  lockAlertFor,
  lockOwnAlert,
  updateAlert,
  type Owner,
} from './queries.ts'
import type { AlertRow } from './tables.ts'

const gone = () => new AppError('NOT_FOUND', 'This job alert no longer exists.')

/** Saves a search: at once for a proven address; for others the owner must confirm. */
export async function createAlert(
  db: Db,
  links: LinkSettings,
  viewer: Viewer | null,
  { search: params, frequency, timeZone, email }: BodyOf<'POST /api/alerts'>,
): Promise<ResponseOf<'POST /api/alerts'>> {
  const proven = viewer?.emailVerified === true ? viewer.email : null
  const address = email ?? viewer?.email
  if (!address) {
    const message = 'Please enter a valid email address'
    throw new AppError('VALIDATION_FAILED', message, [{ field: 'email', message }])
  }
  const search = searchTextOf(params)
  const now = new Date()
  const alert = {
    id: randomUUIDv7(),
    email: address,
    search,
    ...(await worked(db, search, now)),
    frequency,
    time_zone: timeZone,
    due_at: dueAfter(frequency, timeZone, now),
    created_at: now,
  }
  if (viewer !== null && address === proven) {
    await db.transaction().execute((transaction) => saveAlert(transaction, viewer.id, alert))
    return { status: 'active', message: alertTexts.saved }
  }
  await db.transaction().execute((transaction) => askToConfirm(transaction, links, alert))
  return { status: 'confirmation-sent', message: alertTexts.checkInbox }
}

async function worked(db: Db, text: string, now: Date) {
  const { search, unknownPlace } = await storeSearch(db, criteriaOf(text))
  if (unknownPlace !== undefined) {
    // A search may ignore an unknown place; an alert for jobs everywhere would be wrong.
    throw new AppError(
      'VALIDATION_FAILED',
      `We do not know a place called “${unknownPlace}”. Please correct it, then save the search.`,
    )
  }
  return { stored: JSON.stringify(search), stored_version: storedSearchVersion, stored_at: now, failed_at: null, failure: null }
}

/** Instant alerts are never due by time. */
const dueAfter = (frequency: AlertRow['frequency'], timeZone: string, now: Date): Date =>
  frequency === 'instant' ? now : nextRun({ frequency, timeZone }, now)

type NewAlert = Omit<Parameters<typeof insertAlert>[1], 'status' | 'user_id'>

/** Saving a search again activates its alert with the new frequency. */
async function saveAlert(transaction: Db, userId: string, alert: NewAlert): Promise<void> {
  const owned = { status: 'active', user_id: userId } as const
  await lockAddress(transaction, alert.email)
  await claimAlerts(transaction, { userId, email: alert.email })
  await requireRoom(transaction, alert.email, alert.search)
  if (await insertAlert(transaction, { ...alert, ...owned })) return
  const existing = await lockAlertFor(transaction, alert.email, alert.search)
  if (!existing) throw gone()
  if (existing.status !== 'active') await deleteMatches(transaction, existing.id)
  const { id: _id, created_at: _created, ...change } = alert
  await updateAlert(transaction, existing.id, { ...change, ...owned })
}

/** Before any row of the address is locked, and before its alerts are counted: saves at once wait for each other. */
const lockAddress = (transaction: Db, email: string): Promise<void> => takeLock(transaction, `alerts:${email}`)

async function requireRoom(transaction: Db, email: string, search: string): Promise<void> {
  if ((await countAlerts(transaction, email, { confirmed: true })) < maxAlerts) return
  const existing = await lockAlertFor(transaction, email, search)
  if (existing && existing.status !== 'pending') return
  throw new AppError('CONFLICT', `You have ${maxAlerts} job alerts, the most allowed. Delete one to save another.`)
}

/** The link proves the address. A paused alert stays paused. */
export async function confirmAlert(db: Db, links: LinkSettings, token: string): Promise<ResponseOf<'POST /api/alerts/confirm'>> {
  const id = subjectOf(links, 'confirm', token)
  const alert = await db.transaction().execute(async (transaction) => {
    const address = await findAddress(transaction, id)
    if (address !== undefined) await lockAddress(transaction, address)
    const found = await lockAlert(transaction, id)
    if (!found) throw new AppError('NOT_FOUND', alertTexts.deadLink)
    if (found.status !== 'pending') return found
    await requireRoom(transaction, found.email, found.search)
    return updateAlert(transaction, id, { status: 'active', due_at: dueAfter(found.frequency, found.time_zone, new Date()) })
  })
  return { alert: viewOf(alert), manageToken: manageToken(links, alert.email) }
}

/** Includes alerts that were saved for the address before it was proven or without signing in. */
export async function listOwnAlerts(
  db: Db,
  { id: userId, email, emailVerified }: Viewer,
): Promise<ResponseOf<'GET /api/alerts'>> {
  if (email !== null && emailVerified) await claimAlerts(db, { userId, email })
  return listAlerts(db, { userId })
}

export async function listAlerts(db: Db, owner: Owner): Promise<ResponseOf<'GET /api/alerts'>> {
  return { alerts: (await findAlerts(db, owner)).map(viewOf) }
}

/** A reactivated alert starts with later jobs. */
export async function changeAlert(
  db: Db,
  owner: Owner,
  id: string,
  change: BodyOf<'PUT /api/alerts/:id'>,
): Promise<ResponseOf<'PUT /api/alerts/:id'>> {
  return db.transaction().execute(async (transaction) => {
    const alert = await lockOwnAlert(transaction, owner, id)
    if (!alert) throw gone()
    const frequency = change.frequency ?? alert.frequency
    const status = change.status ?? alert.status
    if (status !== alert.status) await deleteMatches(transaction, id)
    const hasNewTime = frequency !== alert.frequency || status !== alert.status
    const changed = await updateAlert(transaction, id, {
      frequency,
      status,
      ...(hasNewTime && { due_at: dueAfter(frequency, alert.time_zone, new Date()) }),
    })
    return viewOf(changed)
  })
}

export async function deleteAlert(db: Db, owner: Owner, id: string): Promise<{ success: true }> {
  if (!(await deleteOwnAlert(db, owner, id))) throw gone()
  await deleteMatches(db, id)
  return { success: true }
}

/** Idempotent, because mail programs repeat the call. */
export async function stopAlert(db: Db, links: LinkSettings, token: string): Promise<{ success: true }> {
  const id = subjectOf(links, 'stop', token)
  await db.transaction().execute(async (transaction) => {
    const alert = await lockAlert(transaction, id)
    if (alert?.status !== 'active') return
    await updateAlert(transaction, id, { status: 'paused' })
    await deleteMatches(transaction, id)
  })
  return { success: true }
}

const dayMs = 86_400_000
const maxPendingADay = 5

/**
 * Stores a pending alert and mails its owner a confirmation, at most once a day. The answer does not reveal whether the address
 * is known.
 */
async function askToConfirm(transaction: Db, links: LinkSettings, alert: NewAlert): Promise<void> {
  const now = new Date(alert.created_at)
  const { email, search } = alert
  await lockAddress(transaction, email)
  const pending = await countAlerts(transaction, email, { pendingSince: new Date(now.getTime() - dayMs) })
  if (pending < maxPendingADay) await insertAlert(transaction, { ...alert, status: 'pending', user_id: null })
  const stored = await lockAlertFor(transaction, email, search)
  if (!stored) return
  const about = `${stored.id}:${now.toISOString().slice(0, 10)}`
  if (stored.status !== 'pending') {
    const content = knownAlertMail({ label: labelOf(search), href: manageLink(links, email) })
    return enqueueMail(transaction, { cause: `alert-known:${about}`, to: email, class: 'request', sensitive: true, content })
  }
  const { frequency, time_zone } = alert
  await updateAlert(transaction, stored.id, { frequency, time_zone })
  const content = confirmAlertMail({ href: confirmLink(links, stored.id) })
  await enqueueMail(transaction, { cause: `alert-confirm:${about}`, to: email, class: 'request', sensitive: true, content })
}

/** Mails the link to people without an account, at most once an hour. */
export async function sendAlertsLink(db: Db, links: LinkSettings, email: string): Promise<ResponseOf<'POST /api/alerts/link'>> {
  await db.transaction().execute(async (transaction) => {
    if ((await findAlerts(transaction, { email })).length === 0) return
    const hour = new Date().toISOString().slice(0, 13)
    const content = alertsLinkMail({ href: manageLink(links, email) })
    await enqueueMail(transaction, {
      cause: `alerts-link:${email}:${hour}`,
      to: email,
      class: 'request',
      sensitive: true,
      content,
    })
  })
  return { message: alertTexts.linkSent }
}

export const viewOf = (row: AlertRow): AlertView => ({
  id: row.id,
  label: labelOf(row.search),
  search: paramsOf(row.search),
  email: row.email,
  status: row.status,
  frequency: row.frequency,
  timeZone: row.time_zone,
  createdAt: row.created_at.toISOString(),
  lastMailAt: row.last_mail_at?.toISOString() ?? null,
})
