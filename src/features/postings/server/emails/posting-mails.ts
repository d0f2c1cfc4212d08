import { dateText } from '#features/jobs/display.ts'
import type { JobStatus } from '#features/jobs/model.ts'
import { fieldLabels } from '#features/postings/field-labels.ts'
import { site } from '#features/site/config.ts'
import type { MailBlock, MailContent } from '#server/lib/mail/content.ts'
import { reviewHours } from '#features/postings/model.ts'
import type { PostingPeriods, PublishingPolicy } from '#features/postings/model.ts'

/** What posters are told by mail. */

export type About = {
  title: string
  company: string
  place: string
  referenceId: string
  /** The public page; it answers once the posting is live. */
  jobUrl: string
  /** Where the poster changes it: the dashboard, or the manage link of an author without an account. */
  manageUrl: string
  isManageLink: boolean
  expiresAt: Date | null
}

export const confirmationMail = (about: About, policy: PublishingPolicy): MailContent => ({
  subject: policy === 'immediate' ? `Your job posting is live: ${about.title}` : `We received your job posting: ${about.title}`,
  blocks: [
    { kind: 'heading', text: policy === 'immediate' ? 'Your job posting is live' : 'We received your job posting' },
    {
      kind: 'text',
      text:
        policy === 'immediate'
          ? 'Physicians can see it now. A moderator reads it within the next day; you hear from us only if something is wrong.'
          : `A moderator reads it and publishes it within ${reviewHours} hours. You will get an e-mail once it is live.`,
    },
    factsOf(about),
    manageButton(about),
    ...linkNote(about),
    ...(policy === 'immediate' ? [closingNote(about)] : []),
  ],
})

/** For several at once, from a file. */
export const severalPostedMail = (count: number, policy: PublishingPolicy, dashboardUrl: string): MailContent => ({
  subject: policy === 'immediate' ? `${count} job postings are live` : `We received ${count} job postings`,
  blocks: [
    { kind: 'heading', text: policy === 'immediate' ? `${count} job postings are live` : `We received ${count} job postings` },
    {
      kind: 'text',
      text:
        policy === 'immediate'
          ? 'Physicians can see them now. A moderator reads them within the next day.'
          : `A moderator reads them and publishes them within ${reviewHours} hours. You will get an e-mail for each that is live.`,
    },
    { kind: 'button', label: 'Open your dashboard', href: dashboardUrl },
  ],
})

/** With the fields that the moderator corrected before. */
export const approvedMail = (about: About, corrected: readonly string[]): MailContent => ({
  subject: `Your job posting is live: ${about.title}`,
  blocks: [
    { kind: 'heading', text: 'Your job posting is live' },
    { kind: 'text', text: 'A moderator has approved it. Physicians can see it now.' },
    ...correctedText(corrected),
    factsOf(about),
    { kind: 'button', label: 'View the posting', href: about.jobUrl },
    manageLine(about),
    closingNote(about),
  ],
})

/** For what was live already when a moderator read and corrected it. */
export const correctedMail = (about: About, corrected: readonly string[]): MailContent => ({
  subject: `Your job posting was corrected: ${about.title}`,
  blocks: [
    { kind: 'heading', text: 'Your job posting was corrected' },
    { kind: 'text', text: 'A moderator has read it. Physicians go on seeing it.' },
    ...correctedText(corrected),
    factsOf(about),
    manageButton(about),
    ...linkNote(about),
  ],
})

/** After a mail about a decision that was taken back. */
export const undoneMail = (about: About, status: JobStatus): MailContent => {
  const heading = status === 'pending' ? 'Your job posting is in review again' : 'Your job posting is back'
  return {
    subject: `${heading}: ${about.title}`,
    blocks: [
      { kind: 'heading', text: heading },
      {
        kind: 'text',
        text:
          status === 'pending'
            ? 'A moderator has taken back the decision about it that we wrote to you about, and reads it again.'
            : 'A moderator has taken back the decision to remove it. It is as it was before; please excuse the trouble.',
      },
      factsOf(about),
      manageButton(about),
      ...linkNote(about),
    ],
  }
}

