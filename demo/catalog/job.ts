import type { OrganizationType } from '#features/jobs/model.ts'
import { practitioner } from '#vocabulary/specialties.ts'
import { type Specialty } from '#vocabulary/specialties.ts'
import { usStates } from '#shared/us-states.ts'
import { profiles, states, texts, type DemoState, type Profile, type Track } from './data.ts'
import { drawPostedAt, monthAndYear, daysAfter } from './dates.ts'
import { writeDescription, type Section } from './descriptions.ts'
import type { Agency, Employer, Employers } from './employers.ts'
import { drawFacts, type Facts } from './facts.ts'
import { fill, withArticle, type Words } from './grammar.ts'
import { drawPay, type PayTerms } from './pay.ts'
import { stateByPopulation, type Place } from './places.ts'
import { Rng, weighted } from './rng.ts'
import { writeTitle } from './titles.ts'

/** Shared by all jobs of a data set. */
export type World = { seed: number; now: Date; employers: Employers }

/** A position with all facts that an item shape or a catalog row may state. */
export type DemoJob = {
  /** Unique in the data set, and as large as a website's ids. */
  number: number
  profile: Profile
  track: Track
  title: string
  employer: Employer
  agency: Agency | null
  place: Place
  zip: string
  facts: Facts
  terms: PayTerms
  postedAt: Date
  sections: Section[]
  email: string
  phone: string
}

/** Job `index`, independent of the others. */
export function makeJob(world: World, index: number): DemoJob {
  const rng = new Rng(world.seed, index)
  const profile = drawProfile.at(spread(index, 0.7548776662466927))
  const track = (drawTrack.get(profile) ?? drawTrackOf(profile)).at(rng.next())
  const state = stateByPopulation.at(spread(index, 0.5698402909980532))
  const employer = drawEmployer(world.employers, state, profile, track, rng)
  const place = rng.chance(0.6) ? (employer.sites[0] as Place) : rng.pick(employer.sites)
  const facts = drawFacts(track, employer, place, world.now, rng)
  const agency = drawAgency(world.employers, facts, rng)
  const postedAt = drawPostedAt(world.now, rng)
  const email = `${rng.pick(['recruitment', 'physician.jobs', 'careers', 'physicians'])}@${(agency ?? employer).host}`
  const phone = `(${states[place.state].areaCode}) 555-01${String(rng.int(0, 99)).padStart(2, '0')}`
  const terms = drawPay(profile.specialty, track, facts.type, rng)
  const words = wordsFor(
    {
      profile,
      track,
      employer,
      agency,
      place,
      email,
      phone,
      month: monthAndYear(daysAfter(world.now, rng.int(20, 120))),
    },
    rng,
  )
  const title = writeTitle(track, facts, place, words, rng)
  const sections = writeDescription(
    { title, profile, track, facts, terms, employer, agency, place, words },
    rng,
  )
  return {
    number: numberFor(world.seed, index),
    profile,
    track,
    title,
    employer,
    agency,
    place,
    zip: rng.pick(place.zips),
    facts,
    terms,
    postedAt,
    sections,
    email,
    phone,
  }
}

const drawProfile = weighted(profiles.map((profile) => [profile, profile.weight] as const))
const drawTrack = new Map(profiles.map((profile) => [profile, drawTrackOf(profile)]))

function drawTrackOf(profile: Profile) {
  return weighted(profile.tracks.map((track) => [track, track.weight ?? 1] as const))
}

/**
 * Spreads consecutive jobs evenly, so that a small data set has the rarest specialties and states.
 * The two steps are those of the R2 sequence, which keeps pairs even, too.
 */
function spread(index: number, step: number): number {
  return (0.5 + index * step) % 1
}

/** Fields that need a referral hospital, and mostly a city. */
const cityFields: ReadonlySet<Specialty> = new Set([
  'Neurosurgery',
  'Plastic Surgery',
  'Radiation Oncology',
  'Thoracic Surgery',
  'Vascular Surgery',
])

function drawEmployer(
  employers: Employers,
  state: DemoState,
  profile: Profile,
  track: Track,
  rng: Rng,
): Employer {
  const types = track.employers ?? profile.employers
  const needsCity = track.fellowship !== undefined || cityFields.has(profile.specialty)
  for (let tries = 1; ; tries++) {
    const employer = employers.at(state, types, rng)
    if (!needsCity || tries > 6 || employer.sites[0]?.size !== 'rural') return employer
  }
}

function drawAgency(employers: Employers, facts: Facts, rng: Rng): Agency | null {
  if (facts.type === 'locums') return rng.chance(0.8) ? rng.pick(employers.locumsFirms) : null
  return rng.chance(0.13) ? rng.pick(employers.searchFirms) : null
}

/** Steps coprime with the range, so a number repeats only after a billion jobs. */
function numberFor(seed: number, index: number): number {
  return 3_000_000_000 + ((seed * 7_654_321 + index * 48_271_003) % 999_999_937)
}

type Subject = Pick<
  DemoJob,
  'profile' | 'track' | 'employer' | 'agency' | 'place' | 'email' | 'phone'
> & { month: string }

function wordsFor(
  { profile, track, employer, agency, place, email, phone, month }: Subject,
  rng: Rng,
): Words {
  const numbers = {
    beds: String(track.beds ?? employer.beds),
    physicians: String(employer.physicians),
    founded: String(employer.founded),
  }
  const house = fill(rng.pick(texts.houses[employer.type satisfies OrganizationType]), numbers, rng)
  const noun = track.noun ?? lowerCased(practitioner(profile.specialty))
  return {
    ...numbers,
    employer: employer.name,
    short: employer.short,
    poster: (agency ?? employer).name,
    agency: agency?.name ?? employer.name,
    city: place.city,
    state: place.state === 'DC' ? 'DC' : usStates[place.state],
    noun,
    aNoun: withArticle(noun),
    field: track.field ?? profile.field ?? profile.specialty.toLowerCase(),
    board: track.board ?? profile.board,
    ehr: employer.ehr,
    aHouse: house,
    aHouseUpper: house.charAt(0).toUpperCase() + house.slice(1),
    email,
    phone,
    month,
  }
}

/** 'Emergency Physician' → 'emergency physician', but 'OB/GYN physician'. */
function lowerCased(noun: string): string {
  return noun.replaceAll(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase())
}
