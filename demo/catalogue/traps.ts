import { usStates } from '#shared/us-states.ts'
import { isoDay } from './dates.ts'
import type { DemoJob } from './job.ts'
import type { Rng } from './rng.ts'
import { indeedItem } from './shapes/indeed.ts'
import { healthecareersItem } from './shapes/healthecareers.ts'
import { linkedinItem } from './shapes/linkedin.ts'
import { practicelinkItem } from './shapes/practicelink.ts'
import type { JsonObject, ScrapedItem } from './shapes/scraped-item.ts'

/** Defects of real feeds: each spoils a good job. Some rows remain readable, the others must be skipped. */
export type Spoil = (context: SpoilContext) => ScrapedItem

export type SpoilContext = {
  job: DemoJob
  /** An earlier row of the data set, for repetitions. */
  earlier: { job: DemoJob; item: ScrapedItem }
  now: Date
  rng: Rng
}

const spoilers = {
  sameUrl: ({ earlier }) => earlier.item,
  repostedElsewhere: ({ job, earlier, now, rng }) => ({
    ...practicelinkItem(earlier.job, now, rng),
    url: `https://repost.example.org/jobs/${job.number}`,
  }),
  unknownEmployer: ({ job, now, rng }) => ({
    ...linkedinItem(job, now, rng),
    companyName: rng.pick(['Unknown', 'unknown', 'N/A', 'Confidential']),
  }),
  wrongState: ({ job, now, rng }) => ({ ...inSaintLouis(linkedinItem(job, now, rng), job), location: 'Saint Louis, NM' }),
  emojiTitle: ({ job, now, rng }) => ({
    ...linkedinItem(job, now, rng),
    title: rng.pick([`🚨 ${job.title} 🚨`, `${job.title} ⭐️ APPLY TODAY`, `🩺 ${job.title}`]),
  }),
  gluedWords: ({ job, now, rng }) => ({
    ...indeedItem(job, now, rng),
    location: rng.pick([`${job.place.city}Full-Time`, `${job.place.city}, ${job.place.state}Full-Time`]),
  }),
  blanksInUrl: ({ job, now, rng }) => ({
    ...practicelinkItem(job, now, rng),
    url: ` https://practicelink.example.org/jobs/${job.number}/physician opening ${job.place.city} `,
  }),
  signingNotPay: ({ job, now, rng }) => ({ ...practicelinkItem(job, now, rng), salary: 'Up to $60K signing' }),
  unitlessHourly: ({ job, now, rng }) => ({ ...practicelinkItem(job, now, rng), salary: '$170 – $180' }),
  absurdPay: ({ job, now, rng }) => ({
    ...healthecareersItem(job, now, rng),
    compensationMin: 1,
    compensationMax: 99_999_999,
    compensationUnit: 'Yearly',
  }),
  nurse: ({ job, now, rng }) =>
    otherProfession(job, now, rng, [
      'Registered Nurse – {unit}',
      'Nurse Practitioner, {unit}',
      'RN Case Manager',
      'Licensed Practical Nurse (LPN)',
    ]),
  assistant: ({ job, now, rng }) =>
    otherProfession(job, now, rng, [
      'Physician Assistant – {unit}',
      'PA-C, {unit}',
      'Advanced Practice Provider (NP/PA), {unit}',
    ]),
  technician: ({ job, now, rng }) =>
    otherProfession(job, now, rng, [
      'Surgical Technician',
      'Radiologic Technologist',
      'Medical Assistant, {unit}',
      'Pharmacy Technician',
      'Physical Therapist',
    ]),
  errorRow: ({ job }) => ({
    error: 'REQUEST_FAILED',
    errorMessage: 'Navigation timed out after 60000 ms.',
    url: `https://indeed.example.org/viewjob?jk=${job.number.toString(16)}`,
  }),
  expired: ({ job, now, rng }) => ({ ...indeedItem(job, now, rng), isExpired: true }),
  missingTitle: ({ job, now, rng }) => ({ ...healthecareersItem(job, now, rng), title: rng.pick(['', '   ', null]) }),
  missingPlace: ({ job, now, rng }) => ({
    ...linkedinItem(job, now, rng),
    location: rng.pick(['', 'United States', 'Multiple Locations']),
  }),
  emptyText: ({ job, now, rng }) => ({ ...linkedinItem(job, now, rng), description: '', descriptionHtml: '<p></p>' }),
  notAnObject: ({ rng }) => rng.pick<ScrapedItem>([null, 'Physician jobs', 42, [], true]),
  controlCharacters: ({ job, now, rng }) => ({
    ...practicelinkItem(job, now, rng),
    title: `${job.title}\u0000\u0007`,
    description_text: `\u000b${job.title}\u0000 in ${job.place.city}.\u001b[0m Send your CV.`,
  }),
  unsafeLink: ({ job, now, rng }) => ({ ...linkedinItem(job, now, rng), applyUrl: 'javascript:void(0)' }),
  badDate: ({ job, now, rng }) => ({
    ...practicelinkItem(job, now, rng),
    date_posted: rng.pick(['0000-00-00', 'yesterday-ish', `${isoDay(job.postedAt)}T99:99:99`]),
  }),
  otherCountry: ({ job, now, rng }) => ({
    ...healthecareersItem(job, now, rng),
    city: 'Toronto',
    state: 'Ontario',
    countryCode: 'CA',
    locationText: 'Toronto, Ontario, Canada',
  }),
} satisfies Record<string, Spoil>

export type Trap = keyof typeof spoilers

export const traps = Object.keys(spoilers) as Trap[]

export const spoil = (trap: Trap, context: SpoilContext): ScrapedItem => spoilers[trap](context)

/** Title and text name the city, too. */
function inSaintLouis(item: JsonObject, { place: { city, state } }: DemoJob): JsonObject {
  const moved = JSON.stringify(item)
    .replaceAll(`${city}, ${state}`, 'Saint Louis, MO')
    .replaceAll(city, 'Saint Louis')
    .replaceAll(usStates[state], 'Missouri')
  return JSON.parse(moved) as JsonObject
}

function otherProfession(job: DemoJob, now: Date, rng: Rng, titles: readonly string[]): JsonObject {
  const title = rng.pick(titles).replace('{unit}', job.profile.specialty)
  const text = `${title} wanted in ${job.place.city}. Full benefits, friendly team, day and evening shifts. Current license required.`
  const item = healthecareersItem(job, now, rng)
  return {
    ...item,
    title,
    descriptionText: text,
    profession: title,
    disciplines: ['Nursing and Allied Health'],
    compensationMin: 32,
    compensationMax: 58,
    compensationUnit: 'Hourly',
  }
}
