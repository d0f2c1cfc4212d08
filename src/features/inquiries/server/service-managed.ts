import { findAttachedNames } from '#features/cv/server/public.ts'
import { contactOf, loadPosting, managedBy, type Scope } from '#features/postings/server/public.ts'
import { idsOf, type Db } from '#platform/server/database.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { inboxPageSize } from '../contract-desk.ts'
import * as inbox from './queries-inbox.ts'
import { findReplies } from './queries-threads.ts'
import { mailCvLink, type Inquiries } from './service-mailed.ts'
import { inboxItemView, repliesView } from './views.ts'

/** The inbox of a posting without an account, for the holder of its manage link, who has confirmed the address that inquiries go to. */

type Inbox = ResponseOf<'POST /api/manage-posting/inquiries'>

async function open(db: Db, token: string): Promise<{ scope: Scope; isProved: boolean }> {
  const scope = managedBy(token)
  const { id } = await loadPosting(db, scope, null)
  const contact = await contactOf(db, id, { anyStatus: true })
  return { scope, isProved: contact?.isProved === true }
}

export async function listManagedInquiries(db: Db, token: string, after?: string): Promise<Inbox> {
  const { scope, isProved } = await open(db, token)
  const total = await inbox.countReceived(db, scope)
  if (!isProved) return { total, needsConfirmation: true, inquiries: [], next: null }
  const found = await inbox.findInbox(db, scope, { after })
  const rows = found.slice(0, inboxPageSize)
  const ids = idsOf(rows)
  const [cvs, replies] = await Promise.all([findAttachedNames(db, ids), findReplies(db, ids)])
  const inquiries = rows.map((row) => ({
    ...inboxItemView(row, cvs.get(row.id), Number.POSITIVE_INFINITY),
    replies: repliesView(replies, row.id),
  }))
  return { total, needsConfirmation: false, inquiries, next: found.length > rows.length ? (ids.at(-1) ?? null) : null }
}

/** A link opens the CV once, so each is mailed, as with the inquiry. */
export async function mailManagedCv(inquiries: Inquiries, token: string, id: string): Promise<void> {
  const { scope, isProved } = await open(inquiries.db, token)
  if (!isProved) throw new AppError('CONFLICT', 'Please confirm your address first.')
  if (!(await inbox.findInquiryOf(inquiries.db, id, scope))) throw new AppError('NOT_FOUND')
  await mailCvLink(inquiries, id)
}
