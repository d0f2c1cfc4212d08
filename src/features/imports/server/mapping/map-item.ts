import type { NewJob } from '#features/jobs/server/public.ts'
import type { Fact, Facts } from '#features/imports/facts.ts'
import type { Mapping, SkipReason } from '#features/imports/model.ts'
import { jobLimits } from '#features/jobs/model.ts'
import { readDetails } from '#features/jobs/read-details.ts'
import { readType } from './job-type.ts'
import { readExpires, readPosted } from './dates.ts'
import { readContact, readLink, readPageUrl, sourceKeysOf, type SourceKeys } from './links.ts'
import { onlyPhysiciansEarn, readRowPay } from './pay.ts'
import {
  isAbroad,
  isRemote,
  namedPlace,
  placeWords,
  type PlaceWords,
  type ScrapedLocation,
} from './place.ts'
import { readProfession, type ReadProfession } from './profession.ts'
import { readItem } from './read-item.ts'
import { readRequisition } from './requisition.ts'
import { given, type ScrapedJob } from './item.ts'
import { namesSpecialty, readSpecialty, readTitle } from './specialty.ts'
import { cleanLine, cutAtWord } from '#features/jobs/read-text.ts'
import {
  cleanTitle,
  doubtful,
  inferred,
  mendEncoding,
  notStated,
  readText,
  stated,
  wordsOf,
  type ReadText,
} from './text.ts'

/**
 * A job that only lacks what the database decides: whether its place exists, whether it is known,
 * and its id and state.
 */
export type MappedJob = Omit<NewJob, 'id' | 'status' | 'source' | 'structured_data_allowed'> & {
  origin: Origin
  facts: Facts
  /**
   * The sentences that hold contact details, and the description with them: null where there are
   * none.
   */
  contacts: { withheld: string[]; description: string } | null
}

/**
 * The only parts of the item that stay in memory: items may be huge. The title is the source's,
 * which may name the place.
 */
type Origin = Pick<ScrapedJob, 'shape' | 'id'> & {
  place: PlaceWords
  title: string
  /** The words of a date that could not be read. */
  unreadDate?: string
  requisition?: string | undefined
  /** The row names no employer, and its page is an employer's. */
  isSilent?: boolean
}

export type Skipped = {
  skip: SkipReason
  title?: string
  employer?: string
  detail?: string
  /** Of a row that its source marks as closed, or that seeks others: the job may be here. */
  keys?: SourceKeys
  /** Of a row that seeks others. */
  description?: string
  /** Of a row that its source has not changed. */
  known?: { jobId: string; source: string }
}

/** One item of a dataset → a job, or the reason why it is none. */
export function mapItem(
  item: unknown,
  now: Date,
  mapping?: Mapping,
  /** Of a page whose rows may name none. */
  employerOfPage?: string,
): MappedJob | Skipped {
  const read = readItem(item, mapping)
  if ('skip' in read) return read
  const scraped = withShortFields(read)
  const isSilent = employerOfPage !== undefined && noEmployer.test(scraped.employer?.trim() ?? '')
  if (isSilent) scraped.employer = employerOfPage
  const named = cleanLine(scraped.employer ?? '', jobLimits.employer)
  const employer = noEmployer.test(named)
    ? ''
    : confidential.test(named)
      ? 'Confidential employer'
      : named
  const place = namedPlace(locationOf(scraped))
  const rawTitle = cleanLine(mendEncoding(scraped.title ?? ''), 3 * jobLimits.title)
  const title = cleanTitle(rawTitle, { employer, ...place })
  const readAt = scraped.readAt === undefined ? now : (readPosted([scraped.readAt], now) ?? now)
  const posted = readPosted(scraped.posted, readAt)
  const expires = readExpires(scraped.expires, posted, now)
  const refused = scraped.closed || (expires && expires <= now) ? 'closed' : refusal(scraped, title)
  if (refused)
    return {
      skip: refused,
      ...(title && { title }),
      ...(refused === 'closed' && { keys: keysOfRow(scraped) }),
    }

  const text = readText(scraped.description ?? '')
  const inTitle = readTitle(title)
  const profession = readProfession({
    title: employer ? title.replaceAll(employer, ' ') : title,
    namesSpecialty: inTitle.length > 0,
    isMedical: () => scraped.specialty.some((name) => namesSpecialty(name)),
    profession: scraped.profession,
    description: text.text,
    state: place?.state,
  })
  if (profession.seeks === 'none') return { skip: 'not-a-job', title }
  if (profession.seeks === 'other')
    return {
      skip: 'not-a-physician',
      title,
      employer,
      keys: keysOfRow(scraped),
      ...(text.text && { description: cutAtWord(text.text, jobLimits.description) }),
    }
  return toJob(
    scraped,
    {
      title,
      inTitle,
      rawTitle,
      employer,
      place,
      posted,
      expires,
      read: text,
      profession: profession.fact,
      requisition: readRequisition(item),
      isSilent,
    },
    now,
  )
}

