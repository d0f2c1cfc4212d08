import { usStates } from '#shared/us-states.ts'
import { isoDay } from './dates.ts'
import type { DemoJob } from './job.ts'
import type { Rng } from './rng.ts'
import {
  healthecareersItem,
  indeedItem,
  linkedinItem,
  practicelinkItem,
  type JsonObject,
  type ScrapedItem,
  type Shape,
} from './shapes.ts'

/**
 * Defects of real feeds: each spoils a good job. Some rows remain readable, the others must be
 * skipped.
 */
export type Spoil = (context: SpoilContext) => ScrapedItem

export type SpoilContext = {
  job: DemoJob
  /** An earlier row of the data set, for repetitions. */
  earlier: { job: DemoJob; item: ScrapedItem }
  now: Date
  rng: Rng
}

/** A good row of this shape with other values in some fields. */
const changed =
  (shape: Shape, change: (context: SpoilContext) => JsonObject): Spoil =>
  (context) => ({ ...shape(context.job, context.now, context.rng), ...change(context) })

const spoilers = {
  sameUrl: ({ earlier }) => earlier.item,
  repostedElsewhere: ({ job, earlier, now, rng }) => ({
    ...practicelinkItem(earlier.job, now, rng),
    url: `https://repost.example.org/jobs/${job.number}`,
  }),
  unknownEmployer: changed(linkedinItem, ({ rng }) => ({
    companyName: rng.pick(['Unknown', 'unknown', 'N/A', 'Confidential']),
  })),
  wrongState: ({ job, now, rng }) => ({
    ...inSaintLouis(linkedinItem(job, now, rng), job),
    location: 'Saint Louis, NM',
  }),
  emojiTitle: changed(linkedinItem, ({ job: { title }, rng }) => ({
    title: rng.pick([`🚨 ${title} 🚨`, `${title} ⭐️ APPLY TODAY`, `🩺 ${title}`]),
  })),
  gluedWords: changed(indeedItem, ({ job: { place }, rng }) => ({
    location: rng.pick([`${place.city}Full-Time`, `${place.city}, ${place.state}Full-Time`]),
  })),
  blanksInUrl: changed(practicelinkItem, ({ job }) => ({
    url: ` https://practicelink.example.org/jobs/${job.number}/physician opening ${job.place.city} `,
  })),
  signingNotPay: changed(practicelinkItem, () => ({ salary: 'Up to $60K signing' })),
  unitlessHourly: changed(practicelinkItem, () => ({ salary: '$170 – $180' })),
  absurdPay: changed(healthecareersItem, () => ({
    compensationMin: 1,
    compensationMax: 99_999_999,
    compensationUnit: 'Yearly',
  })),
  otherProfession: changed(healthecareersItem, ({ job, rng }) => {
    const title = rng.pick(otherTitles).replace('{unit}', job.profile.specialty)
    const text = `${title} wanted in ${job.place.city}. Full benefits, friendly team, day and evening shifts. Current license required.`
    return {
      title,
      descriptionText: text,
      profession: title,
      disciplines: ['Nursing and Allied Health'],
      compensationMin: 32,
      compensationMax: 58,
      compensationUnit: 'Hourly',
    }
  }),
  errorRow: ({ job }) => ({
    error: 'REQUEST_FAILED',
    errorMessage: 'Navigation timed out after 60000 ms.',
    url: `https://indeed.example.org/viewjob?jk=${job.number.toString(16)}`,
  }),
  expired: changed(indeedItem, () => ({ isExpired: true })),
  missingTitle: changed(healthecareersItem, ({ rng }) => ({ title: rng.pick(['', '   ', null]) })),
  missingPlace: changed(linkedinItem, ({ rng }) => ({
    location: rng.pick(['', 'United States', 'Multiple Locations']),
  })),
  emptyText: changed(linkedinItem, () => ({ description: '', descriptionHtml: '<p></p>' })),
  notAnObject: ({ rng }) => rng.pick<ScrapedItem>([null, 'Physician jobs', 42, [], true]),
  controlCharacters: changed(practicelinkItem, ({ job }) => ({
    title: `${job.title}\u0000\u0007`,
    description_text: `\u000b${job.title}\u0000 in ${job.place.city}.\u001b[0m Send your CV.`,
  })),
  unsafeLink: changed(linkedinItem, () => ({ applyUrl: 'javascript:void(0)' })),
  badDate: changed(practicelinkItem, ({ job, rng }) => ({
    date_posted: rng.pick(['0000-00-00', 'yesterday-ish', `${isoDay(job.postedAt)}T99:99:99`]),
  })),
  otherCountry: changed(healthecareersItem, () => ({
    city: 'Toronto',
    state: 'Ontario',
    countryCode: 'CA',
    locationText: 'Toronto, Ontario, Canada',
  })),
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

const otherTitles = [
  'Registered Nurse – {unit}',
  'Nurse Practitioner, {unit}',
  'Licensed Practical Nurse (LPN)',
  'Physician Assistant – {unit}',
  'PA-C, {unit}',
  'Advanced Practice Provider (NP/PA), {unit}',
  'Surgical Technician',
  'Medical Assistant, {unit}',
  'Pharmacy Technician',
  'Physical Therapist',
]
