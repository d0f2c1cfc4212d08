import type { JobStatus, PostingChannel } from '#features/jobs/model.ts'
import { postingDays, renewableDays, undoHours } from './model.ts'
import { keysOf } from '#shared/keys.ts'

/**
 * The life of a posting: `postingActions` lists every transition. `server/transitions.ts` applies
 * them and writes the events; pages show the buttons that `postingCan` allows.
 */

/**
 * Who acts: the owning account, the holder of the manage link, an administrator, the clock, the
 * channel's policy, the operator at the command line, the dataset that lists the job, or the
 * organization that owns the employer's name.
 */
export const postingActors = [
  'owner',
  'author',
  'administrator',
  'clock',
  'policy',
  'operator',
  'source',
  'name-owner',
] as const
export type PostingActor = (typeof postingActors)[number]

type Action = {
  /** Null: the posting is being added. */
  readonly from: readonly (JobStatus | null)[]
  /**
   * Default: the status stays, and the action is only recorded. 'before': the status before the
   * last decision.
   */
  readonly to?: JobStatus | 'before'
  readonly by: readonly PostingActor[]
  /** In the posting's history. */
  readonly text: string
}

const poster = ['owner', 'author', 'administrator'] as const

export const postingActions = {
  /** Sent by its poster. */
  submit: { from: [null], to: 'pending', by: ['owner', 'author'], text: 'Posted' },
  /** Added from a dataset. */
  import: { from: [null], to: 'pending', by: ['operator', 'administrator'], text: 'Imported' },
  /** Added from a dataset that the operator approved. */
  importApproved: { from: [null], to: 'active', by: ['operator'], text: 'Imported and approved' },
  /** Active without review, as the channel's policy says. */
  publish: { from: ['pending'], to: 'active', by: ['policy'], text: 'Went live' },
  approve: { from: ['pending'], to: 'active', by: ['administrator'], text: 'Approved' },
  reject: { from: ['pending'], to: 'rejected', by: ['administrator'], text: 'Not approved' },
  deactivate: { from: ['active'], to: 'inactive', by: poster, text: 'Deactivated' },
  activate: { from: ['inactive'], to: 'active', by: poster, text: 'Activated' },
  expire: { from: ['active'], to: 'expired', by: ['clock'], text: 'Expired' },
  /** Hidden with its suspended account or organization. */
  suspend: {
    from: ['active'],
    to: 'inactive',
    by: ['administrator'],
    text: 'Hidden by a suspension',
  },
  /** Shown again after it. */
  reinstate: {
    from: ['inactive'],
    to: 'active',
    by: ['administrator'],
    text: 'Shown again after a suspension',
  },
  /** A moderator lifts what holds it; its poster shows it, or a moderator approves it. */
  release: {
    from: ['pending', 'inactive', 'expired'],
    by: ['administrator'],
    text: 'Released by a moderator',
  },
  /** The same for a rejected one, which waits again. */
  reopen: {
    from: ['rejected'],
    to: 'pending',
    by: ['administrator'],
    text: 'Waits for a moderator again',
  },
  /** After its end, or before it. */
  renew: { from: ['expired', 'active'], to: 'active', by: poster, text: 'Renewed' },
  remove: {
    from: ['pending', 'active', 'inactive', 'expired', 'rejected'],
    to: 'removed',
    by: poster,
    text: 'Removed',
  },
  /** The dataset of its source no longer lists it, or no dataset has listed it for too long. */
  unlist: { from: ['active'], to: 'expired', by: ['source'], text: 'Closed' },
  /** The same for a pending posting. If the dataset lists it again, it is a new job. */
  withdraw: { from: ['pending'], to: 'removed', by: ['source'], text: 'Withdrawn' },
  /** Back in a dataset after `unlist`, or after an end that its source has moved. */
  relist: { from: ['expired'], to: 'active', by: ['source'], text: 'Open again' },
  /** Its apply link is dead. A dataset that still lists it does not reopen it. */
  unlink: {
    from: ['active'],
    to: 'expired',
    by: ['clock'],
    text: 'Closed: the apply link is dead',
  },
  /** It duplicates another job, which stays. Final. */
  merge: {
    from: ['pending', 'active'],
    to: 'removed',
    by: ['administrator'],
    text: 'Merged into another posting',
  },
  /** Under a name whose owner does not allow it. */
  disown: {
    from: ['pending', 'active'],
    to: 'removed',
    by: ['name-owner'],
    text: 'Taken down by the owner of the name',
  },
  /** Undoes a moderator's last decision within the deadline. */
  undo: {
    from: ['active', 'rejected', 'removed'],
    to: 'before',
    by: ['administrator'],
    text: 'Decision undone',
  },

  edit: {
    from: ['pending', 'active', 'inactive', 'expired'],
    by: [...poster, 'source'],
    text: 'Edited',
  },
  /**
   * Changes that wait for a moderator while the accepted version stays; the poster may take them
   * back.
   */
  proposeEdit: {
    from: ['pending', 'active', 'inactive', 'expired'],
    by: ['owner', 'author', 'source'],
    text: 'Changes sent for review',
  },
  withdrawEdit: {
    from: ['active', 'inactive', 'expired'],
    by: ['owner', 'author'],
    text: 'Changes undone',
  },
  approveEdit: {
    from: ['active', 'inactive', 'expired'],
    by: ['administrator'],
    text: 'Changes published',
  },
  rejectEdit: {
    from: ['active', 'inactive', 'expired'],
    by: ['administrator'],
    text: 'Changes not published',
  },
  /** From its author's manage link into the account with the same address. */
  claim: {
    from: ['pending', 'active', 'inactive', 'expired', 'rejected'],
    by: ['owner'],
    text: 'Moved into the account',
  },
  /** The careers page of its organization lists it, and changes and closes it from then on. */
  connect: {
    from: ['pending', 'active', 'inactive', 'expired'],
    by: ['owner'],
    text: 'Connected with the careers page',
  },
  /** To another member of the organization. */
  handOver: {
    from: ['pending', 'active', 'inactive', 'expired', 'rejected'],
    by: ['owner', 'administrator'],
    text: 'Handed over',
  },
  /** Its poster got a reminder. */
  remind: { from: ['active'], by: ['clock'], text: 'Reminder sent' },
  /** A moderator read an active posting and left it. */
  read: { from: ['active'], by: ['administrator'], text: 'Read by a moderator' },
  /** Undoes `read`. */
  unread: { from: ['active'], by: ['administrator'], text: 'To be read by a moderator again' },
} as const satisfies Record<string, Action>