export const rejectedMail = (about: About, reason: string): MailContent => ({
  subject: `Your job posting was not published: ${about.title}`,
  blocks: [
    { kind: 'heading', text: 'Your job posting was not published' },
    { kind: 'text', text: 'A moderator has read it and gives this reason:' },
    { kind: 'quote', text: reason },
    factsOf(about),
    {
      kind: 'text',
      text: `If you think that this is a mistake, write to ${site.emails.support}. You are welcome to post it anew.`,
    },
  ],
})

export const removedMail = (about: About, reason: string): MailContent => ({
  subject: `Your job posting was removed: ${about.title}`,
  blocks: [
    { kind: 'heading', text: 'Your job posting was removed' },
    { kind: 'text', text: 'A moderator has taken it off the site and gives this reason:' },
    { kind: 'quote', text: reason },
    factsOf(about),
    { kind: 'text', text: `If you think that this is a mistake, write to ${site.emails.support}.` },
  ],
})

/** About the posting that stays. */
export const mergedMail = (about: About, title: string): MailContent => ({
  subject: `Your job posting was merged with another one: ${title}`,
  blocks: [
    { kind: 'heading', text: 'Your job posting was merged with another one' },
    {
      kind: 'text',
      text: 'The job was on the site twice, and a moderator has made one posting of the two. Its inquiries and favorites moved there, and its address leads there.',
    },
    factsOf(about),
    manageButton(about),
    ...linkNote(about),
  ],
})

export const expiringMail = (about: About, { days, reminderDays }: PostingPeriods): MailContent => ({
  subject: `Your job posting closes in ${reminderDays} days or less: ${about.title}`,
  blocks: [
    { kind: 'heading', text: 'Your job posting closes soon' },
    {
      kind: 'text',
      text: `It closes on ${closingDate(about)}. Is the position still open? Renew it for another ${days} days.`,
    },
    factsOf(about),
    { ...manageButton(about), label: 'Renew or close it' },
    ...linkNote(about),
  ],
})

export const expiredMail = (about: About, { days }: PostingPeriods): MailContent => ({
  subject: `Your job posting has closed: ${about.title}`,
  blocks: [
    { kind: 'heading', text: 'Your job posting has closed' },
    {
      kind: 'text',
      text: `Its time is over, and physicians do not see it any more. You can renew it for another ${days} days.`,
    },
    factsOf(about),
    { ...manageButton(about), label: 'Renew it' },
    ...linkNote(about),
  ],
})

const correctedText = (fields: readonly string[]): MailBlock[] =>
  fields.length === 0
    ? []
    : [{ kind: 'text', text: `The moderator changed: ${fields.map((it) => fieldLabels[it] ?? it).join(', ')}.` }]

const factsOf = (about: About): MailBlock => ({
  kind: 'facts',
  items: [
    { term: 'Position', value: about.title },
    { term: 'Employer', value: about.company },
    { term: 'Place', value: about.place },
    { term: 'Reference', value: about.referenceId },
  ],
})

const manageButton = (about: About) => ({ kind: 'button' as const, label: 'Manage your posting', href: about.manageUrl })

const manageLine = (about: About): MailBlock => ({
  kind: 'list',
  items: [{ title: 'Manage your posting', href: about.manageUrl, lines: ['Edit it, take it down, or renew it.'] }],
})

const linkNote = (about: About): MailBlock[] =>
  about.isManageLink
    ? [
        {
          kind: 'note',
          text: 'With this link you can edit, deactivate, renew or delete the posting, or claim it into an account. Keep it to yourself: whoever has it can do the same.',
        },
      ]
    : []

const closingNote = (about: About): MailBlock => ({
  kind: 'note',
  text: `It closes on ${closingDate(about)} unless you renew it.`,
})

const closingDate = ({ expiresAt }: About): string =>
  expiresAt === null ? 'the day you close it' : dateText(expiresAt.toISOString())
