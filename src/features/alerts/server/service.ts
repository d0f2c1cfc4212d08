import { randomUUIDv7 } from 'node:crypto'
import { storedSearchVersion, storeSearch } from '#features/jobs/server/public.ts'
import { site, unconfirmedAlertDays } from '#features/site/config.ts'
import { takeLock, inTransaction, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { mailOf, type MailContent } from '#platform/server/mail/content.ts'
import { constantTimeResponse, enqueueMail } from '#platform/server/mail/outbox.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import type { AlertView } from '../contract.ts'
import { alertTexts, frequencies, maxAlerts } from '../model.ts'
import { nextRun } from './digests.ts'
import {
  criteriaOf,
  labelOf,
  linkOf,
  paramsOf,
  searchTextOf,
  subjectIn,
  subjectOf,
  tokenOf,
  type LinkSettings,
} from './links.ts'
import * as queries from './queries.ts'
import type { AlertRow } from './queries.ts'

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
  if (!address) throw fieldError('email', 'Please enter a valid email address')
  const search = searchTextOf(params)
  const now = new Date()
  const { unusedWords, ...stored } = await worked(db, search, now)
  const about = unusedWords ? ` ${alertTexts.withoutWords(unusedWords)}` : ''
  const alert = {
    id: randomUUIDv7(),
    email: address,
    search,
    ...stored,
    frequency,
    time_zone: timeZone,
    due_at: dueAfter(frequency, timeZone, now),
    created_at: now,
  }
  if (viewer !== null && address === proven) {
    await inTransaction(db, (trx) => saveAlert(trx, viewer.id, alert))
    return { status: 'active', message: `${alertTexts.saved}${about}` }
  }
  // Who proves the account's address later has confirmed this, too.
  const userId = viewer !== null && address === viewer.email ? viewer.id : null
  await inTransaction(db, (trx) => askToConfirm(trx, links, { ...alert, user_id: userId }))
  return { status: 'confirmation-sent', message: `${alertTexts.checkInbox}${about}` }
}

async function worked(db: Db, text: string, now: Date) {
  const { search, unknownPlace, unusedWords } = await storeSearch(db, criteriaOf(text))
  if (unknownPlace !== undefined) {
    // A search may ignore an unknown place; an alert for jobs everywhere would be wrong.
    throw new AppError(
      'VALIDATION_FAILED',
      `We do not know a location called “${unknownPlace}”. Please correct it, then save the search.`,
    )
  }
  const stored = {
    stored: JSON.stringify(search),
    stored_version: storedSearchVersion,
    stored_at: now,
  }
  return { ...stored, failed_at: null, failure: null, unusedWords }
}

/** Instant alerts are never due by time. */
const dueAfter = (frequency: AlertRow['frequency'], timeZone: string, now: Date) =>
  frequency === 'instant' ? now : nextRun({ frequency, timeZone }, now)

type NewAlert = Omit<Parameters<typeof queries.insertAlert>[1], 'status' | 'user_id'>

/** Saving a search again activates its alert with the new frequency. */
async function saveAlert(trx: Db, userId: string, alert: NewAlert) {
  const owned = { status: 'active', user_id: userId } as const
  await lockAddress(trx, alert.email)
  await queries.claimAlerts(trx, { userId, email: alert.email })
  await requireRoom(trx, alert.email, alert.search)
  if (await queries.insertAlert(trx, { ...alert, ...owned })) return
  const existing = await queries.lockAlertFor(trx, alert.email, alert.search)
  if (!existing) throw gone()
  if (existing.status !== 'active') await queries.deleteMatches(trx, existing.id)
  const { id: _id, created_at: _created, ...change } = alert
  await queries.updateAlert(trx, existing.id, { ...change, ...owned })
}

/**
 * Before any row of the address is locked, and before its alerts are counted: saves at once wait
 * for each other.
 */
const lockAddress = (trx: Db, email: string) => takeLock(trx, `alerts:${email}`)

async function requireRoom(trx: Db, email: string, search: string) {
  if ((await queries.countAlerts(trx, email)) < maxAlerts) return
  const existing = await queries.lockAlertFor(trx, email, search)
  if (existing && existing.status !== 'pending') return
  throw new AppError(
    'CONFLICT',
    `You have ${maxAlerts} job alerts, the most allowed. Delete one to save another.`,
  )
}

/** The link proves the address. A paused alert stays paused. */
export async function confirmAlert(
  db: Db,
  links: LinkSettings,
  token: string,
): Promise<ResponseOf<'POST /api/alerts/confirm'>> {
  const id = subjectOf(links, 'confirm', token)
  const alert = await inTransaction(db, async (trx) => {
    const address = await queries.findAddress(trx, id)
    if (address !== undefined) await lockAddress(trx, address)
    const found = await queries.lockAlert(trx, id)
    if (!found) throw new AppError('NOT_FOUND', alertTexts.deadLink)
    if (found.status !== 'pending') return found
    await requireRoom(trx, found.email, found.search)
    return queries.updateAlert(trx, id, {
      status: 'active',
      due_at: dueAfter(found.frequency, found.time_zone, new Date()),
    })
  })
  return { alert: viewOf(alert), manageToken: tokenOf(links, 'manage', alert.email) }
}

export const listAlerts = async (
  db: Db,
  owner: queries.Owner,
): Promise<ResponseOf<'GET /api/alerts'>> => ({
  alerts: (await queries.findAlerts(db, owner)).map(viewOf),
})

