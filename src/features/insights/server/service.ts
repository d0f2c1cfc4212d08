import { pick } from '#shared/keys.ts'
import { postingsOf, loadPosting } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { databaseNow } from '#platform/server/retention.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { stateName } from '#shared/us-states.ts'

import type { Comparison } from '../contract.ts'
import { comparedFacts, minPeerEmployers, minPeers, maxPostings } from '../model.ts'
import {
  findComparedPostings,
  findPeers,
  type OwnPosting,
  type PeerGroup,
} from './queries-comparison.ts'
import { deleteVisitorsBefore, findDays, findOrigins, findTotals, type Period } from './queries.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'

const dayMs = 24 * 60 * 60_000

/** '2026-11-21' in UTC. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/**
 * Of one posting, or of all of the account and its organization.
 * @throws {AppError} NOT_FOUND for a posting that the viewer cannot reach.
 */
export async function getInsights(
  db: Db,
  viewer: Pick<Viewer, 'id' | 'role'>,
  { id, days }: { id?: string | undefined; days: number },
): Promise<ResponseOf<'GET /api/insights'>> {
  const subject =
    id === undefined
      ? { ownerId: viewer.id }
      : { jobId: (await loadPosting(db, postingsOf(viewer), id)).id }
  const period = periodOf(days)
  const [byDay, origins, postings] = await Promise.all([
    findDays(db, subject, period),
    findOrigins(db, period, subject),
    findTotals(db, subject, period, { limit: maxPostings + 1 }),
  ])
  return {
    days: byDay,
    origins,
    postings: postings.slice(0, maxPostings),
    isCut: postings.length > maxPostings,
  }
}

/** Totals and daily views of those of the postings that are the viewer's own. */
export async function listPostingFigures(
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  { ids, days }: { ids: readonly string[]; days: number },
): Promise<ResponseOf<'GET /api/insights/figures'>> {
  const subject = { ownerId: viewer.id, among: ids }
  const found = await findTotals(db, subject, periodOf(days), { limit: ids.length, daily: true })
  return found.map(({ id, total, views = [] }) => ({ id, total, views }))
}

const mostCompared = 100

/**
 * Own active postings beside others' of the same specialty: in the state, or in the country where
 * the state has too few.
 */
export async function comparePostings(
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  { id, days }: { id?: string | undefined; days: number },
): Promise<Comparison[]> {
  const period = periodOf(days)
  const postings = await findComparedPostings(db, { ownerId: viewer.id, id }, period, mostCompared)
  const inState = await peersOf(db, viewer.id, postings, period)
  const lacking = postings.filter((posting) => !inState.has(keyOf(posting)))
  const inCountry = await peersOf(db, viewer.id, lacking.map(anywhere), period)
  return postings.map((posting) =>
    comparisonOf(posting, inState.get(keyOf(posting)) ?? inCountry.get(keyOf(anywhere(posting)))),
  )
}

type Place = Pick<PeerGroup, 'specialty' | 'state'>

const anywhere = ({ specialty }: Place): Place => ({ specialty, state: null })
const keyOf = ({ specialty, state }: Place) => `${specialty} ${state}`

/** The groups that are large enough, by key. */
async function peersOf(db: Db, ownerId: string, places: readonly Place[], period: Period) {
  const groups = [
    ...new Map(
      places.map(({ specialty, state }) => [keyOf({ specialty, state }), { specialty, state }]),
    ).values(),
  ]
  const found = groups.length === 0 ? [] : await findPeers(db, ownerId, groups, period)
  return new Map(
    found
      .filter(
        (comparison) => comparison.postings >= minPeers && comparison.employers >= minPeerEmployers,
      )
      .map((comparison) => [keyOf(comparison), comparison]),
  )
}

const placeOf = ({ state }: Place) =>
  state === null
    ? 'the United States'
    : state === 'OTHER'
      ? 'locations outside the states'
      : stateName(state)

function comparisonOf(posting: OwnPosting, peers: PeerGroup | undefined): Comparison {
  const { id, title, specialty, payAnnual } = posting
  return {
    id,
    title,
    specialty,
    own: resultOf(posting),
    states: comparedFacts.filter((fact) => posting[fact]),
    payAnnual,
    peers: peers
      ? {
          ...resultOf(peers),
          postings: peers.postings,
          place: placeOf(peers),
          stating: pick(peers, comparedFacts),
          medianPay: peers.medianPay,
        }
      : null,
  }
}

const resultOf = ({ viewsAWeek, views, saves, responses }: OwnPosting | PeerGroup) => ({
  viewsAWeek,
  views,
  saves,
  responses,
})

/** Ends today. */
export function periodOf(days: number): Period {
  const now = Date.now()
  return { from: dayOf(now - (days - 1) * dayMs), to: dayOf(now) }
}

/** A node may still hold the day's last events, so hashes are deleted an hour later. */
export const forgetVisitors = async (db: Db): Promise<void> =>
  deleteVisitorsBefore(db, dayOf((await databaseNow(db)).getTime() - 60 * 60_000))

export const forgetVisitorsTask = defineTask({ name: 'forget-visitors' })

export const insightTasks = ({ db }: { db: Db }): TaskHandler[] => [
  handleTask(forgetVisitorsTask, () => forgetVisitors(db), { cron: '5 * * * *' }),
]
