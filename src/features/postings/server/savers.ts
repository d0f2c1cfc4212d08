import { z } from 'zod'
import { findSaved, findSavers } from '#features/favorites/server/public.ts'
import { site } from '#features/site/config.ts'
import type { Db } from '#platform/server/database.ts'
import { harmlessName, mailOf, type MailContent } from '#platform/server/mail/content.ts'
import { enqueueMails } from '#platform/server/mail/outbox.ts'
import { defineTask, enqueueTasks } from '#platform/server/tasks/task.ts'
import { favoritesPath, jobPath } from '#shared/paths.ts'
import type { Links } from './mails.ts'

/** Physicians hear what changes of the imported jobs that they saved. */

const saved = z.object({ jobId: z.uuid(), change: z.string(), at: z.string() })
export const savedJobChangedTask = defineTask({ name: 'saved-job-changed', schema: saved })

type Change = { jobId: string; change: string }

export const closedAtSource = 'The job is closed at its source.'

/** In the transaction of the change. */
export async function tellSavers(trx: Db, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const jobIds = new Set(
    await findSaved(
      trx,
      changes.map(({ jobId }) => jobId),
    ),
  )
  const at = new Date().toISOString()
  const wanted = changes.filter(({ jobId }) => jobIds.has(jobId))
  await enqueueTasks(
    trx,
    savedJobChangedTask,
    wanted.map((change) => ({ data: { ...change, at } })),
  )
}

export async function mailSavers(
  db: Db,
  links: Links,
  { jobId, change, at }: z.infer<typeof saved>,
): Promise<void> {
  const savers = await findSavers(db, jobId)
  await enqueueMails(
    db,
    savers.map(({ id, email, title }) => ({
      cause: `saved-job:${jobId}:${at}:${change.slice(0, 20)}:${id}`,
      to: email,
      content: savedJobMail(links, { jobId, title, change }),
    })),
  )
}

export function savedJobMail(
  { publicUrl }: Links,
  { jobId, title, change }: Change & { title: string },
): MailContent {
  const name = harmlessName(title) || 'A job that you saved'
  const button = ['View job', publicUrl + jobPath(jobId)] as const
  return mailOf({
    subject: `A saved job changed: ${name}`,
    body: [`${name}: ${change}`],
    button,
    note: `Remove the job from ${publicUrl}${favoritesPath} to hear no more about it.`,
    reason: `You get this email because you saved this job on ${site.name}.`,
    gather: {
      key: 'saved-jobs',
      many: 'saved jobs changed',
      line: { title: name, href: button[1], lines: [change] },
    },
  })
}