/** A reactivated alert starts with later jobs. */
export const changeAlert = async (
  db: Db,
  owner: queries.Owner,
  id: string,
  change: BodyOf<'PUT /api/alerts/:id'>,
): Promise<ResponseOf<'PUT /api/alerts/:id'>> =>
  inTransaction(db, async (trx) => {
    const alert = await queries.lockOwnAlert(trx, owner, id)
    if (!alert) throw gone()
    const frequency = change.frequency ?? alert.frequency
    const status = change.status ?? alert.status
    if (status !== alert.status) await queries.deleteMatches(trx, id)
    const hasNewTime = frequency !== alert.frequency || status !== alert.status
    const changed = await queries.updateAlert(trx, id, {
      frequency,
      status,
      ...(hasNewTime && { due_at: dueAfter(frequency, alert.time_zone, new Date()) }),
    })
    return viewOf(changed)
  })

export async function deleteAlert(db: Db, owner: queries.Owner, id: string): Promise<void> {
  if (!(await queries.deleteAlert(db, owner, id))) throw gone()
  await queries.deleteMatches(db, id)
}

/**
 * Idempotent, because mail programs repeat the call. The link of a mail of several alerts pauses
 * all that are mailed together.
 */
export async function stopAlert(db: Db, links: LinkSettings, token: string): Promise<void> {
  const [rhythm, email] = subjectIn(links, 'stop-all', token)?.split(' ') ?? []
  const frequency = frequencies.find((name) => name === rhythm)
  const subject = email === undefined ? subjectOf(links, 'stop', token) : undefined
  await inTransaction(db, async (trx) => {
    const ids =
      subject !== undefined
        ? [subject]
        : frequency
          ? await queries.findIdsOf(trx, email ?? '', frequency)
          : []
    for (const id of ids) {
      const alert = await queries.lockAlert(trx, id)
      if (alert?.status !== 'active') continue
      await queries.updateAlert(trx, id, { status: 'paused' })
      await queries.deleteMatches(trx, id)
    }
  })
}

const dayMs = 86_400_000
const maxPendingADay = 5

/**
 * Stores a pending alert and mails its owner a confirmation, at most once a day. The answer does
 * not reveal whether the address is known.
 */
async function askToConfirm(
  trx: Db,
  links: LinkSettings,
  alert: NewAlert & Pick<AlertRow, 'user_id'>,
): Promise<void> {
  const now = new Date(alert.created_at)
  const { email, search } = alert
  await lockAddress(trx, email)
  const pending = await queries.countAlerts(trx, email, new Date(now.getTime() - dayMs))
  if (pending < maxPendingADay) await queries.insertAlert(trx, { ...alert, status: 'pending' })
  const stored = await queries.lockAlertFor(trx, email, search)
  if (!stored) return
  const about = `${stored.id}:${now.toISOString().slice(0, 10)}`
  if (stored.status !== 'pending') {
    const content = knownAlertMail({ label: labelOf(search), href: linkOf(links, 'manage', email) })
    return mailLink(trx, `alert-known:${about}`, email, content)
  }
  // Who asks again has the whole time to confirm again.
  const { frequency, time_zone, created_at } = alert
  await queries.updateAlert(trx, stored.id, { frequency, time_zone, created_at })
  const content = confirmAlertMail({ href: linkOf(links, 'confirm', stored.id) })
  await mailLink(trx, `alert-confirm:${about}`, email, content)
}

const mailLink = async (db: Db, cause: string, to: string, content: MailContent): Promise<void> =>
  void (await enqueueMail(db, { cause, to, class: 'request', sensitive: true, content }))

/**
 * Mails the link to people without an account, at most once an hour. The answer reveals by no means
 * whether there are alerts.
 */
export async function sendAlertsLink(
  db: Db,
  links: LinkSettings,
  email: string,
): Promise<ResponseOf<'POST /api/alerts/link'>> {
  await constantTimeResponse(() =>
    inTransaction(db, async (trx) => {
      if ((await queries.findAlerts(trx, { email })).length === 0) return
      const hour = new Date().toISOString().slice(0, 13)
      const content = alertsLinkMail({ href: linkOf(links, 'manage', email) })
      await mailLink(trx, `alerts-link:${email}:${hour}`, email, content)
    }),
  )
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

type Mailed = { label: string; href: string }

/** Without the search: anyone can type any words and any address. */
export const confirmAlertMail = ({ href }: Pick<Mailed, 'href'>) =>
  mailOf({
    subject: 'Confirm your job alert',
    preview: 'We email you new jobs only after you confirm.',
    body: ['Someone, probably you, asked us to email you new jobs for a search.'],
    button: ['Confirm job alert', href],
    note:
      `The link works for ${unconfirmedAlertDays} days. If it was not you, ignore this ` +
      'email. We will not send another.',
    reason: askedReason(),
  })

export const knownAlertMail = ({ label, href }: Mailed) =>
  mailOf({
    subject: `You already have this job alert: ${label}`,
    preview: 'You do not need to confirm it.',
    body: [
      `Someone, probably you, asked again for new jobs for this search:\n${label}`,
      'You do not need to confirm it. You can pause it or change how often we email you.',
    ],
    button: ['Open your job alerts', href],
    reason: askedReason(),
  })

export const alertsLinkMail = ({ href }: Pick<Mailed, 'href'>) =>
  mailOf({
    subject: `Your job alerts on ${site.name}`,
    preview: 'Use this link to change, pause or delete them.',
    body: ['Someone, probably you, asked for a link to the job alerts of this address.'],
    button: ['Open your job alerts', href],
    note: 'Anyone with the link can change, pause and delete them, so do not share it.',
    reason: askedReason(),
  })

const askedReason = () => `You get this email because someone entered this address on ${site.name}.`
