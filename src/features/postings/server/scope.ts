import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
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
        condition: sql<boolean>`true`,
        seesRemoved: true,
        actorFor: (posting) => (posting.owner_id === viewer.id ? 'owner' : 'administrator'),
        actorId: viewer.id,
      }
    : ownPostings(viewer.id)

/** Every posting, for a moderator, whoever else they may be. */
export const moderatedBy = (actorId: string): Scope => ({
  condition: sql<boolean>`true`,
  seesRemoved: true,
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
  condition: sql<boolean>`true`,
  seesRemoved: true,
  actorFor: () => 'clock',
  actorId: null,
}
