import { sql, type RawBuilder } from 'kysely'
import { idsOf, type Db } from '#platform/server/database.ts'
import { AppError } from '#shared/errors.ts'
import { hashSecret } from '#features/accounts/server/public.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { isUuid } from '#shared/paths.ts'
import type { PostingActor } from '../state-machine.ts'

/**
 * Which postings a caller reaches, and the actor they act as. Rows are loaded only through a scope,
 * so that a forgotten check finds nothing.
 */
export type Scope = {
  /** A condition on `jobs`. */
  readonly condition: RawBuilder<boolean>
  /** Only administrators see removed postings. */
  readonly seesRemoved: boolean
  /** Whom the caller acts as. */
  by(posting: { owner_id: string | null }): By
}

export type By = { readonly actor: PostingActor; readonly actorId: string | null }

export const asModerator = (actorId: string | null): By => ({ actor: 'administrator', actorId })
export const byClock: By = { actor: 'clock', actorId: null }
export const byPolicy: By = { actor: 'policy', actorId: null }
export const bySource: By = { actor: 'source', actorId: null }

const all = { condition: sql<boolean>`true`, seesRemoved: true } as const

/** A reader of an organization sees its postings, and changes none. */
type Purpose = 'see' | 'manage'

/**
 * A condition on `jobs`: the account's postings and its organization's, as far as its seat goes.
 */
export const isReachedBy = (userId: string, to: Purpose = 'see') =>
  sql<boolean>`jobs.owner_id = any (team_of(${userId}, ${to === 'manage'}))`

/** The postings of the account and its organization. */
export const ownPostings = (userId: string, to: Purpose = 'see'): Scope => ({
  condition: isReachedBy(userId, to),
  seesRemoved: false,
  by: () => ({ actor: 'owner', actorId: userId }),
})

/** The same without those of other members. */
export const onlyOwnedBy = (userId: string): Scope => ({
  ...ownPostings(userId),
  condition: sql<boolean>`jobs.owner_id = ${userId}`,
})

/** The postings of an account and its organization; for administrators, all. */
export const postingsOf = (viewer: Pick<Viewer, 'id' | 'role'>, to: Purpose = 'see'): Scope =>
  viewer.role === 'admin'
    ? {
        ...all,
        by: (posting) => ({
          actor: posting.owner_id === viewer.id ? 'owner' : 'administrator',
          actorId: viewer.id,
        }),
      }
    : ownPostings(viewer.id, to)

/** Every posting; a moderator acts as administrator even on their own. */
export const moderatedBy = (actorId: string | null): Scope => ({
  ...all,
  by: () => asModerator(actorId),
})

/**
 * A condition on `jobs`: what a moderator posted, with or without an account, or their organization
 * did; false for administrators.
 */
export const isClosedTo = (actorId: string) => sql<boolean>`exists (
  select from users u
  where u.id = ${actorId} and u.role = 'moderator' and (
    jobs.owner_id = u.id
    or jobs.owner_id is null and jobs.channel <> 'import' and lower(jobs.contact_email) = lower(u.email)
    or exists (
      select from organization_members mine join organization_members other using (organization_id)
      where mine.user_id = u.id and other.user_id = jobs.owner_id
    )
  )
)`

/** Those of these postings that are the moderator's own. */
export async function findClosed(
  trx: Db,
  { actorId }: { actorId: string },
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from jobs where id = any(${ids}::uuid[]) and ${isClosedTo(actorId)}
  `.execute(trx)
  return idsOf(rows)
}

/** @throws {AppError} CONFLICT if one of these postings is the moderator's own. */
export async function requireOthers(
  trx: Db,
  moderator: { actorId: string },
  ids: readonly string[],
): Promise<void> {
  if ((await findClosed(trx, moderator, ids)).length > 0)
    throw new AppError('CONFLICT', 'This posting is your own. Another moderator decides about it.')
}

/** The manage link's posting. */
export const managedBy = (token: string): Scope => ({
  condition: sql<boolean>`jobs.id in (
    select job_id from posting_links
    where token_hash = ${hashSecret(token)} and kind = 'manage' and (ends_at is null or ends_at > now())
  )`,
  seesRemoved: false,
  by: () => ({ actor: 'author', actorId: null }),
})

/** Postings without an account and with this address, which gets their manage links. */
export const postedWith = (email: string): Scope => ({
  condition: sql<boolean>`(
    jobs.owner_id is null and jobs.channel <> 'import' and lower(jobs.contact_email) = ${email.toLowerCase()}
  )`,
  seesRemoved: false,
  by: () => ({ actor: 'author', actorId: null }),
})

/** Those of them that an account with this proved address can claim or disown. */
export const foundBy = ({
  id,
  email,
  emailVerified,
}: Pick<Viewer, 'id' | 'email' | 'emailVerified'>): Scope => {
  const scope = postedWith(email ?? '')
  const condition = sql<boolean>`(
    ${emailVerified} and ${scope.condition}
    and not exists (select from disowned_postings where job_id = jobs.id and user_id = ${id})
  )`
  return { ...scope, condition }
}

/** For the server itself: clock, policies, and callers that have checked access. */
export const everyPosting: Scope = { ...all, by: () => byClock }

/** Null for a manage link's only posting. */
export const isId = (id: string | null): boolean => id === null || isUuid(id)
