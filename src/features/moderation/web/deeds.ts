import type { QueueItem } from '../contract.ts'
import type { Deed } from './queries.ts'

type Choice = {
  deed: Deed
  label: string
  /** The key that does the same for the item in focus. */
  key: string
  /** It goes against the poster, so they get words. */
  needsReason?: true
  done: string
}

/** What a moderator may do with an item, the usual first. */
export const choicesFor: Record<QueueItem['kind'], readonly Choice[]> = {
  pending: [
    { deed: 'approve', label: 'Approve', key: 'a', done: 'Approved' },
    { deed: 'reject', label: 'Reject', key: 'r', needsReason: true, done: 'Rejected' },
  ],
  unread: [
    { deed: 'read', label: 'Leave as it is', key: 'a', done: 'Left as it is' },
    { deed: 'remove', label: 'Take down', key: 'r', needsReason: true, done: 'Taken down' },
  ],
  report: [
    { deed: 'dismiss', label: 'Dismiss report', key: 'a', done: 'Report dismissed' },
    { deed: 'accept', label: 'Take down', key: 'r', needsReason: true, done: 'Taken down' },
  ],
}
