import type { JobDetail } from '#features/jobs/contract.ts'
import { site } from '#features/site/config.ts'
import { calendarFile } from '#platform/server/calendar.ts'
import { jobPath } from '#shared/paths.ts'

type Job = Pick<JobDetail, 'id' | 'title' | 'employer' | 'city' | 'state' | 'expiresAt' | 'updatedAt'>

/** The deadline of a posting as an all-day event; undefined if it has none. */
export function deadlineCalendar(job: Job, publicUrl: string): string | undefined {
  if (job.expiresAt === null) return undefined
  const url = `${publicUrl}${jobPath(job.id)}`
  return calendarFile(site.name, 'Job deadlines', [
    {
      uid: `${job.id}@${new URL(publicUrl).hostname}`,
      stamp: new Date(job.updatedAt),
      day: job.expiresAt.slice(0, 10),
      summary: `Closes: ${job.title}, ${job.employer}`,
      location: [job.city, job.state === 'OTHER' ? '' : job.state].filter((it) => it !== '').join(', '),
      description: `The posting closes on this day. ${url}`,
      url,
    },
  ])
}
