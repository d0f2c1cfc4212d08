import type { JobStatus, PostingChannel } from '#features/jobs/model.ts'
import { keysOf } from '#shared/keys.ts'

/**
 * 'immediate': live at once, and read by a moderator later. 'review': live after a moderator's
 * approval.
 */
export const publishingPolicies = ['immediate', 'review'] as const
export type PublishingPolicy = (typeof publishingPolicies)[number]

export type PostingPolicies = Record<PostingChannel, PublishingPolicy>

/** Imports always wait for approval; administrators change the others. */
export const defaultPolicies: PostingPolicies = {
  account: 'immediate',
  public: 'review',
  import: 'review',
}

/**
 * Why a posting waits for a moderator although the policy is 'immediate': its poster's address is
 * not confirmed, or the organization speaks for no name yet, or not for this one, or another
 * organization owns the name and has not allowed it.
 */
export const postingHolds = [
  'unconfirmed-address',
  'first-posting',
  'new-employer',
  'client-not-asked',
  'name-of-another',
] as const
export type PostingHold = (typeof postingHolds)[number]

/**
 * What keeps a posting from becoming active, whoever owns it: a decision that only a moderator or
 * the end of its reason lifts.
 */
export const holdReasonTexts = {
  rejected: 'A moderator did not approve this posting.',
  removed: 'This posting was taken down.',
  'suspended-account':
    'The account of this posting is suspended. It stays hidden until a moderator releases it.',
  'suspended-organization':
    'The organization of this posting is suspended. It stays hidden until a moderator releases it.',
} as const
export type HoldReason = keyof typeof holdReasonTexts
export const holdReasons = keysOf(holdReasonTexts)
export type Hold = { reason: HoldReason; note: string | null; since: string }

/** What holds for somebody's own postings. */
export type OwnPolicy = { policy: PublishingPolicy; hold: PostingHold | null }

/** Of rejections that came with its outcome, once a posting is open again. Empty for none. */
export const takenBackText = (count: number): string =>
  count > 1
    ? `We undid ${count} waiting rejections.`
    : count === 1
      ? 'We undid 1 waiting rejection.'
      : ''

/** What several postings can get at once. */
export const bulkFields = ['contactEmail', 'applyUrl', 'applyUntil'] as const

/** The first one and the further ones. */
export const maxPlaces = 10
/** Within how many hours a moderator reads a posting. */
export const reviewHours = 24
/** For how many hours a moderator's decision can be undone. */
export const undoHours = 24
/** The delay of mails about decisions, in seconds; undo within it sends none. */
export const decisionMailSeconds = 60
/** The default period of a posting, in days. */
export const postingDays = 60
/** The default reminder, in days before the end. */
export const reminderDays = 7
export type PostingPeriods = { days: number; reminderDays: number }
/** A live posting can be renewed within this many days of its end. Reminders come no earlier. */
export const renewableDays = 14

/** Status labels of the dashboard. The specification calls inactive postings 'Draft'. */
export const statusLabels: Record<JobStatus, string> = {
  pending: 'In review',
  active: 'Active',
  inactive: 'Draft',
  expired: 'Expired',
  rejected: 'Rejected',
  removed: 'Removed',
}

/** A posting's location as people read it: a place outside the states is only its city. */
export const shownLocation = (location: string): string => location.replace(/, OTHER$/, '')

/** Counts characters as people do: an emoji is one. */
export const characterCount = (text: string): number => Array.from(text).length

/** Texts about publishing, for each policy. */

type PolicyTexts = {
  /** Above the form for signed-in posters. */
  notice: string
  /** Below the heading of the public form. */
  publicNotice: string
  /** The second line of the success message. */
  success: string
  /** The promise on the employers page. */
  promise: string
}

export const policyTexts: Record<PublishingPolicy, PolicyTexts> = {
  immediate: {
    notice:
      'Your job posting goes live immediately, no approval needed. You will receive an email confirmation.',
    publicNotice: 'No account required for now. Postings go live immediately.',
    success: 'Your job posting is now live and visible to physicians.',
    promise: 'Postings go live immediately, no approval needed.',
  },
  review: {
    notice:
      `Your job posting will be reviewed and published within ${reviewHours} hours. You ` +
      'will receive an email confirmation.',
    publicNotice: 'No account required for now. Posting is moderated.',
    success: `Your job posting will be reviewed and published within ${reviewHours} hours.`,
    promise: `Postings are reviewed and published within ${reviewHours} hours.`,
  },
}

/** Why it waits, to posters and moderators. */
export const holdTexts: Record<PostingHold, string> = {
  'unconfirmed-address': 'the email address is not confirmed yet',
  'first-posting': 'it is the first posting of the organization',
  'new-employer': 'it is the first posting of the organization for this employer',
  'client-not-asked':
    'this employer is verified here and has not yet allowed the firm to post for it',
  'name-of-another': 'another organization owns this name here, and we told it about the posting',
}

/** After the words of 'review'. */
export const holdSentence = (hold: PostingHold): string =>
  `It waits for a moderator because ${holdTexts[hold]}.`

/** A text of the policy in force, with the reason where that is review for this poster alone. */
export const policyTextFor = ({ policy, hold }: OwnPolicy, text: keyof PolicyTexts): string =>
  hold === null ? policyTexts[policy][text] : `${policyTexts[policy][text]} ${holdSentence(hold)}`
