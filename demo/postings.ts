import { dayOf } from '#features/insights/server/service.ts'
import type { CountedEvent } from '#features/insights/server/queries.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import {
  newPostingSchema,
  publicPostSchema,
  type NewPosting,
  type PublicPost,
} from '#features/postings/schemas.ts'
import { teams, type Team } from './accounts.ts'
import type { Agency, Employer } from './catalog/employers.ts'
import { createWorld } from './catalog/generate.ts'
import { makeJob, type DemoJob, type World } from './catalog/job.ts'
import { toPlain } from './catalog/descriptions.ts'
import { dollars } from './catalog/pay.ts'
import { placesByState, type Place } from './catalog/places.ts'
import { Rng, weighted } from './catalog/rng.ts'
import { applyUrl } from './catalog/shapes.ts'

/** What the sample accounts post, written by the catalog's generator. */

const site = (city: string) =>
  placesByState.get('OH')?.find((place) => place.city === city) as Place

const employerNamed = ({ name, kind }: Team): Employer => ({
  name,
  short: name,
  host: `${name.toLowerCase().replaceAll(' ', '-')}.example.org`,
  type: kind,
  sites: [site('Columbus'), site('Dayton'), site('Akron')],
  ehr: 'Epic',
  beds: 420,
  physicians: 260,
  founded: 1921,
  verified: false,
})

const seed = 7
const worldAt = (now: Date): World => createWorld({ seed, count: 400, now })

/** Jobs of an employer itself. */
export function jobsOf(team: Team, now: Date): DemoJob[] {
  const world = worldAt(now)
  const employer = employerNamed(team)
  // So that two do not offer the same.
  const from = 500 * teams.indexOf(team)
  return take(
    { ...world, employers: { ...world.employers, at: () => employer } },
    (job) => job.agency === null,
    from,
  )
}

/** Jobs of several hospitals, which the firm recruits for. */
export function recruiterJobs(name: string, now: Date): DemoJob[] {
  const world = worldAt(now)
  const firm: Agency = { name, short: name, host: 'demo-recruiting.example.org' }
  return take(
    { ...world, employers: { ...world.employers, searchFirms: [firm] } },
    (job) => job.agency === firm,
  )
}

/** Jobs of practices without an account. */
export const practiceJobs = (now: Date): DemoJob[] =>
  take(worldAt(now), (job) => job.agency === null && job.employer.type === 'Private Practice')

/** A posting of each, in this order. */
const wanted: readonly Specialty[] = [
  'Internal Medicine',
  'Family Medicine',
  'Psychiatry',
  'Geriatrics',
  'Emergency Medicine',
  'Cardiology',
  'Pediatrics',
  'Obstetrics & Gynecology',
  'Neurology',
  'Anesthesiology',
  'General Surgery',
  'Radiology',
]

function take(world: World, isWanted: (job: DemoJob) => boolean, from = 0): DemoJob[] {
  const found = new Map<Specialty, DemoJob>()
  for (let index = from; found.size < wanted.length; index++) {
    const job = makeJob(world, index)
    const { specialty } = job.profile
    if (wanted.includes(specialty) && !found.has(specialty) && isWanted(job) && isYearly(job))
      found.set(specialty, job)
  }
  return wanted.flatMap((it) => found.get(it) ?? [])
}

const isYearly = ({ facts: { type }, terms: { pay } }: DemoJob): boolean =>
  (type === 'full-time' || type === 'part-time') && (pay?.unit ?? 'YEAR') === 'YEAR'

/** The dashboard's form, filled in. The key makes a repeated call harmless. */
export const dashboardForm = (job: DemoJob, idempotencyKey: string): NewPosting =>
  newPostingSchema.parse({
    ...common(job),
    idempotencyKey,
    location: `${job.place.city}, ${job.place.state}`,
    jobType: job.facts.type,
    salaryMin: job.terms.pay?.min ? dollars(job.terms.pay.min) : '',
    salaryMax: job.terms.pay?.max ? dollars(job.terms.pay.max) : '',
    compNotes: job.terms.words ?? '',
    newGraduatesAcceptable: job.facts.newGraduates,
    stateLicenseRequired: job.facts.licenseRequired,
  })

/** The form that needs no account, filled in. */
export const publicForm = (job: DemoJob, idempotencyKey: string): PublicPost =>
  publicPostSchema.parse({
    ...common(job),
    idempotencyKey,
    city: job.place.city,
    state: job.place.state,
    employmentType: job.facts.type,
    compMin: job.terms.pay?.min ?? '',
    compMax: job.terms.pay?.max ?? '',
    contactEmail: job.email,
  })

const common = ({ title, profile, track, employer, facts, sections, ...job }: DemoJob) => ({
  title,
  company: employer.name,
  organizationType: employer.type,
  specialty: profile.specialty,
  subspecialty: track.subspecialty ?? '',
  description: toPlain(sections),
  setting: [...track.setting],
  schedule: [...track.schedule],
  benefits: facts.benefits,
  visaSupport: facts.visa ?? '',
  ehr: facts.namesEhr ? employer.ehr : '',
  startDateText: facts.startDate ?? '',
  hireWindow: facts.hireWindow ?? '',
  applyUrl: applyUrl({ title, profile, track, employer, facts, sections, ...job }),
})

const day = 86_400_000

const drawOrigin = weighted([
  ['search', 4],
  ['engine', 2],
  ['alert', 2],
  ['aggregator', 1],
  ['unknown', 1],
] as const)

/**
 * Views and apply clicks from the day of posting to today: many at first, fewer later and on
 * weekends.
 */
export function* visitsOf(
  jobId: string,
  { ageDays, index, now }: { ageDays: number; index: number; now: Date },
) {
  const rng = new Rng(seed, index)
  const interest = 6 + rng.next() * 12
  for (let age = Math.min(ageDays, 89); age >= 0; age--) {
    const time = now.getTime() - age * day
    const isWeekend = [0, 6].includes(new Date(time).getUTCDay())
    const expected = interest * (0.35 + Math.exp(-(ageDays - age) / 12)) * (isWeekend ? 0.5 : 1)
    for (let left = Math.round(expected * (0.6 + rng.next() * 0.8)); left > 0; left--) {
      const token = rng.next().toString(16).slice(2).padEnd(16, '0').slice(0, 16)
      const event = {
        jobId,
        day: dayOf(time),
        token,
        origin: drawOrigin.at(rng.next()),
        viewerId: null,
        count: 1,
      }
      yield { ...event, kind: 'view', count: rng.chance(0.25) ? 2 : 1 } satisfies CountedEvent
      if (rng.chance(0.09)) yield { ...event, kind: 'apply' } satisfies CountedEvent
    }
  }
}
