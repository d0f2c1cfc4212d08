import { labelOf } from '#features/jobs/fields.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import { site } from '#features/site/config.ts'
import type { Db } from '#platform/server/database.ts'
import { withdrawMail } from '#platform/server/mail/gathering.ts'
import { type Links, type Mail, closingNote, inAMinute, mailOwner, manage } from './mails.ts'

/** Delayed, so that a decision can be undone before its mail goes out. */
const mailDecided = (
  trx: Db,
  links: Links,
  posting: JobRow,
  eventId: string,
  mail: Omit<Mail, 'cause' | 'passes'>,
) =>
  mailOwner(trx, links, posting, {
    sendAfter: inAMinute(),
    ...mail,
    passes: true,
    cause: decisionCause(eventId),
  })

export const decisionCause = (eventId: string): string => `posting-decided:${eventId}`

/** `eventId` is the posting event that the mail is about. */
type Decided<Rest> = Rest & { eventId: string }

/** `corrected` lists fields that the moderator changed before. */
export const mailApproved = (
  trx: Db,
  links: Links,
  posting: JobRow,
  { eventId, corrected }: Decided<{ corrected: readonly string[] }>,
) =>
  mailDecided(trx, links, posting, eventId, {
    heading: 'Your job posting is live',
    several: {
      key: 'approved',
      many: 'job postings are live',
      lines: correctedTexts(corrected),
    },
    opening: ['A moderator approved it. Physicians can see it now.', ...correctedTexts(corrected)],
    closing: (about) => [
      { kind: 'button', label: 'View the posting', href: about.jobUrl },
      ...manage()(about),
      closingNote(posting),
    ],
  })

const refusalMail =
  (what: string, intro: string, more = '') =>
  (trx: Db, links: Links, posting: JobRow, { eventId, reason }: Decided<{ reason: string }>) =>
    mailDecided(trx, links, posting, eventId, {
      heading: `Your job posting was ${what}`,
      several: { key: `refused ${what}`, many: `job postings were ${what}`, lines: [reason] },
      ...explained(`A moderator ${intro} gives this reason:`, reason),
      closing: () => [
        {
          kind: 'text',
          text: `If you think this is a mistake, write to ${site.emails.support}.${more}`,
        },
      ],
    })

export const mailRejected = refusalMail(
  'not published',
  'reviewed it and',
  ' You are welcome to post it again.',
)

export const mailRemoved = refusalMail('removed', 'removed it from the site and')

export const mailEditRejected = (
  trx: Db,
  links: Links,
  posting: JobRow,
  { eventId, reason }: Decided<{ reason: string }>,
) =>
  mailDecided(trx, links, posting, eventId, {
    several: { key: 'edit-rejected', many: 'changes were not published', lines: [reason] },
    heading: 'Your changes were not published',
    ...explained(
      'A moderator reviewed your changes to this posting and gives this reason:',
      reason,
      'The posting stays as it was before.',
    ),
  })

const explained = (intro: string, reason: string, ...more: string[]) => ({
  preview: reason,
  opening: [intro, { kind: 'quote' as const, text: reason }, ...more],
})

/** Only to posters whose first mail was sent. */
export async function mailUndone(
  trx: Db,
  links: Links,
  posting: JobRow,
  { cause, undoneId }: { cause: string; undoneId: string },
): Promise<void> {
  if (!(await withdrawMail(trx, cause))) return
  const isPending = posting.status === 'pending'
  await mailOwner(trx, links, posting, {
    passes: true,
    cause: `posting-undone:${undoneId}`,
    heading: isPending ? 'Your job posting is in review again' : 'Your job posting is back',
    opening: [
      isPending
        ? 'A moderator withdrew the decision and will review the posting again.'
        : 'A moderator withdrew the decision to remove it. The posting is as it was before. ' +
          'Interviews that we canceled stay canceled: please propose times again. We are sorry ' +
          'for the trouble.',
    ],
  })
}

/** For a live posting that a moderator corrected. */
export const mailCorrected = (
  trx: Db,
  links: Links,
  posting: JobRow,
  corrected: readonly string[],
) =>
  mailOwner(trx, links, posting, {
    passes: true,
    cause: `posting-corrected:${posting.id}:${posting.updated_at.toISOString()}`,
    heading: 'Your job posting was corrected',
    opening: [
      'A moderator reviewed it. Physicians can still see it.',
      ...correctedTexts(corrected),
    ],
  })

export const mailEditApproved = (trx: Db, links: Links, posting: JobRow) =>
  mailOwner(trx, links, posting, {
    passes: true,
    cause: `posting-edit:${posting.id}:${posting.updated_at.toISOString()}`,
    several: { key: 'edit-approved', many: 'changes are published' },
    heading: 'Your changes are published',
    opening: ['A moderator approved your changes to this posting.'],
  })

export const mergedCause = (id: string): string => `posting-merged:${id}`

/** To the poster of the merged posting. */
export const mailMerged = (trx: Db, links: Links, kept: JobRow, gone: JobRow) =>
  mailOwner(trx, links, kept, {
    passes: true,
    cause: mergedCause(gone.id),
    several: { key: 'merged', many: 'job postings were merged with others' },
    heading: 'Your job posting was merged with another',
    subject: 'Your job posting was merged',
    opening: [
      'The job was on the site twice, so a moderator merged the two postings. Inquiries and ' +
        'saved jobs moved to the other posting. The old link leads there.',
    ],
  })

const correctedTexts = (fields: readonly string[]) =>
  fields.length === 0
    ? []
    : [`The moderator changed: ${fields.map((field) => labelOf(field) || field).join(', ')}.`]
