import type { QueueItem } from '../contract.ts'
import type { Deed, QueueKind } from '../model.ts'
import type { QueueDeed } from './queries.ts'

export type Choice = {
  deed: QueueDeed
  label: string
  /** The key that does the same for the item in focus. */
  key: 'a' | 'r'
  /** It goes against the poster, so they get words. */
  needsReason?: true
  /** Somebody waits to hear of it, and may get words. */
  takesAnswer?: true
  done: string
}

/** What a moderator may do with an item, the usual first. */
export const choicesFor: Record<QueueKind, readonly Choice[]> = {
  pending: [
    { deed: 'approve', label: 'Approve', key: 'a', done: 'Approved' },
    { deed: 'reject', label: 'Reject', key: 'r', needsReason: true, done: 'Rejected' },
  ],
  unread: [
    { deed: 'read', label: 'Leave as it is', key: 'a', done: 'Left as it is' },
    { deed: 'remove', label: 'Take down', key: 'r', needsReason: true, done: 'Taken down' },
  ],
  report: [
    { deed: 'dismiss', label: 'Dismiss report', key: 'a', takesAnswer: true, done: 'Report dismissed' },
    { deed: 'accept', label: 'Take down', key: 'r', needsReason: true, takesAnswer: true, done: 'Taken down' },
  ],
}

export const kindLabels: Record<QueueKind, string> = {
  pending: 'Waiting for approval',
  unread: 'Live and unread',
  report: 'Reported',
}

export const deedLabels: Record<Deed, string> = {
  approve: 'Approved',
  reject: 'Rejected',
  remove: 'Taken down',
  read: 'Left as it is',
  edit: 'Corrected',
  accept: 'Report accepted',
  dismiss: 'Report dismissed',
  'approve-source': 'Source approved',
  'reject-source': 'Source rejected',
}

export const channelLabels: Record<QueueItem['posting']['channel'], string> = {
  account: 'Account',
  public: 'Public form',
  import: 'Import',
}

/** Where what people post themselves came from. */
export const sourceLabel = (source: string): string => (source === 'manual' ? 'Posted here' : source)

export const itemKey = ({ kind, posting }: QueueItem): string => `${kind}-${posting.id}`

/** Words that moderators would write again and again. */
export const readyReasons = [
  'This is not a position for a physician.',
  'The posting does not say where the work is or who employs the physician.',
  'The link to apply does not work, or leads somewhere else.',
  'The same position is posted already.',
  'The posting is too short for physicians to judge the position by.',
  'The position is not open any more.',
] as const
