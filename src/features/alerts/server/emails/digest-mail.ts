import type { JobSummary } from '#features/jobs/contract.ts'
import { countText, payText, placeText } from '#features/jobs/display.ts'
import { site } from '#features/site/config.ts'
import { jobPath } from '#shared/paths.ts'
import type { MailContent, MailListItem } from '#server/lib/mail/content.ts'
import type { Frequency } from '#features/alerts/model.ts'

type Digest = {
  jobs: readonly JobSummary[]
  /** The search in words. */
  label: string
  frequency: Frequency
  publicUrl: string
  resultsUrl: string
  manageUrl: string
}

/** More would be cut off by mail programs, and read by nobody. */
const maxShown = 20
const rhythms: Record<Frequency, string> = { instant: 'as soon as it appears', daily: 'once a day', weekly: 'once a week' }

export function digestMail({ jobs, label, frequency, publicUrl, resultsUrl, manageUrl }: Digest): MailContent {
  const count = countText(jobs.length).replace(' ', ' new ')
  const more = jobs.length - maxShown
  return {
    subject: `${count}: ${label}`,
    preview: jobs
      .slice(0, 3)
      .map((it) => it.title)
      .join(' · '),
    blocks: [
      { kind: 'heading', text: count },
      { kind: 'text', text: label },
      { kind: 'list', items: jobs.slice(0, maxShown).map((job) => itemOf(job, publicUrl)) },
      ...(more > 0 ? [{ kind: 'text' as const, text: `And ${countText(more)} more.` }] : []),
      { kind: 'button', label: 'See all jobs of this search', href: resultsUrl },
      {
        kind: 'list',
        items: [{ title: 'Your job alerts', href: manageUrl, lines: ['Change how often they come, pause or delete them.'] }],
      },
    ],
    reason: `You get this mail because you asked ${site.name} for new jobs of this search, ${rhythms[frequency]}.`,
  }
}

/** A new job is news to many: it is one item in all their mails. */
const items = new WeakMap<JobSummary, MailListItem>()

function itemOf(job: JobSummary, publicUrl: string): MailListItem {
  const item = items.get(job) ?? {
    title: job.title,
    href: publicUrl + jobPath(job.id),
    lines: [`${job.employer} · ${placeText(job)}`, payText(job) ?? 'Pay not stated'],
  }
  items.set(job, item)
  return item
}
