import { sql, type RawBuilder } from 'kysely'
import { hashSecret } from '#features/accounts/server/public.ts'
import type { Viewer } from '#server/lib/http/access.ts'
import type { PostingActor } from '../state-machine.ts'

/**
 * Which postings somebody reaches, and as whom they then act. Rows are only ever loaded through a scope, so a forgotten check
 * finds nothing.
 */
export type Scope = {
  /** Over `jobs`. */
  readonly condition: RawBuilder<boolean>
  /** Removed postings are gone for everybody but an administrator. */
  readonly seesRemoved: boolean
  actorFor(posting: { owner_id: string | null }): PostingActor
  readonly actorId: string | null
}

const all = { condition: sql<boolean>`true`, seesRemoved: true } as const

/** The postings of an account. */
export const ownPostings = (userId: string): Scope => ({
  condition: sql<boolean>`jobs.owner_id = ${userId}`,
  seesRemoved: false,
  actorFor: () => 'owner',
  actorId: userId,
})

/** The postings that a viewer reaches by their ids: their own, and an administrator all. */
export const postingsOf = (viewer: Pick<Viewer, 'id' | 'role'>): Scope =>
  viewer.role === 'admin'
    ? {
        ...all,
        actorFor: (posting) => (posting.owner_id === viewer.id ? 'owner' : 'administrator'),
        actorId: viewer.id,
      }
    : ownPostings(viewer.id)

/** Every posting, for a moderator, even one that they own. */
export const moderatedBy = (actorId: string): Scope => ({
  ...all,
  actorFor: () => 'administrator',
  actorId,
})

/** The one posting that a manage link is for. */
export const managedBy = (token: string): Scope => ({
  condition: sql<boolean>`jobs.id in (select job_id from posting_links where token_hash = ${hashSecret(token)} and kind = 'manage')`,
  seesRemoved: false,
  actorFor: () => 'author',
  actorId: null,
})

/** What the server itself reaches: the clock, the policies, and callers that have checked who asks. */
export const everyPosting: Scope = {
  ...all,
  actorFor: () => 'clock',
  actorId: null,
}

/** What is no UUID, PostgreSQL would complain about. */
export const isId = (id: string | null): boolean => id === null || uuid.test(id)
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