/** Longer than any address or name; a longer one would only take time. */
const maxField = 2_500

const texts = new Set(['description', 'requirements', 'benefits'])

/** Without the ends of fields that are no texts. The texts have a limit of their own. */
const withShortFields = (job: ScrapedJob) =>
  Object.fromEntries(
    Object.entries(job).map(([name, value]) => [name, texts.has(name) ? value : shortened(value)]),
  ) as ScrapedJob

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, maxField)
  return Array.isArray(value) ? value.slice(0, maxField).map(shortened) : value
}

/** Longer than any id; it ends in a hash. */
const maxId = 500

const originOf = ({ shape, id }: ScrapedJob): Pick<ScrapedJob, 'shape' | 'id'> => ({
  shape,
  ...(id && { id: id.slice(0, maxId) }),
})

const keysOfRow = (scraped: ScrapedJob): SourceKeys =>
  sourceKeysOf(originOf(scraped), readPageUrl(scraped.url))

/**
 * 'Unknown' and its like: a job without an employer cannot be trusted, nor applied for, before a
 * moderator has looked.
 */
const noEmployer =
  /^(?:unknown(?: company| employer)?|n\/?a|none|null|undefined|company|employer|details hiring organization|-+|)$/i
/** Recruiters do not name their clients. */
const confidential =
  /^(?:confidential(?: \w+)?|undisclosed|private(?: employer)?|(?:our )?client\b.*)$/i

function refusal(scraped: ScrapedJob, title: string): SkipReason | undefined {
  if (!/\p{L}{2}/u.test(title)) return 'no-title'
  // No employer at all: a list whose columns have changed is not read by halves.
  if (!scraped.employer?.trim() && !isOfOneEmployer(scraped)) return 'no-employer'
  return isAbroad(locationOf(scraped)) ? 'outside-us' : undefined
}

/** A list of Workday's without its details is one employer's, whom a moderator names once. */
const isOfOneEmployer = ({ shape }: ScrapedJob) => shape === 'Workday'

/** One answer is for all rows of the list: they have the same words. */
const employerMissing = ({ employer, hostOwner, shape }: ScrapedJob): Fact<'employer'> =>
  doubtful(
    'employer-missing',
    employer || hostOwner || shape,
    hostOwner ? { employer: hostOwner } : undefined,
  )

type Read = {
  title: string
  inTitle: ReturnType<typeof readTitle>
  /** With what was cut off: pay, type and place may stand there. */
  rawTitle: string
  employer: string
  place: ReturnType<typeof namedPlace>
  posted: Date | undefined
  expires: Date | undefined
  read: ReadText
  profession: ReadProfession['fact']
  requisition: string | undefined
  isSilent: boolean
}

