import { reviewHours } from '#features/postings/model.ts'
import { keysOf } from '#shared/keys.ts'

/** 'edit': changes to a posting that a moderator has accepted, which stays public as it is. */
export const queueKinds = ['pending', 'edit', 'unread', 'report'] as const
export type QueueKind = (typeof queueKinds)[number]
/** 'posting': nothing of it waits. */
export const itemKinds = [...queueKinds, 'posting'] as const
export type ItemKind = (typeof itemKinds)[number]

/** The queue is counted up to here. */
export const countCap = 5_000

export const queuePageSize = 20
/** Moderators work from the head of the queue; filters reach the rest. */
export const maxQueuePage = 100
export const historyPageSize = 50
/** The most postings in one bulk call. */
export const maxBulk = 200

/** The doubtful facts by which moderators filter the queue. */
export const doubtFilters = [
  'any',
  'place',
  'profession',
  'specialty',
  'pay',
  'employer',
  'none',
] as const

export const moderatorActions = [
  'approve',
  'reject',
  'remove',
  'read',
  'edit',
  'accept',
  'dismiss',
  'approve-source',
  'reject-source',
  'approve-edit',
  'reject-edit',
  'answer',
  'release',
] as const
export type ModeratorAction = (typeof moderatorActions)[number]

/** Corrections and decisions about sources cannot be undone. */
export const undoableActions = [
  'approve',
  'reject',
  'remove',
  'read',
  'accept',
  'dismiss',
  'answer',
] as const satisfies readonly ModeratorAction[]

/** The reason for rejecting a job of another profession. */
export const notForPhysicians = 'This is not a position for a physician.'

/** How a posting's employer is like another that administrators know. */
export const likenessTexts = {
  name: 'The same name, from another mail domain',
  'similar-name': 'A name that looks the same',
  'added-words': 'The name with words added',
  'similar-domain': 'A domain that looks the same',
} as const
export type Likeness = keyof typeof likenessTexts
export const likenesses = keysOf(likenessTexts)

const hour = 3_600_000

/** The waiting time as text, with the promised time. */
export function ageOf(since: string, now: number): { text: string; isOverdue: boolean } {
  const hours = Math.max(0, (now - Date.parse(since)) / hour)
  const isOverdue = hours >= reviewHours
  const text = isOverdue
    ? `Overdue by ${durationText(hours - reviewHours)}`
    : `${durationText(hours)} of ${reviewHours} h`
  return { text, isOverdue }
}

function durationText(hours: number) {
  if (hours < 1) return `${Math.floor(hours * 60)} min`
  return hours < 48 ? `${Math.floor(hours)} h` : `${Math.floor(hours / 24)} days`
}
