import { randomUUIDv7 } from 'node:crypto'
import { storedSearchVersion, storeSearch } from '#features/jobs/server/public.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/lib/database.ts'
import type { Viewer } from '#server/lib/http/access.ts'
import type { ChangeAlert, ConfirmAlert, CreateAlert, ListAlerts } from '../contract.ts'
import { alertTexts, maxAlerts } from '../model.ts'
import { criteriaOf, searchTextOf } from './criteria.ts'
import { manageToken, subjectOf } from './links.ts'
import type { LinkSettings } from './links.ts'
import { askToConfirm } from './opt-in.ts'
import {
  claimAlerts,
  countAlerts,
  deleteAlert as deleteOwnAlert,
  findAlerts,
  forgetMatches,
  insertAlert,
  lockAlert,
  lockAlertFor,
  lockOwnAlert,
  updateAlert,
} from './queries.ts'
import type { Owner } from './queries.ts'
import { nextRun } from './next-run.ts'
import type { AlertRow } from './tables.ts'
import { viewOf } from './views.ts'

const gone = () => new AppError('NOT_FOUND', 'This job alert does not exist any more.')

/** Saves a search: at once for an address that is proven, for any other once its owner has confirmed. */
export async function createAlert(
  db: Db,
  links: LinkSettings,
  viewer: Viewer | null,
  { search: params, frequency, timeZone, email }: BodyOf<CreateAlert>,
): Promise<ResponseOf<CreateAlert>> {
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
    await db.transaction().execute((transaction) => keepAlert(transaction, viewer.id, alert))
    return { status: 'active', message: alertTexts.saved }
  }
  await db.transaction().execute((transaction) => askToConfirm(transaction, links, alert))
  return { status: 'confirmation-sent', message: alertTexts.checkInbox }
}

async function worked(db: Db, text: string, now: Date) {
  const { search, unknownPlace } = await storeSearch(db, criteriaOf(text))
  if (unknownPlace !== undefined) {
    // A search may ignore it and say so; mails about jobs from everywhere would not stop.
    throw new AppError('VALIDATION_FAILED', `We know no place called “${unknownPlace}”. Correct it, then save the search.`)
  }
  return { stored: JSON.stringify(search), stored_version: storedSearchVersion, stored_at: now }
}

/** Instant alerts are never due by the clock. */
const dueAfter = (frequency: AlertRow['frequency'], timeZone: string, now: Date): Date =>
  frequency === 'instant' ? now : nextRun({ frequency, timeZone }, now)

type NewAlert = Omit<Parameters<typeof insertAlert>[1], 'status' | 'user_id'>

/** Who saves a search a second time means it: it is on, as often as they say now. */
async function keepAlert(transaction: Db, userId: string, alert: NewAlert): Promise<void> {
  const owned = { status: 'active', user_id: userId } as const
  await claimAlerts(transaction, { userId, email: alert.email })
  await requireRoom(transaction, alert.email, alert.search)
  if (await insertAlert(transaction, { ...alert, ...owned })) return
  const existing = await lockAlertFor(transaction, alert.email, alert.search)
  if (!existing) throw gone()
  if (existing.status !== 'active') await forgetMatches(transaction, existing.id)
  const { id: _id, created_at: _created, ...change } = alert
  await updateAlert(transaction, existing.id, { ...change, ...owned })
}

async function requireRoom(transaction: Db, email: string, search: string): Promise<void> {
  if ((await countAlerts(transaction, email, { confirmed: true })) < maxAlerts) return
  const existing = await lockAlertFor(transaction, email, search)
  if (existing && existing.status !== 'pending') return
  throw new AppError('CONFLICT', `You have ${maxAlerts} job alerts, which is the most there can be. Delete one to save another.`)
}

/** Whoever holds the link has read the address's mail. A paused alert stays paused: it was confirmed before. */
export async function confirmAlert(db: Db, links: LinkSettings, token: string): Promise<ResponseOf<ConfirmAlert>> {
  const id = subjectOf(links, 'confirm', token)
  const alert = await db.transaction().execute(async (transaction) => {
    const found = await lockAlert(transaction, id)
    if (!found) throw new AppError('NOT_FOUND', alertTexts.deadLink)
    if (found.status !== 'pending') return found
    await requireRoom(transaction, found.email, found.search)
    return updateAlert(transaction, id, { status: 'active', due_at: dueAfter(found.frequency, found.time_zone, new Date()) })
  })
  return { alert: viewOf(alert), manageToken: manageToken(links, alert.email) }
}

/** With what was saved for the viewer's address before it was proven, or without signing in. */
export async function listOwnAlerts(db: Db, { id: userId, email, emailVerified }: Viewer): Promise<ResponseOf<ListAlerts>> {
  if (email !== null && emailVerified) await claimAlerts(db, { userId, email })
  return listAlerts(db, { userId })
}

export async function listAlerts(db: Db, owner: Owner): Promise<ResponseOf<ListAlerts>> {
  return { alerts: (await findAlerts(db, owner)).map(viewOf) }
}

/** An alert that is turned on again begins with what is new from then on. */
export async function changeAlert(
  db: Db,
  owner: Owner,
  id: string,
  change: BodyOf<ChangeAlert>,
): Promise<ResponseOf<ChangeAlert>> {
  return db.transaction().execute(async (transaction) => {
    const alert = await lockOwnAlert(transaction, owner, id)
    if (!alert) throw gone()
    const frequency = change.frequency ?? alert.frequency
    const status = change.status ?? alert.status
    if (status !== alert.status) await forgetMatches(transaction, id)
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
  await forgetMatches(db, id)
  return { success: true }
}

/** Who has stopped it already, or deleted it, is told the same: mail programs repeat their call. */
export async function stopAlert(db: Db, links: LinkSettings, token: string): Promise<{ success: true }> {
  const id = subjectOf(links, 'stop', token)
  await db.transaction().execute(async (transaction) => {
    const alert = await lockAlert(transaction, id)
    if (alert?.status !== 'active') return
    await updateAlert(transaction, id, { status: 'paused' })
    await forgetMatches(transaction, id)
  })
  return { success: true }
}
