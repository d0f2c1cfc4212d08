import { usStates } from '#shared/us-states.ts'
import { isoDay } from '../dates.ts'
import { toHtml, toPlain } from '../layout.ts'
import { dollars, type PayTerms } from '../pay.ts'
import { poster, slugOf, typeLabel, type Shape } from './scraped-item.ts'

/** Has no id and no apply link: the number is in the address. */
export const practicelinkItem: Shape = (job, _now, rng) => {
  const html = rng.chance(0.75)
  return {
    title: job.title,
    company: poster(job),
    location: rng.chance(0.7) ? `${job.place.city}, ${job.place.state}` : `${job.place.city}, ${usStates[job.place.state]}`,
    url: `https://practicelink.example.org/jobs/${job.number}/${slugOf(job)}`,
    ...(html ? { description_html: toHtml(job.sections) } : {}),
    ...(html && rng.chance(0.5) ? {} : { description_text: toPlain(job.sections, '* ') }),
    job_type: typeLabel(job.facts.type),
    salary: salary(job.terms),
    date_posted: isoDay(job.postedAt),
    specialty:
      job.track.subspecialty && rng.chance(0.4) ? `${job.profile.specialty} - ${job.track.subspecialty}` : job.profile.specialty,
  }
}

/** '$200,000 - $250,000' a year. */
function salary({ pay, words }: PayTerms): string | null {
  if (!pay) return words
  const unit = pay.unit === 'YEAR' ? '' : ` per ${pay.unit.toLowerCase()}`
  if (pay.min !== null && pay.max !== null && pay.min !== pay.max) return `${dollars(pay.min)} - ${dollars(pay.max)}${unit}`
  return `${dollars(pay.min ?? pay.max ?? 0)}${unit}`
}
