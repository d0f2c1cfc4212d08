import { markVerifiedHospitalOf, reinstatePostingsOf, suspendPostingsOf } from '#features/postings/server/public.ts'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import type { Role } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { AdministrativeAction, SuspensionReason } from '../administration.ts'
import { administer, keepAnAdministrator } from './administer.ts'
import type { Deed } from './administer.ts'
import { mailPasswordReset } from './links.ts'
import { deleteAccountTokens, updateUser } from './queries.ts'
import type { User } from './queries.ts'
import { deleteSessions } from './queries-sessions.ts'

/** What administrators do to accounts; each deed is written down with what was before and after it. */

type Administration = {
  db: Db
  publicUrl: string
  /** Sample accounts open nothing in production. */
  demo: boolean
}

/** What somebody has opened with other rights does not get the new ones: they sign in again. */
export async function changeUserRole({ db, demo }: Administration, deed: Deed, role: Role): Promise<void> {
  await administer(db, deed, async (transaction, user) => {
    if (user.role === role) return
    if (role === 'admin') requireTrusted(user, demo)
    await keepAnAdministrator(transaction, user, { demo })
    const losesMark = user.is_verified_hospital && role !== 'employer'
    if (losesMark) await markVerifiedHospitalOf(transaction, user.id, false)
    await change(transaction, user, { role, ...(losesMark && { is_verified_hospital: false }) })
    await deleteSessions(transaction, user.id)
    await writeDown(transaction, deed, 'accounts.role-changed', {
      before: { role: user.role, ...(losesMark && { verifiedHospital: true }) },
      after: { role, ...(losesMark && { verifiedHospital: false }) },
    })
  })
}

/** Rights over everybody are for those who can be told from a stranger. */
function requireTrusted(user: User, demo: boolean): void {
  if (user.is_demo && !demo) throw new AppError('CONFLICT', 'This is a sample account: it opens nothing in production.')
  if (user.suspended_at !== null) throw new AppError('CONFLICT', 'This account is suspended. Reinstate it first.')
  // A stranger may have signed up with the address, in the hope of just this.
  if (user.email !== null && user.email_verified_at === null) {
    throw new AppError('CONFLICT', 'The e-mail address of this account is not confirmed. Let its owner confirm it first.')
  }
}

/** Shown on all postings of the account, those that there are and those to come. */
export async function markVerifiedHospital({ db }: Administration, deed: Deed, verified: boolean): Promise<void> {
  await administer(db, deed, async (transaction, user) => {
    if (user.is_verified_hospital === verified) return
    if (user.role !== 'employer') throw new AppError('CONFLICT', 'Only employers can be verified hospitals.')
    await change(transaction, user, { is_verified_hospital: verified })
    await markVerifiedHospitalOf(transaction, user.id, verified)
    await writeDown(transaction, deed, verified ? 'accounts.hospital-verified' : 'accounts.hospital-unverified', {
      before: { verifiedHospital: !verified },
      after: { verifiedHospital: verified },
    })
  })
}

type Suspension = { reason: SuspensionReason; note?: string | undefined }

/** Closes every way in for now, and hides what the account shows. */
export async function suspendUser({ db, demo }: Administration, deed: Deed, { reason, note }: Suspension): Promise<void> {
  await administer(db, deed, async (transaction, user) => {
    if (user.suspended_at !== null) throw new AppError('CONFLICT', 'This account is suspended already.')
    if (user.id === deed.administrator.id) throw new AppError('CONFLICT', 'You cannot suspend your own account.')
    await keepAnAdministrator(transaction, user, { demo })
    await change(transaction, user, { suspended_at: new Date(), suspension_reason: reason, suspension_note: note || null })
    await deleteSessions(transaction, user.id)
    await deleteAccountTokens(transaction, user.id, 'reset-password')
    const hidden = await suspendPostingsOf(transaction, user.id, deed.administrator.id)
    await writeDown(transaction, deed, 'accounts.suspended', {
      before: { suspended: false },
      after: { suspended: true },
      reason,
      postingsHidden: hidden,
    })
  })
}

/** Brings back the postings that the suspension hid, and no others. */
export async function reinstateUser({ db }: Administration, deed: Deed): Promise<void> {
  await administer(db, deed, async (transaction, user) => {
    if (user.suspended_at === null) throw new AppError('CONFLICT', 'This account is not suspended.')
    await change(transaction, user, { suspended_at: null, suspension_reason: null, suspension_note: null })
    const shown = await reinstatePostingsOf(transaction, user.id, deed.administrator.id)
    await writeDown(transaction, deed, 'accounts.reinstated', {
      before: { suspended: true, reason: user.suspension_reason },
      after: { suspended: false },
      postingsShown: shown,
    })
  })
}

/** The link goes to the owner's mailbox, and to nobody else. */
export async function sendPasswordReset({ db, publicUrl }: Administration, deed: Deed): Promise<void> {
  await administer(db, deed, async (transaction, { id, email, first_name: firstName, suspended_at, is_demo }) => {
    if (email === null) throw new AppError('CONFLICT', 'This account has no e-mail address: a password would open nothing.')
    if (suspended_at !== null) throw new AppError('CONFLICT', 'This account is suspended: a new password would open nothing.')
    if (is_demo) throw new AppError('CONFLICT', 'The password of a sample account cannot be changed.')
    await mailPasswordReset(transaction, publicUrl, { id, email, firstName })
    await writeDown(transaction, deed, 'accounts.reset-sent', {})
  })
}

const change = (transaction: Db, user: User, changes: Parameters<typeof updateUser>[2]): Promise<void> =>
  updateUser(transaction, user.id, { ...changes, revision: user.revision + 1 })

const writeDown = (db: Db, { administrator, ip, userId }: Deed, action: AdministrativeAction, detail: Record<string, unknown>) =>
  recordAudit(db, { action, actorId: administrator.id, subject: `user:${userId}`, ip, detail })
