import { randomUUIDv7 } from 'node:crypto'
import { suspensionReasons, type SuspensionReason } from '#features/accounts/model.ts'
import * as accounts from '#features/accounts/server/public.ts'
import {
  deleteInvitationsBy,
  findOpenMembers,
  reinstateOrganization,
  suspendOrganization,
} from '#features/employers/server/public.ts'
import { reinstatePostings, suspendPostings } from '#features/postings/server/public.ts'
import { site } from '#features/site/config.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { harmlessName, mailOf, type MailContent } from '#platform/server/mail/content.ts'
import { giveUpMails } from '#platform/server/mail/gathering.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { AppError } from '#shared/errors.ts'
import { employerDashboardPath, signInPath } from '#shared/paths.ts'
import {
  administer,
  lockAdministrator,
  change,
  record,
  type AdminAction,
  type Administration,
} from './users.ts'

type Suspension = { reason: SuspensionReason; note?: string | undefined }

/** Blocks sign-in, holds the account's postings, and ends the invitations that it sent. */
export const suspendUser = async (
  { db, demo }: Administration,
  action: AdminAction,
  { reason, note }: Suspension,
) =>
  administer(db, action, async (trx, user) => {
    if (user.suspended_at !== null)
      throw new AppError('CONFLICT', 'This account is already suspended.')
    if (user.id === action.actorId)
      throw new AppError('CONFLICT', 'You cannot suspend your own account.')
    await accounts.keepAnAdministrator(trx, user, { demo })
    await change(trx, user, {
      suspended_at: new Date(),
      suspension_reason: reason,
      suspension_note: note || null,
    })
    await accounts.deleteSessions(trx, user.id)
    await accounts.deleteAccountTokens(trx, user.id, 'reset-password')
    await deleteInvitationsBy(trx, user.id)
    const hidden = await suspendPostings(
      trx,
      { reason: 'suspended-account', subjectId: user.id },
      action.actorId,
    )
    if (user.email !== null) await giveUpMails(trx, [user.email])
    await tell(trx, user, suspendedMail({ why: reason }))
    await record(trx, action, 'accounts.suspended', {
      before: { suspended: false },
      after: { suspended: true },
      reason,
      postingsHidden: hidden,
    })
  })

async function tell(
  trx: Db,
  { id, email, is_demo }: Pick<accounts.User, 'id' | 'email' | 'is_demo'>,
  content: MailContent,
) {
  if (email === null || is_demo) return
  const cause = `suspension:${id}:${randomUUIDv7()}`
  const replyTo = site.emails.support
  await enqueueMail(trx, { cause, to: email, class: 'security', replyTo, content })
}

/** Shows again the postings that the suspension hid. */
export const reinstateUser = async ({ db, publicUrl }: Administration, action: AdminAction) =>
  administer(db, action, async (trx, user) => {
    if (user.suspended_at === null) throw new AppError('CONFLICT', 'This account is not suspended.')
    await change(trx, user, {
      suspended_at: null,
      suspension_reason: null,
      suspension_note: null,
    })
    await tell(trx, user, reinstatedMail({ href: publicUrl + signInPath }))
    const shown = await reinstatePostings(
      trx,
      { reason: 'suspended-account', subjectId: user.id },
      action.actorId,
    )
    await record(trx, action, 'accounts.reinstated', {
      before: { suspended: true, reason: user.suspension_reason },
      after: { suspended: false },
      postingsShown: shown,
    })
  })

/** An organization as a whole, whoever holds which seat. */
export const changeOrganization = async (
  { db, publicUrl }: Pick<Administration, 'db' | 'publicUrl'>,
  { actorId, ip, id }: AdminAction,
  suspension: Suspension | null,
) =>
  inTransaction(db, async (trx) => {
    await lockAdministrator(trx, actorId)
    const { name, postings } = suspension
      ? await suspendOrganization(trx, id, {
          ...suspension,
          actorId,
          note: suspension.note || null,
        })
      : await reinstateOrganization(trx, id, actorId)
    // A member who is suspended as a person hears only of that suspension.
    const members = await findOpenMembers(trx, id)
    if (suspension)
      await giveUpMails(
        trx,
        members.map(({ email }) => email),
      )
    const content = suspension
      ? organizationSuspendedMail({ name, why: suspension.reason })
      : organizationReinstatedMail({ name, href: publicUrl + employerDashboardPath })
    for (const member of members) await tell(trx, member, content)
    await recordAudit(trx, {
      action: suspension ? 'organizations.suspended' : 'organizations.reinstated',
      actorId,
      ip,
      subject: `organization:${id}`,
      detail: suspension
        ? { reason: suspension.reason, postingsHidden: postings }
        : { postingsShown: postings },
    })
  })

const memberReason = `You get this email because you are in the team of an organization on ${site.name}.`
const objection =
  'If you think that this is a mistake, answer this email or write to ' +
  `${site.emails.support}, and say why. A person reads it.`
const reason = `You get this email because you have an account on ${site.name}.`

/** The name is known to its members alone. */
export const organizationSuspendedMail = ({ name, why }: { name: string; why: SuspensionReason }) =>
  mailOf({
    subject: `${harmlessName(name) || 'Your organization'} is suspended on ${site.name}`,
    body: [
      `The reason: ${suspensionReasons[why]}. The postings of the organization are hidden, its ` +
        'members cannot read inquiries, and nothing is sent in its name.',
      objection,
    ],
    reason: memberReason,
  })

export const organizationReinstatedMail = ({ name, href }: { name: string; href: string }) =>
  mailOf({
    subject: `${harmlessName(name) || 'Your organization'} is open again on ${site.name}`,
    body: [
      'The suspension has ended. Its postings are shown again unless something else holds them.',
    ],
    button: ['Open your dashboard', href],
    reason: memberReason,
  })

export const suspendedMail = ({ why }: { why: SuspensionReason }) =>
  mailOf({
    subject: `Your ${site.name} account is suspended`,
    body: [
      `The reason: ${suspensionReasons[why]}. You cannot sign in, your postings are hidden, and ` +
        'nothing is sent in your name. Other than this, we write to you only when that changes.',
      objection,
    ],
    reason,
  })

export const reinstatedMail = ({ href }: { href: string }) =>
  mailOf({
    subject: `Your ${site.name} account is open again`,
    body: [
      'The suspension has ended. You can sign in, and your postings are shown again unless ' +
        'something else holds them.',
    ],
    button: ['Sign in', href],
    reason,
  })
