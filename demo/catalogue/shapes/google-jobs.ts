import { usStates } from '#shared/us-states.ts'
import { ageInWords } from '../dates.ts'
import type { Section } from '../descriptions.ts'
import type { DemoJob } from '../job.ts'
import { toPlain } from '../layout.ts'
import { dollars, type PayTerms } from '../pay.ts'
import { applyUrl, poster, typeLabel, type JsonObject, type Shape } from './scraped-item.ts'

export const googleJobsItem: Shape = (job, now, rng) => {
  const id = Buffer.from(`{"docid":"${job.number}"}`).toString('base64')
  const place = job.facts.telehealth && rng.chance(0.5) ? 'Anywhere' : `${job.place.city}, ${job.place.state}`
  const extensions: JsonObject = { posted_at: ageInWords(job.postedAt, now), schedule_type: scheduleType(job) }
  const salary = salaryText(job.terms)
  if (salary) extensions['salary'] = salary
  const common = {
    title: job.title,
    description: toPlain(job.sections, '• '),
    job_highlights: highlights(job.sections),
    detected_extensions: extensions,
  }
  if (rng.chance(0.3))
    return {
      ...common,
      jobId: id,
      employer_name: poster(job),
      job_city: job.place.city,
      job_state: rng.chance(0.5) ? usStates[job.place.state] : job.place.state,
      job_country: 'US',
      job_apply_link: applyUrl(job),
      share_link: `https://google.example.org/jobs?htidocid=${encodeURIComponent(id)}`,
    }
  return {
    ...common,
    job_id: id,
    ...(rng.chance(0.8) ? { company_name: poster(job) } : { company: poster(job) }),
    location: place,
    via: `via ${rng.pick(['Physician Careers', 'Doctor Jobs Daily', poster(job)])}`,
    share_link: `https://google.example.org/search?ibp=htl;jobs#htidocid=${encodeURIComponent(id)}`,
    apply_options: [
      { title: `${poster(job)} Careers`, link: applyUrl(job) },
      { title: 'Physician Careers', link: `https://board.example.org/jobs/${job.number}?utm_source=google_jobs_apply` },
    ],
  }
}

function scheduleType({ facts }: DemoJob): string {
  if (facts.type === 'locums' || facts.type === 'temporary') return 'Contractor and Temp work'
  if (facts.type === 'contract') return 'Contractor'
  return facts.type === 'permanent' ? 'Full-time' : typeLabel(facts.type)
}

const perUnit = { YEAR: 'a year', MONTH: 'a month', WEEK: 'a week', DAY: 'a day', HOUR: 'an hour' } as const

/** '250K–300K a year', '170–190 an hour' */
function salaryText({ pay }: PayTerms): string | null {
  if (!pay) return null
  const range =
    pay.min !== null && pay.max !== null && pay.min !== pay.max
      ? `${short(pay.min)}–${short(pay.max)}`
      : short(pay.min ?? pay.max ?? 0)
  return `${range} ${perUnit[pay.unit]}`
}

/** 'K' from ten thousand up. */
function short(value: number): string {
  return value >= 10_000 ? `${Math.round(value / 100) / 10}K` : dollars(value).slice(1)
}

function highlights(sections: readonly Section[]): JsonObject[] {
  const titles = { requirements: 'Qualifications', benefits: 'Benefits', duties: 'Responsibilities' } as const
  return sections.flatMap(({ role, lines }) =>
    role in titles ? [{ title: titles[role as keyof typeof titles], items: lines }] : [],
  )
}
