import type { JobStatus, PostingChannel } from '#features/jobs/model.ts'
import { postingDays, renewableDays, undoHours } from './model.ts'

/**
 * The life of a posting. Everything that may happen to one stands in `postingActions`; `server/transitions.ts` applies nothing
 * else and writes the event beside the change, and pages show the buttons that `postingCan` allows.
 */

/**
 * Who acts: the account that the posting belongs to, the holder of its manage link, an administrator, the passing of time, the
 * policy of the posting's channel, the operator at the command line, or the dataset that lists the job.
 */
export const postingActors = ['owner', 'author', 'administrator', 'clock', 'policy', 'operator', 'source'] as const
export type PostingActor = (typeof postingActors)[number]

type Action = {
  /** Null: the posting does not exist yet. */
  readonly from: readonly (JobStatus | null)[]
  /** Without it the posting stays what it is: the action is only recorded. 'before': back to what the last decision found. */
  readonly to?: JobStatus | 'before'
  readonly by: readonly PostingActor[]
}

const poster = ['owner', 'author', 'administrator'] as const

export const postingActions = {
  /** Entered by its poster. */
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
  /** Hidden with the account that it belongs to. */
  suspend: { from: ['active'], to: 'inactive', by: ['administrator'] },
  /** Back with its account. */
  reinstate: { from: ['inactive'], to: 'active', by: ['administrator'] },
  /** Back from its end, or on beyond it. */
  renew: { from: ['expired', 'active'], to: 'active', by: poster },
  remove: { from: ['pending', 'active', 'inactive', 'expired', 'rejected'], to: 'removed', by: poster },
  /** No longer in a dataset that lists all of its source's jobs, or not seen in any dataset for too long. */
  unlist: { from: ['active'], to: 'expired', by: ['source'] },
  /** The same before anybody has approved it. Back in the dataset, it is a new job. */
  withdraw: { from: ['pending'], to: 'removed', by: ['source'] },
  /** Back in a dataset after `unlist`. */
  relist: { from: ['expired'], to: 'active', by: ['source'] },
  /** Its apply link is dead. The dataset that still lists it does not open it again. */
  unlink: { from: ['active'], to: 'expired', by: ['clock'] },
  /** Another job is the same, and stays in its place. Nothing takes that back. */
  merge: { from: ['pending', 'active'], to: 'removed', by: ['administrator'] },
  /** A moderator's decision goes back, if it was the last thing that happened to the posting, and not long ago. */
  undo: { from: ['active', 'rejected', 'removed'], to: 'before', by: ['administrator'] },

  edit: { from: ['pending', 'active', 'inactive', 'expired'], by: poster },
  /** From its author's manage link into an account with the same address. */
  claim: { from: ['pending', 'active', 'inactive', 'expired', 'rejected'], by: ['owner'] },
  /** Its poster got a mail that it ends soon. */
  remind: { from: ['active'], by: ['clock'] },
  /** A moderator read what is live, and left it there. */
  read: { from: ['active'], by: ['administrator'] },
  /** And takes that back. */
  unread: { from: ['active'], by: ['administrator'] },
} as const satisfies Record<string, Action>

export type PostingAction = keyof typeof postingActions

export const actionNames = Object.keys(postingActions) as PostingAction[]

/** Where a posting is: all that decides what may happen to it. */
export type PostingState = {
  /** Null: it is about to be added. */
  status: JobStatus | null
  /** Null for imports whose source gave no end. */
  expiresAt: Date | string | null
  /** The last change of status, if that was a moderator's; it matters for `undo` alone. */
  decision?: Decision | null | undefined
}

export const decisions = ['approve', 'reject', 'remove'] as const
export type Decision = { action: (typeof decisions)[number]; from: JobStatus; at: Date }

/** Whether somebody may do this to a posting, now. */
export function allows(action: PostingAction, posting: PostingState, actor: PostingActor, now: Date): boolean {
  const { from, by }: Action = postingActions[action]
  if (!by.includes(actor) || !from.includes(posting.status)) return false
  return inTime(action, posting, now)
}

function inTime(action: PostingAction, { status, expiresAt, decision }: PostingState, now: Date): boolean {
  if (action === 'expire') return expiresAt !== null && new Date(expiresAt) <= now
  if (action === 'renew' && status === 'active') return expiresAt !== null && daysUntil(expiresAt, now) <= renewableDays
  if (action === 'undo') return isUndoable({ status, decision }, now)
  return true
}

function isUndoable({ status, decision }: Pick<PostingState, 'status' | 'decision'>, now: Date): boolean {
  if (!decision) return false
  return postingActions[decision.action].to === status && -daysUntil(decision.at, now) * 24 <= undoHours
}

/** The state that an action leads to. Every way to `active` but the moderator's leaves a time to be live, of so many days. */
export function stateAfter(
  action: PostingAction,
  posting: PostingState & { channel: PostingChannel },
  now: Date,
  days: number = postingDays,
): { status: JobStatus; expiresAt: Date | null } {
  const { to }: Action = postingActions[action]
  const status = (to === 'before' ? posting.decision?.from : to) ?? posting.status
  if (status === null) throw new Error(`'${action}' does not add a posting`)
  const expiresAt = posting.expiresAt === null ? null : new Date(posting.expiresAt)
  if (startsPeriod(action, { status, channel: posting.channel, expiresAt }, now)) return { status, expiresAt: inDays(days, now) }
  return { status, expiresAt }
}

/** A source knows when its job ends; a posting that was taken down keeps its end, unless that has passed meanwhile. */
function startsPeriod(
  action: PostingAction,
  { status, channel, expiresAt }: { status: JobStatus; channel: PostingChannel; expiresAt: Date | null },
  now: Date,
): boolean {
  if (action === 'renew') return true
  if (action === 'activate' || action === 'reinstate' || (action === 'undo' && status === 'active'))
    return expiresAt !== null && expiresAt <= now
  return (action === 'publish' || action === 'approve') && channel !== 'import'
}

/** What a poster or moderator may do: pages offer it, the server checks it. */
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
