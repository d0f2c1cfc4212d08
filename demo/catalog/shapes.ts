import { formatNumber } from '#shared/numbers.ts'
import { employmentTypeLabels, type EmploymentType } from '#features/jobs/model.ts'
import { usStates } from '#shared/us-states.ts'
import { ageInDays, ageInWords, isoDay } from './dates.ts'
import type { DemoJob } from './job.ts'
import { toHtml, toPlain } from './descriptions.ts'
import { dollars, payInWords, type PayTerms } from './pay.ts'
import type { Rng } from './rng.ts'

type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

/** One line of a public data set: usually an object, but anything is possible. */
export type ScrapedItem = JsonValue

/** How one kind of scraper writes a job. */
export type Shape = (job: DemoJob, now: Date, rng: Rng) => JsonObject

const poster = (job: DemoJob): string => (job.agency ?? job.employer).name

const slugOf = (job: DemoJob): string =>
  job.title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

export const applyUrl = (job: DemoJob): string =>
  `https://${(job.agency ?? job.employer).host}/careers/${slugOf(job)}-${job.number}`

const typeLabel = (type: EmploymentType): string =>
  type === 'locums' ? 'Locum Tenens' : employmentTypeLabels[type]

/** `amount` of one figure, or of both ends of a range. */
function inFigures({ pay, words }: PayTerms, amount: (value: number) => string): string | null {
  if (!pay) return words
  const { min, max } = pay
  return min === null || max === null || min === max
    ? amount(min ?? max ?? 0)
    : `${amount(min)} - ${amount(max)}`
}

export const indeedItem: Shape = (job, now, rng) => {
  const key = job.number.toString(16).padStart(16, '0')
  const text = toPlain(job.sections, rng.chance(0.5) ? '' : '- ')
  const html = toHtml(job.sections)
  const nested = rng.chance(0.3)
  const { pay, words } = job.terms
  const isRange = pay && pay.min !== null && pay.max !== null && pay.min !== pay.max
  return {
    ...(nested ? { jobTitle: job.title } : { positionName: job.title }),
    salary: isRange
      ? `${dollars(pay.min ?? 0)}–${payInWords({ ...pay, min: pay.max })}`
      : pay
        ? upperFirst(payInWords(pay))
        : words,
    jobType: indeedTypes[job.facts.type],
    company: poster(job),
    location: rng.chance(0.6)
      ? `${job.place.city}, ${job.place.state} ${job.zip}`
      : `${job.place.city}, ${job.place.state}`,
    url: `https://indeed.example.org/viewjob?jk=${key}`,
    id: key,
    postedAt: ageInDays(job.postedAt, now),
    ...(nested ? {} : { postingDateParsed: job.postedAt.toISOString() }),
    scrapedAt: now.toISOString(),
    ...(nested ? { description: { text, html } } : { description: text, descriptionHTML: html }),
    externalApplyLink: rng.chance(0.8) ? applyUrl(job) : null,
    isExpired: false,
    searchInput: { position: job.profile.specialty, location: job.place.state, country: 'US' },
  }
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const indeedTypes: Record<EmploymentType, string[]> = {
  'full-time': ['Full-time'],
  permanent: ['Permanent', 'Full-time'],
  'part-time': ['Part-time'],
  locums: ['Temporary', 'Contract', 'Locum tenens'],
  contract: ['Contract'],
  'per-diem': ['PRN', 'Per diem'],
  temporary: ['Temporary'],
}

export const linkedinItem: Shape = (job, now, rng) => {
  const url = `https://www.linkedin.example.org/jobs/view/${slugOf(job)}-${job.number}?position=${rng.int(1, 60)}`
  const { pay } = job.terms
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
    contractType:
      job.facts.type === 'locums' ? rng.pick(['Temporary', 'Contract']) : typeLabel(job.facts.type),
    workType: job.facts.telehealth ? 'Remote' : rng.chance(0.1) ? 'Hybrid' : 'Health Care Provider',
    salary:
      inFigures(
        job.terms,
        (value) => `$${formatNumber(value)}.00/${linkedinUnits[pay?.unit ?? 'YEAR']}`,
      ) ?? '',
    publishedAt: isoDay(job.postedAt),
    postedAt: ageInWords(job.postedAt, now),
    applicationsCount: rng.pick([
      'Be among the first 25 applicants',
      'Over 200 applicants',
      '37 applicants',
    ]),
  }
}

const linkedinUnits = { YEAR: 'yr', MONTH: 'mo', WEEK: 'wk', DAY: 'day', HOUR: 'hr' } as const

/** Has no id and no apply link: the number is in the address. */
export const practicelinkItem: Shape = (job, _now, rng) => {
  const html = rng.chance(0.75)
  const unit =
    job.terms.pay && job.terms.pay.unit !== 'YEAR' ? ` per ${job.terms.pay.unit.toLowerCase()}` : ''
  const salary = inFigures(job.terms, dollars)
  return {
    title: job.title,
    company: poster(job),
    location: rng.chance(0.7)
      ? `${job.place.city}, ${job.place.state}`
      : `${job.place.city}, ${usStates[job.place.state]}`,
    url: `https://practicelink.example.org/jobs/${job.number}/${slugOf(job)}`,
    ...(html ? { description_html: toHtml(job.sections) } : {}),
    ...(html && rng.chance(0.5) ? {} : { description_text: toPlain(job.sections, '* ') }),
    job_type: typeLabel(job.facts.type),
    salary: salary && salary + unit,
    date_posted: isoDay(job.postedAt),
    specialty:
      job.track.subspecialty && rng.chance(0.4)
        ? `${job.profile.specialty} - ${job.track.subspecialty}`
        : job.profile.specialty,
  }
}

export const healthecareersItem: Shape = (job, _now, rng) => {
  const { pay } = job.terms
  const place = job.place
  return {
    id: String(job.number),
    jobCode: `HC-${job.number.toString(36).toUpperCase()}`,
    title: job.title,
    ...(rng.chance(0.7) ? { companyName: poster(job) } : { company: poster(job) }),
    city: place.city,
    state: rng.chance(0.3) ? usStates[place.state] : place.state,
    countryCode: 'US',
    locationText: `${place.city}, ${usStates[place.state]}`,
    url: `https://www.healthecareers.example.org/job/${job.number}`,
    applyMethod: rng.chance(0.25)
      ? `mailto:${job.email}?subject=${encodeURIComponent(job.title)}`
      : applyUrl(job),
    descriptionText: toPlain(job.sections, '• '),
    employmentTypes: [typeLabel(job.facts.type)],
    contractType: job.facts.payroll === '1099' ? 'Independent Contractor' : 'Employee',
    ...(pay
      ? {
          compensationMin: pay.min,
          compensationMax: pay.max,
          compensationUnit: healthecareersUnits[pay.unit],
        }
      : {}),
    postedDate: job.postedAt.toISOString(),
    specialties: job.track.subspecialty
      ? [job.profile.specialty, job.track.subspecialty]
      : [job.profile.specialty],
    disciplines: ['Physician/Surgeon'],
    profession: 'Physician',
  }
}

const healthecareersUnits = {
  YEAR: 'Yearly',
  MONTH: 'Monthly',
  WEEK: 'Weekly',
  DAY: 'Daily',
  HOUR: 'Hourly',
} as const
