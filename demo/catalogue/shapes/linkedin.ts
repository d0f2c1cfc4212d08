import { usStates } from '#shared/us-states.ts'
import { ageInWords, isoDay } from '../dates.ts'
import { commas } from '../grammar.ts'
import { toHtml, toPlain } from '../layout.ts'
import type { PayTerms } from '../pay.ts'
import { applyUrl, poster, slugOf, typeLabel, type Shape } from './scraped-item.ts'

export const linkedinItem: Shape = (job, now, rng) => {
  const url = `https://www.linkedin.example.org/jobs/view/${slugOf(job)}-${job.number}?position=${rng.int(1, 60)}`
  const remote = job.facts.telehealth
  return {
    // Some scrapers leave the id in the address.
    ...(rng.chance(0.7) ? { id: String(job.number), jobUrl: url } : { link: url }),
    title: job.title,
    companyName: poster(job),
    location: rng.chance(0.5)
      ? `${job.place.city}, ${job.place.state}`
      : `${job.place.city}, ${usStates[job.place.state]}, United States`,
    applyUrl: rng.chance(0.6) ? applyUrl(job) : '',
    applyType: 'EXTERNAL',
    description: toPlain(job.sections, '· '),
    ...(rng.chance(0.5) ? { descriptionHtml: toHtml(job.sections) } : {}),
    contractType: job.facts.type === 'locums' ? rng.pick(['Temporary', 'Contract']) : typeLabel(job.facts.type),
    workType: remote ? 'Remote' : rng.chance(0.1) ? 'Hybrid' : 'Health Care Provider',
    experienceLevel: rng.pick(['Not Applicable', 'Mid-Senior level', 'Entry level', 'Associate']),
    industries: rng.pick(['Hospitals and Health Care', 'Medical Practices', 'Staffing and Recruiting']),
    salary: salary(job.terms),
    publishedAt: isoDay(job.postedAt),
    postedAt: ageInWords(job.postedAt, now),
    applicationsCount: rng.pick(['Be among the first 25 applicants', 'Over 200 applicants', '37 applicants']),
  }
}

const suffix = { YEAR: 'yr', MONTH: 'mo', WEEK: 'wk', DAY: 'day', HOUR: 'hr' } as const

/** '$141,000.00/yr - $180,000.00/yr', or an empty text. */
function salary({ pay, words }: PayTerms): string {
  if (!pay) return words ?? ''
  const amount = (value: number) => `$${commas(value)}.00/${suffix[pay.unit]}`
  if (pay.min === null || pay.max === null || pay.min === pay.max) return amount(pay.min ?? pay.max ?? 0)
  return `${amount(pay.min)} - ${amount(pay.max)}`
}
