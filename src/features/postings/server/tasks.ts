import { findOrganizationOf, findOwner, findOwnerAddresses } from '#features/names/server/public.ts'
import { referenceCode } from '#features/jobs/model.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import { site } from '#features/site/config.ts'
import type { Db } from '#platform/server/database.ts'
import { harmlessName, mailOf, type MailContent } from '#platform/server/mail/content.ts'
import { enqueueMails } from '#platform/server/mail/outbox.ts'
import { databaseNow, endByAge } from '#platform/server/retention.ts'
import {
  defineTask,
  handleTask,
  forEachDue,
  type TaskHandler,
} from '#platform/server/tasks/task.ts'
import { teamPath } from '#shared/paths.ts'
import { inDays } from '../state-machine.ts'
import {
  announceChanges,
  announceToGoogle,
  type GoogleIndexing,
  type IndexNow,
} from './search-engines.ts'
import { mailExpired, mailExpiring, type Links } from './mails.ts'
import { countExpired, findPosting, lockExpired, lockUnreminded } from './queries.ts'
import { mailSavers, savedJobChangedTask } from './savers.ts'
import { byClock, everyPosting } from './scope.ts'
import { findPeriods } from './settings.ts'
import { applyTransition, nameUsedTask } from './transitions.ts'

export const expirePostingsTask = defineTask({ name: 'expire-postings' })
export const remindOfExpiryTask = defineTask({ name: 'remind-of-expiry' })
/** What fails is tried again by the next run. */
const announceChangesTask = defineTask({ name: 'announce-changes', retries: 0, atOnce: 1 })
const announceToGoogleTask = defineTask({ name: 'announce-to-google', retries: 0, atOnce: 1 })

type Options = {
  db: Db
  links: Links
  indexNow: IndexNow | undefined
  google: GoogleIndexing | undefined
}

export const postingTasks = ({ db, links, indexNow, google }: Options): TaskHandler[] => [
  handleTask(announceChangesTask, () => announceChanges(db, indexNow), { cron: '*/2 * * * *' }),
  handleTask(announceToGoogleTask, () => announceToGoogle(db, google), { cron: '*/2 * * * *' }),
  handleTask(expirePostingsTask, async () => void (await expirePostings(db, links)), {
    cron: '* * * * *',
  }),
  handleTask(remindOfExpiryTask, async () => void (await remindOfExpiry(db, links)), {
    cron: '7 13 * * *',
  }),
  handleTask(nameUsedTask, ({ jobId }) => tellNameOwner(db, links, jobId)),
  handleTask(savedJobChangedTask, (change) => mailSavers(db, links, change)),
]

/** Tells the owner of a name what others post under the name, once for each posting and name. */
async function tellNameOwner(db: Db, links: Links, jobId: string) {
  await db.transaction().execute(async (trx) => {
    const posting = await findPosting(trx, everyPosting, jobId)
    const ownerId = posting && (await findOwner(trx, posting.employer))
    if (!posting || !ownerId) return
    if (posting.owner_id !== null && (await findOrganizationOf(trx, posting.owner_id)) === ownerId)
      return
    const addresses = await findOwnerAddresses(trx, ownerId)
    const mails = addresses.map((to) => ({
      cause: `name-used:${jobId}:${ownerId}:${to}`,
      to,
      content: nameUsedMail(links, posting),
    }))
    await enqueueMails(trx, mails)
  })
}

export const nameUsedMail = (
  { publicUrl }: Links,
  { id, title, status }: Pick<JobRow, 'id' | 'title' | 'status'>,
): MailContent => {
  const reference = referenceCode(id)
  return mailOf({
    subject: 'Somebody posts under your name',
    body: [
      `Somebody else posted a job under a name of your organization: ${harmlessName(title) || reference} (${reference}). The posting ${
        status === 'active' ? 'is live' : 'waits for a moderator'
      }.`,
      'On your team page you can take the posting down, or allow the poster to post for you.',
    ],
    button: ['Open the team page', publicUrl + teamPath],
    reason: `You get this email because you own an organization on ${site.name} that has this name.`,
  })
}

/**
 * Time-based transitions, each in its own transaction, so that a crash leaves nothing half done.
 */

/** Expires postings and mails their posters. */
export const expirePostings = (db: Db, links: Links): Promise<number> =>
  endByAge(db, {
    what: 'postings whose last day has passed',
    of: "jobs where status = 'active'",
    count: countExpired,
    async enforce(_, now) {
      const periods = await findPeriods(db)
      return forEachDue(
        db,
        (trx, skip) => lockExpired(trx, now, skip),
        async (trx, posting) => {
          const change = { posting, action: 'expire', ...byClock, now } as const
          const { posting: expired } = await applyTransition(trx, change)
          await mailExpired(trx, links, expired, { ...periods, now })
        },
      )
    },
  })

/** Mails a reminder before the end, once per period. */
export async function remindOfExpiry(db: Db, links: Links): Promise<number> {
  const now = await databaseNow(db)
  const periods = await findPeriods(db)
  // All that end on one day, so that they leave as one mail.
  const until = new Date(inDays(periods.reminderDays, now).setUTCHours(23, 59, 59, 999))
  const due = { now, until, days: periods.reminderDays + 1 }
  return forEachDue(
    db,
    (trx, skip) => lockUnreminded(trx, due, skip),
    async (trx, posting) => {
      await applyTransition(trx, { posting, action: 'remind', ...byClock, now })
      await mailExpiring(trx, links, posting, { ...periods, now })
    },
  )
}
