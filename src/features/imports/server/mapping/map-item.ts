import type { NewJob } from '#features/jobs/server/public.ts'
import type { Facts } from '#features/imports/facts.ts'
import { maxFactWords } from '#features/imports/facts.ts'
import type { Mapping, SkipReason } from '#features/imports/model.ts'
import { jobLimits } from '#features/jobs/model.ts'
import { readContact, readDetails, readLink, readPageUrl } from './details.ts'
import { readExpires, readPosted } from './dates.ts'
import { readEmploymentType } from '#features/jobs/read-terms.ts'
import { readPay } from '#features/jobs/read-terms.ts'
import { placeWords, readPlace } from './place.ts'
import type { PlaceWords, ScrapedPlace } from './place.ts'
import { seeksPhysician } from './profession.ts'
import { readItem } from './read-item.ts'
import type { ScrapedJob } from './shapes.ts'
import { recognizeSpecialty } from './specialty.ts'
import { cleanLine, cleanText, cutAtWord } from '#features/jobs/read-text.ts'
import { cleanTitle } from './title.ts'

/** A job that only lacks what the database decides: whether its place exists, whether it is known, and its id and state. */
export type MappedJob = Omit<NewJob, 'id' | 'status' | 'source' | 'structured_data_allowed'> & { origin: Origin; facts: Facts }

/** The only parts of the item that stay in memory: items may be huge. The title is the source's, which may name the place. */
export type Origin = Pick<ScrapedJob, 'shape' | 'sourceId'> & { place: PlaceWords; title: string }

export type Skipped = { skip: SkipReason; title?: string }

/** One item of a dataset → a job, or the reason why it is none. */
export function mapItem(item: unknown, now: Date, mapping?: Mapping): MappedJob | Skipped {
  const scraped = readItem(item, mapping)
  if ('skip' in scraped) return scraped
  const employer = cleanLine(scraped.employer ?? '', jobLimits.employer)
  const place = readPlace(scraped.location)
  const title = cleanTitle(scraped.title ?? '', { employer, ...(place.kind === 'city' && place) })
  const refused = refusal(scraped, { title, employer, place }, now)
  if (refused) return { skip: refused, ...(title && { title }) }

  const description = cleanText(scraped.description ?? '')
  if (description === '') return { skip: 'no-description', title }
  if (!seeksPhysician({ title, profession: scraped.profession, description })) return { skip: 'not-a-physician', title }
  return toJob(scraped, { title, employer, place, description }, now)
}

/** Longer than any id; it ends in a hash. */
const maxId = 500

/** 'Unknown' and its like: a job without an employer cannot be trusted, nor applied for. */
const noEmployer = /^(?:unknown|n\/?a|none|null|undefined|confidential|company|employer|-+|)$/i

function refusal(
  scraped: ScrapedJob,
  job: { title: string; employer: string; place: ScrapedPlace },
  now: Date,
): SkipReason | undefined {
  const expires = readExpires(scraped.expires, readPosted(scraped.posted, now), now)
  if (scraped.closed || (expires && expires <= now)) return 'closed'
  if (!/\p{L}{2}/u.test(job.title)) return 'no-title'
  if (noEmployer.test(job.employer)) return 'no-employer'
  if (job.place.kind === 'abroad') return 'outside-us'
  return undefined
}

function toJob(
  scraped: ScrapedJob,
  job: { title: string; employer: string; place: ScrapedPlace; description: string },
  now: Date,
): MappedJob {
  const { title, employer, place, description } = job
  const requirements = scraped.requirements && cleanText(scraped.requirements)
  const benefits = scraped.benefits && cleanText(scraped.benefits)
  const remote = scraped.remote || place.kind === 'remote' || (place.kind === 'city' && place.remote)
  const text = [description, requirements, benefits].filter(Boolean).join('\n')
  const details = readDetails({ title, employer, text, remote, contract: scraped.contract })
  const specialty = recognizeSpecialty({ title, fields: scraped.specialties, description })
  const pay = readPay(scraped.pay)
  const posted = readPosted(scraped.posted, now)
  const url = readPageUrl(scraped.url)
  const type = readEmploymentType(
    scraped.employmentTypes,
    `${scraped.title} ${scraped.location.text ?? ''} ${scraped.contract ?? ''}`,
  )
  return {
    facts: factsOf({
      title,
      place: scraped.location.text ?? '',
      specialties: scraped.specialties,
      pay: pay.text ?? scraped.pay.text ?? '',
    }),
    origin: {
      shape: scraped.shape,
      ...(scraped.sourceId && { sourceId: scraped.sourceId.slice(0, maxId) }),
      place: placeWords(scraped.location, scraped.remote),
      title: cleanLine(scraped.title ?? '', 3 * jobLimits.title),
    },
    title,
    employer,
    city: place.kind === 'city' ? place.city : 'Remote',
    state: place.kind === 'city' ? place.state : 'OTHER',
    zip: place.kind === 'city' ? (place.zip ?? null) : null,
    specialty: specialty.specialty,
    specialty_other: specialty.other ? cleanLine(specialty.other, jobLimits.subspecialty) : null,
    employment_type: type,
    // Without a date of its source's, a job is as old as our knowledge of it.
    posted_at: posted ?? now,
    updated_at: now,
    expires_at: readExpires(scraped.expires, posted, now) ?? null,
    payroll: details.payroll ?? null,
    organization_type: details.organization ?? null,
    user_type: details.userType,
    comp_min: pay.min ?? null,
    comp_max: pay.max ?? null,
    comp_unit: pay.unit ?? 'YEAR',
    comp_text: pay.unit === undefined && pay.text ? cleanLine(pay.text, jobLimits.compText) : null,
    comp_notes: pay.unit !== undefined && pay.text ? cleanLine(pay.text, jobLimits.compText) : null,
    visa_support: details.visa ?? null,
    ehr: details.ehr ?? null,
    setting: details.settings,
    schedule: details.schedules,
    benefits: details.benefits,
    telehealth: details.telehealth,
    fellowship_required: details.flags.fellowshipRequired ?? false,
    state_license_required: details.flags.stateLicenseRequired ?? false,
    board_recertification_required: details.flags.boardRecertificationRequired ?? false,
    medically_underserved_area: details.flags.medicallyUnderservedArea ?? false,
    new_graduates_acceptable: details.flags.newGraduatesAcceptable ?? false,
    apply_url: readLink(scraped.applyUrl) ?? url ?? null,
    source_url: url ?? null,
    ...readContact(scraped),
    description: cutAtWord(description, jobLimits.description),
    original_requirements: requirements ? cutAtWord(requirements, jobLimits.description) : null,
    original_benefits: benefits ? cutAtWord(benefits, jobLimits.description) : null,
  }
}

const factsOf = (words: { title: string; place: string; specialties: string[]; pay: string }): Facts => ({
  place: said(words.place),
  profession: said(words.title),
  specialty: said(words.specialties.join(', ') || words.title),
  pay: said(words.pay),
  type: { state: 'not-stated' },
  schedule: { state: 'not-stated' },
})

const said = (words: string): { state: 'stated'; words: string } | { state: 'not-stated' } =>
  words === ''
    ? { state: 'not-stated' }
    : { state: 'stated', words: cutAtWord(words.replaceAll(/[\p{C}\s]+/gu, ' ').trim(), maxFactWords) }
