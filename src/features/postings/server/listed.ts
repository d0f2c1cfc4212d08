import type { User } from '#features/accounts/server/public.ts'
import type { JobRow, NewJob } from '#features/jobs/server/public.ts'
import { standingsOf } from '#features/names/server/public.ts'
import type { Place } from '#features/places/server/public.ts'
import { idsOf, type Db } from '#platform/server/database.ts'
import type { OwnPolicy } from '../model.ts'
import { inDays } from '../state-machine.ts'
import { numberOf } from './csv-updates.ts'
import { endsOf } from './ends.ts'
import { mailConfirmation, mailSeveralPosted, type Links } from './mails.ts'
import { findNumbered, findOpenTitled } from './queries-forms.ts'
import { updatePostings } from './queries.ts'
import { lockConnectable, lockEnding, releaseFollowing } from './queries-followed.ts'
import { byPolicy, ownPostings } from './scope.ts'
import { addSubmitted, columnsOfAccount, requirePoster } from './service.ts'
import { findPeriods, findPolicyFor } from './settings.ts'
import { applyTransitionToAll } from './transitions.ts'

/** Postings that the careers page of their organization lists. */

export type Listed = {
  job: Omit<NewJob, 'status'>
  place: Place | undefined
  /** Else a moderator looks at it first, whatever the policy says. */
  isCertain: boolean
}

const review: OwnPolicy = { policy: 'review', hold: null }

/** New postings of an account, through the gate of a form. */
export async function submitListed(
  trx: Db,
  { links, user }: { links: Links; user: User },
  listed: readonly Listed[],
): Promise<void> {
  await requirePoster(trx, user.id)
  const policies = new Map<string, OwnPolicy>()
  for (const name of new Set(listed.map(({ job }) => job.employer)))
    policies.set(name, await findPolicyFor(trx, 'account', user, [name]))
  const policyOf = ({ job, isCertain }: Listed) => {
    const policy = policies.get(job.employer) ?? review
    return policy.policy === 'immediate' && !isCertain ? review : policy
  }
  for (const alike of Map.groupBy(listed, (item) => JSON.stringify(policyOf(item))).values()) {
    const policy = alike[0] ? policyOf(alike[0]) : review
    const jobs = alike.map(({ job }) => ({ ...job, ...followingColumns(user) }))
    const places = alike.map(({ place }) => place)
    const postings = await addSubmitted(trx, jobs, { policy, user }, places)
    const [first, second] = postings
    if (second) await mailSeveralPosted(trx, links, postings, { ...policy, user })
    else if (first) await mailConfirmation(trx, links, first, { ...policy, user })
  }
}

const followingColumns = (user: User) =>
  ({
    ...columnsOfAccount(user),
    channel: 'account',
    follows_page: true,
    structured_data_allowed: true,
  }) as const

type Row = Pick<NewJob, 'title' | 'employer' | 'city' | 'state' | 'requisition'> & { id: string }

/**
 * The account's postings that rows of its page speak of, by the rows' ids: the only posting with the
 * number, else the only open one with title, employer and place that no page lists yet.
 */
export async function findSpokenOf(
  db: Db,
  userId: string,
  rows: readonly Row[],
): Promise<Map<string, string>> {
  const scope = ownPostings(userId, 'manage')
  const numbers = rows.flatMap(({ requisition }) => (requisition ? [numberOf(requisition)] : []))
  const numbered = Map.groupBy(
    numbers.length > 0 ? await findNumbered(db, scope, numbers) : [],
    ({ requisition }) => numberOf(requisition ?? ''),
  )
  const titled = Map.groupBy(
    (
      await findOpenTitled(
        db,
        userId,
        rows.map(({ title }) => title),
      )
    ).filter((posting) => !posting.follows_page),
    titleKey,
  )
  return new Map(
    rows.flatMap((row) => {
      const found = numbered.get(numberOf(row.requisition ?? '')) ?? titled.get(titleKey(row))
      return found?.length === 1 && found[0] ? [[row.id, found[0].id] as const] : []
    }),
  )
}

const titleKey = ({ title, employer, city, state }: Omit<Row, 'id'>) =>
  [title, employer, city, state].join('\n').toLowerCase()

/**
 * Connects a page with postings that are here already: the account's own, and imports without an
 * owner under a name that somebody vouched for.
 * @returns the postings that the page now speaks for.
 */
export async function connectListed(
  trx: Db,
  { user, source }: { user: User; source: string },
  wanted: readonly { jobId: string; isCertain: boolean }[],
): Promise<Set<string>> {
  if (wanted.length === 0) return new Set()
  const postings = await lockConnectable(
    trx,
    user.id,
    wanted.map(({ jobId }) => jobId),
  )
  const standings = await standingsOf(
    trx,
    user,
    postings.map(({ employer }) => employer),
  )
  const connected = postings.filter(
    ({ owner_id: owner }, index) => owner !== null || standings[index] === 'vouched',
  )
  await applyTransitionToAll(trx, connected, {
    action: 'connect',
    actor: 'owner',
    actorId: user.id,
  })
  await updatePostings(
    trx,
    connected.map((posting) => ({ id: posting.id, source, ...takenColumns(posting, user) })),
  )
  const certain = new Set(wanted.flatMap(({ jobId, isCertain }) => (isCertain ? [jobId] : [])))
  const waiting = connected.filter(
    ({ id, owner_id: owner, status }) => owner === null && status === 'pending' && certain.has(id),
  )
  const { policy } = await findPolicyFor(
    trx,
    'account',
    user,
    waiting.map(({ employer }) => employer),
  )
  if (policy === 'immediate')
    await applyTransitionToAll(
      trx,
      waiting.map((posting) => ({ ...posting, ...followingColumns(user) })),
      { action: 'publish', ...byPolicy },
    )
  return new Set(idsOf(connected))
}

const takenColumns = ({ owner_id: owner }: JobRow, user: User) =>
  owner === null ? followingColumns(user) : { follows_page: true, structured_data_allowed: true }

/** A page that lists postings starts their period anew, in the middle of it at the earliest. */
export async function extendListed(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { days } = await findPeriods(trx)
  const ending = await lockEnding(trx, ids, days)
  await updatePostings(
    trx,
    ending.map((posting) => ({ id: posting.id, ...endsOf(posting, inDays(days, new Date())) })),
  )
}

/** No page speaks for these postings any more. */
export const disconnectListed = (trx: Db, source: string): Promise<void> =>
  releaseFollowing(trx, source)
