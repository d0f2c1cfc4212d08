import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { idsOf, type Db } from '#platform/server/database.ts'
import { enqueueMails } from '#platform/server/mail/outbox.ts'
import { withdrawMail } from '#platform/server/mail/gathering.ts'
import { applicationsPath } from '#shared/paths.ts'
import { takenDownMail, restoredMail } from './emails/inquiry-mails.ts'
import { findWordCauses } from './queries.ts'
import { lockInquiries, type LockedInquiry } from './queries-inbox.ts'
import { findToldOfRemoval, recordAction } from './queries-threads.ts'
import { cancelInterviewsAbout, titleFor } from './service-interviews.ts'

/** A moderator removed a posting, which ends its poster's reading at once; its applicants are told once that is certain. */

type Links = { publicUrl: string }

export async function endPosting(links: Links & { db: Db }, jobId: string): Promise<void> {
  await cancelInterviewsAbout(links, jobId)
  await links.db.transaction().execute(async (transaction) => {
    const concerned = (await lockAbout(transaction, jobId)).filter(({ reach }) => reach.isTakenDown)
    // What has not left yet does not leave any more.
    for (const cause of await findWordCauses(transaction, idsOf(concerned))) await withdrawMail(transaction, cause)
    const known = await findToldOfRemoval(transaction, idsOf(concerned))
    const inquiries = concerned.filter(({ id }) => !known.has(id))
    await tell(transaction, inquiries, 'removed', (jobTitle) =>
      takenDownMail({ jobTitle, href: links.publicUrl + applicationsPath }),
    )
  })
}

/** The moderator took it back. Who had been told is told. */
export async function restorePosting(transaction: Db, jobId: string): Promise<void> {
  const inquiries = (await lockAbout(transaction, jobId)).filter(({ reach }) => !reach.isTakenDown)
  const known = await findToldOfRemoval(transaction, idsOf(inquiries))
  await tell(
    transaction,
    inquiries.filter(({ id }) => known.has(id)),
    'restored',
    (jobTitle) => restoredMail({ jobTitle }),
  )
}

const lockAbout = (transaction: Db, jobId: string) => lockInquiries(transaction, sql`job_id = ${jobId} and withdrawn_at is null`)

/** One mail for each address. */
async function tell(
  transaction: Db,
  inquiries: readonly LockedInquiry[],
  action: 'removed' | 'restored',
  mail: (jobTitle: string) => ReturnType<typeof restoredMail>,
): Promise<void> {
  for (const { id } of inquiries) await recordAction(transaction, { inquiry_id: id, actor_id: null, action })
  const reached = new Map(inquiries.filter(({ reach }) => !reach.isSenderSuspended).map((inquiry) => [inquiry.email, inquiry]))
  const mails = [...reached.values()].map((inquiry) => ({
    cause: `posting-${action}:${inquiry.id}:${randomUUIDv7()}`,
    to: inquiry.email,
    class: 'message' as const,
    content: mail(titleFor(inquiry, inquiry.is_proved)),
  }))
  await enqueueMails(transaction, mails)
}
