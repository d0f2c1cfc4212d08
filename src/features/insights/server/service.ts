import { postingsOf, loadPosting } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { RetentionRule } from '#platform/server/retention.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { stateName } from '#shared/us-states.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import type { Comparison } from '../contract.ts'
import { comparedFacts, minPeerEmployers, minPeers, maxPostings, regionOf } from '../model.ts'
import { findComparedPostings, findPeers, type GroupKey, type OwnPosting, type PeerGroup } from './queries-comparison.ts'
import {
  countDaysBefore,
  deleteDaysBefore,
  deleteVisitorsBefore,
  findFigures,
  findOrigins,
  findOwnerDays,
  findOwnerOrigins,
  findOwnerPostings,
  findPostingDays,
  findPostingOrigins,
  findWeek,
  type Period,
} from './queries.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'

const dayMs = 24 * 60 * 60_000

/** '2026-11-21' in UTC. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

export async function getInsights(db: Db, viewer: Pick<Viewer, 'id'>, days: number): Promise<ResponseOf<'GET /api/insights'>> {
  const period = periodOf(days)
  const [byDay, origins, postings] = await Promise.all([
    findOwnerDays(db, viewer.id, period),
    findOwnerOrigins(db, viewer.id, period),
    findOwnerPostings(db, viewer.id, period, maxPostings + 1),
  ])
  return { days: byDay, origins, postings: postings.slice(0, maxPostings), isCut: postings.length > maxPostings }
}

/** @throws {AppError} NOT_FOUND for postings that the viewer cannot reach. */
export async function getPostingInsights(
  db: Db,
  viewer: Pick<Viewer, 'id' | 'role'>,
  jobId: string,
  days: number,
): Promise<ResponseOf<'GET /api/insights/postings/:id'>> {
  const { id, title, status } = await loadPosting(db, postingsOf(viewer), jobId)
  const [byDay, origins] = await Promise.all([
    findPostingDays(db, id, periodOf(days)),
    findPostingOrigins(db, id, periodOf(days)),
  ])
  return { posting: { id, title, status }, days: byDay, origins }
}

/** Of the whole board. */
export const getOrigins = (db: Db, days: number): Promise<ResponseOf<'GET /api/insights/origins'>> =>
  findOrigins(db, periodOf(days))

/** Totals and daily views of those of the postings that are the viewer's own. */
export const listPostingFigures = (
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  { ids, days }: { ids: readonly string[]; days: number },
): Promise<ResponseOf<'GET /api/insights/figures'>> => findFigures(db, viewer.id, ids, periodOf(days))

/** Of public postings alone. */
export const getWeek = (db: Db, specialty: Specialty): Promise<ResponseOf<'GET /api/insights/week'>> =>
  findWeek(db, { specialty, since: new Date(Date.now() - 7 * dayMs), minPostings: minPeers, rounding: 1000 })

const mostCompared = 100

/** Own active postings beside others' of the same specialty: in the state, or in its region where the state has too few. */
export async function comparePostings(
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  { id, days }: { id?: string | undefined; days: number },
): Promise<Comparison[]> {
  const period = periodOf(days)
  const postings = await findComparedPostings(db, { ownerId: viewer.id, id }, period, mostCompared)
  const inState = await peersOf(db, viewer.id, postings.map(stateGroup), period)
  const lacking = postings.filter((posting) => !inState.has(stateGroup(posting).key))
  const inRegion = await peersOf(db, viewer.id, lacking.flatMap(regionGroup), period)
  return postings.map((posting) =>
    comparisonOf(posting, inState.get(stateGroup(posting).key) ?? inRegion.get(regionGroup(posting)[0]?.key ?? '')),
  )
}

type Place = Pick<OwnPosting, 'specialty' | 'state'>
type Group = GroupKey & { place: string }

const stateGroup = ({ specialty, state }: Place): Group => {
  const place = state === 'OTHER' ? 'places outside the states' : stateName(state)
  return { key: `${specialty} ${place}`, specialty, states: [state], place }
}

function regionGroup({ specialty, state }: Place): Group[] {
  const region = regionOf(state)
  return region ? [{ key: `${specialty} ${region.name}`, specialty, states: region.states, place: region.name }] : []
}

type Peers = PeerGroup & { place: string }

/** The groups that are large enough, by key. */
async function peersOf(db: Db, ownerId: string, groups: readonly Group[], period: Period): Promise<Map<string, Peers>> {
  const byKey = new Map(groups.map((group) => [group.key, group]))
  if (byKey.size === 0) return new Map()
  const found = await findPeers(db, ownerId, [...byKey.values()], period)
  return new Map(
    found
      .filter((it) => it.postings >= minPeers && it.employers >= minPeerEmployers)
      .map((it) => [it.key, { ...it, place: byKey.get(it.key)?.place ?? '' }]),
  )
}

function comparisonOf(posting: OwnPosting, peers: Peers | undefined): Comparison {
  const { id, title, specialty, daysLive, payAnnual } = posting
  return {
    id,
    title,
    specialty,
    daysLive,
    own: resultOf(posting),
    states: comparedFacts.filter((fact) => posting[fact]),
    payAnnual,
    peers: peers
      ? {
          ...resultOf(peers),
          postings: peers.postings,
          place: peers.place,
          stating: Object.fromEntries(comparedFacts.map((fact) => [fact, peers[fact]])) as NonNullable<
            Comparison['peers']
          >['stating'],
          medianPay: peers.medianPay,
        }
      : null,
  }
}

const resultOf = ({ viewsAWeek, views, saves, responses }: OwnPosting | PeerGroup) => ({ viewsAWeek, views, saves, responses })

/** Ends today. */
function periodOf(days: number): Period {
  const now = Date.now()
  return { from: dayOf(now - (days - 1) * dayMs), to: dayOf(now) }
}

export const insightRetention: RetentionRule = {
  what: 'days of insights',
  count: (db, before) => countDaysBefore(db, dayOf(before.getTime())),
  enforce: (db, before) => deleteDaysBefore(db, dayOf(before.getTime())),
}

/** A node may still hold the day's last events, so hashes are deleted an hour later. */
export const forgetVisitors = (db: Db): Promise<void> => deleteVisitorsBefore(db, dayOf(Date.now() - 60 * 60_000))

export const forgetVisitorsTask = defineTask({ name: 'forget-visitors' })

export const insightTasks = ({ db }: { db: Db }): TaskHandler[] => [
  handleTask(forgetVisitorsTask, () => forgetVisitors(db), { cron: '5 * * * *' }),
]