function toJob(scraped: ScrapedJob, reading: Read, now: Date): MappedJob {
  const { title, inTitle, rawTitle, employer, place, posted, expires, read, profession } = reading
  const description =
    read.text ||
    `${[title, employer].filter(Boolean).join(', ')}. The source says nothing more about this job.`
  const [requirements, benefits] = [scraped.requirements, scraped.benefits].map(
    (candidate) => candidate && readText(candidate).text,
  )
  const remote = scraped.remote || isRemote(scraped.place ?? '')
  const text = [description, requirements, benefits].filter(Boolean).join('\n')
  const details = readDetails({ title, employer, text, remote, contract: scraped.contract })
  // Some lists swap the two columns half way.
  const [specialties, types] = [scraped.specialty, scraped.employmentType]
  const specialty = readSpecialty({
    title,
    fields: [...specialties, ...types.filter(namesSpecialty)].map(wordsOf),
    description,
  })
  const { type, ...typeRead } = readType({
    fields: [
      ...types,
      ...specialties.filter((candidate) =>
        /^(?:ft|pt|full.time|part.time|contract|locums?|prn|per diem)$/i.test(candidate),
      ),
    ],
    contract: scraped.contract,
    title: rawTitle,
    location: `${scraped.place ?? ''} ${scraped.city ?? ''}`,
    employer,
    text,
  })
  const { pay, ...payRead } = readRowPay({
    written: given({
      text: scraped.pay,
      min: scraped.payMin,
      max: scraped.payMax,
      unit: scraped.payUnit,
    }),
    title: rawTitle,
    text,
    specialty: specialty.specialty,
    type,
  })
  const isPaidAsPhysician =
    profession.state === 'doubtful' &&
    profession.reason === 'profession-unclear' &&
    inTitle.length > 0 &&
    onlyPhysiciansEarn(pay, specialty.specialty)
  const url = readPageUrl(scraped.url)
  return {
    facts: {
      place: notStated,
      profession: isPaidAsPhysician ? inferred('pay-of-physicians', profession.words) : profession,
      specialty: specialty.fact,
      pay: payRead.fact,
      type: typeRead.fact,
      employer: employer === '' ? employerMissing(scraped) : stated(employer),
      schedule:
        details.schedule.length > 0 ? { state: 'inferred', rule: 'schedule-of-text' } : notStated,
    },
    contacts:
      read.withheld.length > 0
        ? {
            withheld: read.withheld,
            description: cutAtWord(read.withContacts, jobLimits.description),
          }
        : null,
    origin: {
      ...originOf(scraped),
      place: placeWords(locationOf(scraped), scraped.remote),
      title: rawTitle,
      ...(!posted && scraped.posted.length > 0 && { unreadDate: String(scraped.posted[0]) }),
      requisition: reading.requisition,
      isSilent: reading.isSilent,
    },
    title,
    employer: employer || 'Not named',
    city: place?.city ?? 'Remote',
    state: place?.state ?? 'OTHER',
    specialty: specialty.specialty,
    specialty_other: specialty.other ? cleanLine(specialty.other, jobLimits.subspecialty) : null,
    employment_type: type,
    // Without a date of its source's, a job is as old as our knowledge of it.
    posted_at: posted ?? now,
    updated_at: now,
    expires_at: expires ?? null,
    comp_min: pay.min ?? null,
    comp_max: pay.max ?? null,
    comp_unit: pay.unit ?? 'YEAR',
    comp_text: pay.text ? cleanLine(pay.text, jobLimits.compText) : null,
    comp_notes:
      payRead.notes.length > 0 ? cutAtWord(payRead.notes.join('\n'), jobLimits.compText) : null,
    ...details,
    benefits: [...new Set([...details.benefits, ...payRead.benefits])],
    apply_url: readLink(scraped.applyUrl) ?? url ?? null,
    source_url: url ?? null,
    ...readContact(scraped),
    description: cutAtWord(description, jobLimits.description),
    original_requirements: requirements ? cutAtWord(requirements, jobLimits.description) : null,
    original_benefits: benefits ? cutAtWord(benefits, jobLimits.description) : null,
  }
}

const locationOf = ({ place: text, city, state, zip, country }: ScrapedJob): ScrapedLocation =>
  given({ text, city, state, zip, country })
