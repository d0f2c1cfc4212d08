import { usStates } from '#shared/us-states.ts'
import { toPlain } from '../layout.ts'
import { applyUrl, poster, typeLabel, type Shape } from './scraped-item.ts'

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
    applyMethod: rng.chance(0.25) ? `mailto:${job.email}?subject=${encodeURIComponent(job.title)}` : applyUrl(job),
    descriptionText: toPlain(job.sections, '• '),
    employmentTypes: [typeLabel(job.facts.type)],
    contractType: job.facts.payroll === '1099' ? 'Independent Contractor' : 'Employee',
    ...(pay ? { compensationMin: pay.min, compensationMax: pay.max, compensationUnit: unitLabels[pay.unit] } : {}),
    postedDate: job.postedAt.toISOString(),
    specialties: job.track.subspecialty ? [job.profile.specialty, job.track.subspecialty] : [job.profile.specialty],
    disciplines: ['Physician/Surgeon'],
    profession: 'Physician',
  }
}

const unitLabels = { YEAR: 'Yearly', MONTH: 'Monthly', WEEK: 'Weekly', DAY: 'Daily', HOUR: 'Hourly' } as const
