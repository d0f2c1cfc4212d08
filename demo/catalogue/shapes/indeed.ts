import type { EmploymentType } from '#features/jobs/model.ts'
import { ageInDays } from '../dates.ts'
import type { DemoJob } from '../job.ts'
import { toHtml, toPlain } from '../layout.ts'
import { dollars, payInWords, type PayTerms } from '../pay.ts'
import { applyUrl, poster, type JsonObject, type Shape } from './scraped-item.ts'

export const indeedItem: Shape = (job, now, rng) => {
  const key = job.number.toString(16).padStart(16, '0')
  const text = toPlain(job.sections, rng.chance(0.5) ? '' : '- ')
  const html = toHtml(job.sections)
  const nested = rng.chance(0.3)
  return {
    ...(nested ? { jobTitle: job.title } : { positionName: job.title }),
    salary: salary(job.terms),
    jobType: types[job.facts.type],
    company: poster(job),
    location: rng.chance(0.6) ? `${job.place.city}, ${job.place.state} ${job.zip}` : `${job.place.city}, ${job.place.state}`,
    url: `https://indeed.example.org/viewjob?jk=${key}`,
    id: key,
    postedAt: ageInDays(job.postedAt, now),
    ...(nested ? {} : { postingDateParsed: job.postedAt.toISOString() }),
    scrapedAt: now.toISOString(),
    ...(nested ? { description: { text, html } } : { description: text, descriptionHTML: html }),
    externalApplyLink: rng.chance(0.8) ? applyUrl(job) : null,
    isExpired: false,
    searchInput: { position: job.profile.specialty, location: job.place.state, country: 'US' },
    ...rating(job, rng.int(28, 46) / 10),
  }
}

const types: Record<EmploymentType, string[]> = {
  'full-time': ['Full-time'],
  permanent: ['Permanent', 'Full-time'],
  'part-time': ['Part-time'],
  locums: ['Temporary', 'Contract', 'Locum tenens'],
  contract: ['Contract'],
  'per-diem': ['PRN', 'Per diem'],
  temporary: ['Temporary'],
}

/** '$290,000–$340,000 a year', 'From $150 an hour' */
function salary({ pay, words }: PayTerms): string | null {
  if (!pay) return words
  if (pay.min === null || pay.max === null || pay.min === pay.max) {
    const text = payInWords(pay)
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  return `${dollars(pay.min)}–${payInWords({ ...pay, min: pay.max })}`
}

function rating(job: DemoJob, stars: number): JsonObject {
  return job.number % 3 === 0 ? {} : { rating: stars, reviewsCount: (job.employer.physicians * 7) % 400 }
}
