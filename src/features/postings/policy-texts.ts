import { reviewHours } from './model.ts'
import type { PublishingPolicy } from './model.ts'

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
