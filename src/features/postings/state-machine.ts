import type { JobStatus } from '#features/jobs/model.ts'
import { postingDays, renewableDays } from './model.ts'
import type { PostingChannel } from './model.ts'

/**
 * The life of a posting. Everything that may happen to one stands in `postingActions`; the server applies nothing else, the
 * database refuses a change of status that is not here, and pages show the buttons that `postingCan` allows.
 */

/**
 * Who acts: the account that the posting belongs to, whoever holds its manage link, an administrator, the passing of time, the
 * policy of the posting's channel, or the operator at the command line.
 */
export const postingActors = ['owner', 'author', 'administrator', 'clock', 'policy', 'operator'] as const
export type PostingActor = (typeof postingActors)[number]

type Action = {
  /** Null: the posting does not exist yet. */
  readonly from: readonly (JobStatus | null)[]
  /** Without it the posting stays what it is: the action is only recorded. */
  readonly to?: JobStatus
  readonly by: readonly PostingActor[]
}

const poster = ['owner', 'author', 'administrator'] as const

export const postingActions = {
  /** Entered by whoever posts it. */
  submit: { from: [null], to: 'pending', by: ['owner', 'author'] },
  /** Added from a dataset. */
  import: { from: [null], to: 'pending', by: ['operator', 'administrator'] },
  /** Added from a dataset that the operator approved as a whole. */
  importApproved: { from: [null], to: 'active', by: ['operator'] },
  /** Live without waiting for a moderator, as the channel's policy says. */
  publish: { from: ['pending'], to: 'active', by: ['policy'] },
  approve: { from: ['pending'], to: 'active', by: ['administrator'] },
  reject: { from: ['pending'], to: 'rejected', by: ['administrator'] },
  deactivate: { from: ['active'], to: 'inactive', by: poster },
  activate: { from: ['inactive'], to: 'active', by: poster },
  expire: { from: ['active'], to: 'expired', by: ['clock'] },
  /** Back from its end, or on beyond it. */
  renew: { from: ['expired', 'active'], to: 'active', by: poster },
  remove: { from: ['pending', 'active', 'inactive', 'expired', 'rejected'], to: 'removed', by: poster },

  edit: { from: ['pending', 'active', 'inactive', 'expired'], by: poster },
  /** From its author's manage link into an account with the same address. */
  claim: { from: ['pending', 'active', 'inactive', 'expired', 'rejected'], by: ['owner'] },
  /** Its poster was told that it ends soon. */
  remind: { from: ['active'], by: ['clock'] },
  /** A moderator read what is live, and left it there. */
  read: { from: ['active'], by: ['administrator'] },
} as const satisfies Record<string, Action>

export type PostingAction = keyof typeof postingActions

export const actionNames = Object.keys(postingActions) as PostingAction[]

/** Where a posting is: all that decides what may happen to it. */
export type PostingState = {
  status: JobStatus
  /** Null for imports whose source gave no end. */
  expiresAt: Date | string | null
}

/** Whether somebody may do this to a posting, now. */
export function allows(action: PostingAction, posting: PostingState, actor: PostingActor, now: Date): boolean {
  const { from, by }: Action = postingActions[action]
  if (!by.includes(actor) || !from.includes(posting.status)) return false
  return inTime(action, posting, now)
}

function inTime(action: PostingAction, { status, expiresAt }: PostingState, now: Date): boolean {
  if (action === 'expire') return expiresAt !== null && new Date(expiresAt) <= now
  if (action === 'renew' && status === 'active') return expiresAt !== null && daysUntil(expiresAt, now) <= renewableDays
  return true
}

/** The state that an action leads to. Every way to `active` but the moderator's leaves a time to be live. */
export function stateAfter(
  action: PostingAction,
  posting: PostingState & { channel: PostingChannel },
  now: Date,
): { status: JobStatus; expiresAt: Date | null } {
  const { to }: Action = postingActions[action]
  const status = to ?? posting.status
  const expiresAt = posting.expiresAt === null ? null : new Date(posting.expiresAt)
  if (startsPeriod(action, { channel: posting.channel, expiresAt }, now)) return { status, expiresAt: inDays(postingDays, now) }
  return { status, expiresAt }
}

/** A source knows when its job ends; a posting that was taken down keeps its end, unless that has passed meanwhile. */
function startsPeriod(
  action: PostingAction,
  { channel, expiresAt }: { channel: PostingChannel; expiresAt: Date | null },
  now: Date,
): boolean {
  if (action === 'renew') return true
  if (action === 'activate') return expiresAt !== null && expiresAt <= now
  return (action === 'publish' || action === 'approve') && channel !== 'import'
}

/** What may be done by whoever may act for the posting: what pages offer and the server checks. */
export const postingCan = {
  edit: (posting: PostingState): boolean => allows('edit', posting, 'owner', new Date(0)),
  activate: (posting: PostingState): boolean => allows('activate', posting, 'owner', new Date(0)),
  deactivate: (posting: PostingState): boolean => allows('deactivate', posting, 'owner', new Date(0)),
  renew: (posting: PostingState, now: Date): boolean => allows('renew', posting, 'owner', now),
  remove: (posting: PostingState): boolean => allows('remove', posting, 'owner', new Date(0)),
  approve: (posting: PostingState): boolean => allows('approve', posting, 'administrator', new Date(0)),
  reject: (posting: PostingState): boolean => allows('reject', posting, 'administrator', new Date(0)),
  expire: (posting: PostingState, now: Date): boolean => allows('expire', posting, 'clock', now),
}

const day = 86_400_000
export const inDays = (days: number, from: Date): Date => new Date(from.getTime() + days * day)
const daysUntil = (moment: Date | string, now: Date): number => (new Date(moment).getTime() - now.getTime()) / day
