/** The queue's kinds, ages and moderator actions: what server and pages have in common. */

export const queueKinds = ['pending', 'unread', 'report'] as const
export type QueueKind = (typeof queueKinds)[number]

/** The ends of the ages that the queue is counted by, in hours; the last is what posters are promised. */
export const ageHours = [4, 12, 24] as const

/** Counts stop here: beyond, nobody needs to know how many exactly. */
export const countCap = 5_000

export const queuePageSize = 20
/** Moderators work from the head of the queue, and filters lead to the rest. */
export const maxQueuePage = 100
export const historyPageSize = 50
/** How many ticked postings are decided by one call. */
export const maxBulk = 200

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
] as const
export type ModeratorAction = (typeof moderatorActions)[number]

/** What can be taken back: of one posting, and not of what it says. */
export const undoableActions = [
  'approve',
  'reject',
  'remove',
  'read',
  'accept',
  'dismiss',
] as const satisfies readonly ModeratorAction[]