export type PostingAction = keyof typeof postingActions

export const actionNames = keysOf(postingActions)

/** Everything that decides which actions are allowed. */
export type PostingState = {
  /** Null: it is being added. */
  status: JobStatus | null
  expiresAt: Date | string | null
  /** The last change of status if a moderator made it; only `undo` needs it. */
  decision?: Decision | null | undefined
}

export const decisions = ['approve', 'reject', 'remove', 'merge'] as const
export type Decision = { action: (typeof decisions)[number]; from: JobStatus; at: Date }

/** Whether an actor may do this now. */
export function allows(
  action: PostingAction,
  posting: PostingState,
  actor: PostingActor,
  now: Date,
): boolean {
  const { from, by }: Action = postingActions[action]
  if (!by.includes(actor) || !from.includes(posting.status)) return false
  return inTime(action, posting, now)
}

function inTime(action: PostingAction, { status, expiresAt, decision }: PostingState, now: Date) {
  if (action === 'expire') return expiresAt !== null && new Date(expiresAt) <= now
  if (action === 'renew' && status === 'active')
    return expiresAt !== null && daysUntil(expiresAt, now) <= renewableDays
  if (action !== 'undo') return true
  if (!decision || postingActions[decision.action].to !== status) return false
  return -daysUntil(decision.at, now) * 24 <= undoHours
}

/**
 * The state after an action. Every way to `active`, except a moderator's, starts a period of
 * `days`.
 */
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
  const isNew = startsPeriod(action, { status, channel: posting.channel, expiresAt }, now)
  return { status, expiresAt: isNew ? inDays(days, now) : expiresAt }
}

type Moved = { status: JobStatus; channel: PostingChannel; expiresAt: Date | null }

/** A source sets the end of its jobs; an inactive posting keeps its end unless that has passed. */
function startsPeriod(action: PostingAction, { status, channel, expiresAt }: Moved, now: Date) {
  if (action === 'renew') return true
  if (action === 'activate' || action === 'reinstate' || (action === 'undo' && status === 'active'))
    return expiresAt !== null && expiresAt <= now
  return (action === 'publish' || action === 'approve') && channel !== 'import'
}

/** A posting that something holds stays hidden. */
type Holdable = PostingState & { holds?: readonly unknown[] }
const isFree = ({ holds = [] }: Holdable) => holds.length === 0

/** For actions that are allowed at any time. */
const byPoster = (action: PostingAction) => (posting: PostingState) =>
  allows(action, posting, 'owner', new Date(0))

/** What a poster may do: pages offer these actions, and the server checks them. */
export const postingCan = {
  edit: byPoster('edit'),
  activate: (posting: Holdable): boolean => isFree(posting) && byPoster('activate')(posting),
  deactivate: byPoster('deactivate'),
  renew: (posting: Holdable, now: Date): boolean =>
    isFree(posting) && allows('renew', posting, 'owner', now),
  remove: byPoster('remove'),
}

const day = 86_400_000
export const inDays = (days: number, from: Date): Date => new Date(from.getTime() + days * day)
const daysUntil = (moment: Date | string, now: Date) =>
  (new Date(moment).getTime() - now.getTime()) / day
