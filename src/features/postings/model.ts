import type { JobStatus, PostingChannel } from '#features/jobs/model.ts'

/** What postings are beyond their fields: channels, policies, periods. Pure, so that pages can use it without the schemas. */

/** 'immediate': live at once, read by a moderator afterwards. 'review': live once a moderator has approved it. */
export const publishingPolicies = ['immediate', 'review'] as const
export type PublishingPolicy = (typeof publishingPolicies)[number]

export type PostingPolicies = Record<PostingChannel, PublishingPolicy>

/** Imports always wait for approval; what holds for the others, an administrator decides. */
export const defaultPolicies: PostingPolicies = { account: 'immediate', public: 'review', import: 'review' }

/** How soon a moderator reads a posting, in hours: before it goes live, or afterwards. */
export const reviewHours = 24
/** How long a moderator's decision can be taken back, in hours. */
export const undoHours = 24
/** How long the mail about a decision waits, in seconds: a decision taken back before sends none. */
export const decisionMailSeconds = 60
/** How long a posting stays live unless it is renewed, in days, while no administrator says otherwise. */
export const postingDays = 60
/** When its poster is reminded, in days before the end; administrators change that, too. */
export const reminderDays = 7
export type PostingPeriods = { days: number; reminderDays: number }
/** From when on a live posting can be renewed, in days before the end: nobody is reminded before that. */
export const renewableDays = 14

/** The dashboard's word for where a posting is; the specification's 'Draft' is what is not shown to anybody. */
export const statusLabels: Record<JobStatus, string> = {
  pending: 'In review',
  active: 'Active',
  inactive: 'Draft',
  expired: 'Expired',
  rejected: 'Rejected',
  removed: 'Removed',
}

/** What people count as characters: an emoji is one, however many units it takes. */
export const characterCount = (text: string): number => Array.from(text).length

/** What the pages and mails say about publishing: true under the policy in force, whichever that is. */

type PolicyTexts = {
  /** Above the form of people who are signed in. */
  notice: string
  /** Below the heading of the form that needs no account. */
  publicNotice: string
  /** The second line of the success message. */
  success: string
  /** What the page for employers promises. */
  promise: string
}

export const policyTexts: Record<PublishingPolicy, PolicyTexts> = {
  immediate: {
    notice: 'Your job posting goes live immediately, no approval needed. You will receive an email confirmation.',
    publicNotice: 'No account required for now. Postings go live immediately.',
    success: 'Your job posting is now live and visible to physicians.',
    promise: 'Postings go live immediately, no approval needed.',
  },
  review: {
    notice: `Your job posting will be reviewed and published within ${reviewHours} hours. You will receive an email confirmation.`,
    publicNotice: 'No account required for now. Posting is moderated.',
    success: `Your job posting will be reviewed and published within ${reviewHours} hours.`,
    promise: `Postings are reviewed and published within ${reviewHours} hours.`,
  },
}
