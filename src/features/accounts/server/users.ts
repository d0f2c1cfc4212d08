import { auditEntryView, peopleIn } from '#features/admin/audit-view.ts'
import { findCvSummary } from '#features/cv/server/public.ts'
import { countInquiriesOf } from '#features/inquiries/server/public.ts'
import { countPostingsOf } from '#features/postings/server/public.ts'
import { listAuditEntries } from '#server/lib/audit-reading.ts'
import type { Db } from '#server/lib/database.ts'
import { AppError } from '#shared/errors.ts'
import type { QueryOf, ResponseOf } from '#shared/contract.ts'
import { administrativeActions } from '../administration.ts'
import type { ListUsers, UserDetail } from '../contract-administration.ts'
import { listIdentities } from './oidc/identities.ts'
import type { IdentityProviders } from './oidc/identity-providers.ts'
import { findPeople } from './people.ts'
import { selectUser } from './queries.ts'
import * as queries from './queries-administration.ts'
import { selectSessions } from './queries-sessions.ts'
import { userSummaryView } from './views-administration.ts'

const pageSize = 50
const countedUpTo = 1000
/** So many are sorted in no time; of more than that, in a million, the next ones in order are not far. */
const fewUpTo = 2000
const maxWords = 6
const historyLength = 50

/**
 * A page of accounts; one more than fits is asked for, to know whether another page follows. The few who match what is rare
 * are found first and sorted then; where many match, the next ones in order are not far.
 */
export async function listUsers(
  db: Db,
  { q, sort, after, role, email, status, hospital }: QueryOf<ListUsers>,
): Promise<ResponseOf<ListUsers>> {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords)
  const filter = { words, role, email, status, hospital }
  const most = words.length > 0 ? fewUpTo : countedUpTo
  const some = await queries.findUserIds(db, filter, most)
  const which = some.length < most ? some : filter
  const found = await queries.listUsers(db, which, { sort, after, limit: pageSize + 1 })
  const users = found.slice(0, pageSize).map(userSummaryView)
  return { users, next: found.length > pageSize ? (users.at(-1)?.id ?? null) : null, total: Math.min(some.length, countedUpTo) }
}

/** @throws {AppError} NOT_FOUND */
export async function getUser(db: Db, providers: IdentityProviders, id: string): Promise<UserDetail> {
  const user = await selectUser(db, id)
  if (!user) throw new AppError('NOT_FOUND', 'There is no such account.')
  const [identities, sessions, postings, inquiries, cv, history] = await Promise.all([
    listIdentities(db, providers, { id }),
    selectSessions(db, id),
    countPostingsOf(db, id),
    countInquiriesOf(db, id),
    findCvSummary(db, id),
    listAuditEntries(db, { actions: administrativeActions, subjects: [`user:${id}`] }, { limit: historyLength }),
  ])
  const people = await findPeople(db, peopleIn(history))
  return {
    ...userSummaryView(user),
    companyPhone: user.company_phone,
    companyWebsite: user.company_website,
    organizationType: user.organization_type,
    suspension: user.suspended_at === null ? null : { reason: user.suspension_reason, note: user.suspension_note },
    hasPassword: user.password_hash !== null,
    identities,
    sessions: { count: sessions.length, lastSeenAt: sessions[0]?.seen_at.toISOString() ?? null },
    postings,
    inquiries,
    hasCv: cv.cvFileName !== null,
    history: history.map((row) => auditEntryView(row, people)),
  }
}
