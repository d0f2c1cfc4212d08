import { randomUUIDv7 } from 'node:crypto'
import { findUserIdByEmail, hashSecret, newSecret } from '#features/accounts/server/public.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import { invitationPath } from '#shared/paths.ts'
import { invitationDays, maxInvitations, type Seat } from '../model.ts'
import { invitationMail } from './mails.ts'
import { loadUser, lockAsOwner, record, type Caller, type Teams } from './own-organization.ts'
import * as queries from './queries-team.ts'
import { join } from './service-members.ts'

export async function inviteMember({ db, publicUrl }: Teams, caller: Caller, { email, seat }: { email: string; seat: Seat }) {
  await inTransaction(db, async (trx) => {
    const organization = await lockAsOwner(trx, caller.id)
    const [members, open] = [await queries.findMembers(trx, organization.id), await queries.findInvitations(trx, organization.id)]
    if (members.some((member) => member.email === email))
      throw fieldError('email', 'This person is in the team already.', 'CONFLICT')
    if (open.length >= maxInvitations && !open.some((person) => person.email === email))
      throw new AppError('CONFLICT', `At most ${maxInvitations} invitations can be open. Please withdraw some first.`)
    const token = newSecret()
    const id = randomUUIDv7()
    const expires_at = new Date(Date.now() + invitationDays * 86_400_000)
    const invitation = { email, seat, organization_id: organization.id, invited_by: caller.id, expires_at }
    await queries.upsertInvitation(trx, { id, token_hash: hashSecret(token), ...invitation })
    await record(trx, 'invited', caller, organization.id, { seat })
    const guestId = await findUserIdByEmail(trx, email)
    const isProved = guestId !== undefined && (await loadUser(trx, guestId)).email_verified_at !== null
    const href = publicUrl + invitationPath(token)
    const content = invitationMail({ organization: isProved ? organization.name : null, seat, href })
    await enqueueMail(trx, { cause: `invitation:${id}`, to: email, class: 'request', sensitive: true, content })
  })
}

export async function withdrawInvitation(db: Db, caller: Caller, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const organization = await lockAsOwner(trx, caller.id)
    if (!(await queries.deleteInvitation(trx, id, organization.id))) throw new AppError('NOT_FOUND')
    await record(trx, 'invitation-withdrawn', caller, organization.id)
  })
}

const deadInvitation = () => new AppError('NOT_FOUND', 'This invitation was used or withdrawn, or its seven days are over.')

export async function getInvitation(db: Db, token: string): Promise<ResponseOf<'GET /api/invitation'>> {
  const found = await queries.findInvitation(db, hashSecret(token))
  if (!found) throw deadInvitation()
  return { organization: found.name, email: found.email, seat: found.seat }
}

export async function acceptInvitation({ db, publicUrl }: Teams, viewer: Viewer, ip: string, token: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const found = await queries.findInvitation(trx, hashSecret(token))
    if (!found) throw deadInvitation()
    if (viewer.email !== found.email)
      throw new AppError(
        'CONFLICT',
        `This invitation is for ${found.email}. You are signed in as ${viewer.email ?? 'somebody else'}.`,
      )
    await join({ db: trx, publicUrl }, { id: viewer.id, ip }, found.organization_id, found.seat)
    if (!(await queries.deleteInvitation(trx, found.id, found.organization_id))) throw deadInvitation()
    await record(trx, 'joined', { id: viewer.id, ip }, found.organization_id, { seat: found.seat })
  })
}
