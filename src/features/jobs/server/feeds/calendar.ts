import type { JobDetail } from '#features/jobs/contract.ts'
import { site } from '#features/site/config.ts'
import { jobPath } from '#shared/paths.ts'

type Job = Pick<JobDetail, 'id' | 'title' | 'employer' | 'city' | 'state' | 'expiresAt' | 'updatedAt'>

/** The deadline of a posting as an all-day event (RFC 5545); undefined if it has none. */
export function deadlineCalendar(job: Job, publicUrl: string): string | undefined {
  if (job.expiresAt === null) return undefined
  const url = `${publicUrl}${jobPath(job.id)}`
  const day = dayOf(job.expiresAt)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${site.name}//Job deadlines//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${job.id}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${momentOf(job.updatedAt)}`,
    `DTSTART;VALUE=DATE:${day}`,
    `SUMMARY:${escaped(`Closes: ${job.title}, ${job.employer}`)}`,
    `LOCATION:${escaped([job.city, job.state === 'OTHER' ? '' : job.state].filter((it) => it !== '').join(', '))}`,
    `DESCRIPTION:${escaped(`The posting closes on this day. ${url}`)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((it) => `${folded(it)}\r\n`).join('')
}

const dayOf = (moment: string): string => moment.slice(0, 10).replaceAll('-', '')

const momentOf = (moment: string): string => `${moment.slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r?\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '')

const maxLine = 75

/** Lines have at most 75 octets; a continuation begins with a space. */
function folded(line: string): string {
  const lines: string[] = []
  let current = ''
  for (const character of line) {
    if (Buffer.byteLength(current + character) > maxLine) {
      lines.push(current)
      current = ' '
    }
    current += character
  }
  return [...lines, current].join('\r\n')
}
