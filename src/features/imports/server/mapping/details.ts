import type {
  Benefit,
  EhrSystem,
  JobType,
  OrganizationType,
  PayrollType,
  Schedule,
  VisaSupport,
} from '#features/jobs/model.ts'
import { typesIn } from '#features/jobs/read-terms.ts'
import type { Fact } from '#features/imports/facts.ts'
import * as offers from '#vocabulary/offer-rules.ts'
import {
  ehrs,
  partlyRemote,
  remoteJobs,
  remoteTitles,
  ruledOut,
  schedules,
  settings,
} from '#vocabulary/posting-rules.ts'
import { doubtful, inferred, notStated, stated } from './text.ts'

/**
 * What the texts say beyond the fields, as columns. Only what is said: silence means unknown, which
 * is never 'no'.
 */
export function readDetails(job: {
  title: string
  employer: string
  text: string
  remote: boolean
  contract?: string | undefined
}) {
  const text = `${job.title}\n${job.text}`
  const affirmed = affirmedIn(text)
  const required = new Set(offers.requirements.all(text))
  const isRecruiter = offers.searchFirms.isIn(job.employer) || /\bour client\b/i.test(job.text)
  return {
    visa_support: readVisa(text) ?? null,
    ehr: (ehrs.first(text) as EhrSystem | undefined) ?? null,
    payroll: readPayroll(text, job.contract) ?? null,
    organization_type:
      (offers.organizations.first(job.employer) as OrganizationType | undefined) ?? null,
    user_type: isRecruiter ? ('recruiter' as const) : ('employer' as const),
    setting: withTitle(
      settings.all(affirmed),
      /hospitalist|nocturnist|inpatient/i.test(job.title),
      'Inpatient',
    ),
    schedule: withTitle(
      schedules.all(affirmed) as Schedule[],
      /nocturnist|\bnights?\b/i.test(job.title),
      'Nights',
    ),
    benefits: offers.benefits.all(text) as Benefit[],
    telehealth: job.remote || isTelehealth(job.title, job.text),
    fellowship_required: required.has('fellowshipRequired'),
    state_license_required: required.has('stateLicenseRequired'),
    board_recertification_required: required.has('boardRecertificationRequired'),
    medically_underserved_area: required.has('medicallyUnderservedArea'),
    new_graduates_acceptable: required.has('newGraduatesAcceptable'),
  }
}

/** Without negated clauses and those about other people's work. */
const affirmedIn = (text: string): string =>
  (ruledOut.marked(text, ' ').match(/[^.;,\n]*[.;,\n]|[^.;,\n]+$/g) ?? [])
    .filter((clause) => !/\b(?:not|covered by|handled by|managed by|go to|left to)\b/i.test(clause))
    .join('')

/** What the title says needs no sentence. */
function withTitle<T>(found: T[], said: boolean, value: T): T[] {
  return said && !found.includes(value) ? [value, ...found] : found
}

/**
 * Read clause by clause, because 'no H-1B; J-1 waivers supported' says both. J-1 leads: its waiver
 * brings H-1B work.
 */
function readVisa(text: string): VisaSupport | undefined {
  if (!offers.aboutVisas.isIn(text)) return undefined
  const clauses = text.split(/[.;\n]|\bbut\b/).filter(offers.aboutVisas.isIn)
  const said = new Set(clauses.map(offers.visas.first))
  return (['J1', 'H1B', 'Other', 'None'] as const).find((type) => said.has(type))
}

function readPayroll(text: string, contract = ''): PayrollType | undefined {
  const said = new Set([
    ...offers.payrolls.all(text),
    ...offers.payrolls.all(contract),
    ...offers.engagements.all(contract),
  ])
  return said.size === 1 ? ([...said][0] as PayrollType) : undefined
}

const isTelehealth = (title: string, text: string): boolean =>
  (remoteTitles.isIn(title) && !partlyRemote.isIn(title)) || remoteJobs.isIn(text)

type ReadType = { type: JobType; fact: Fact<'type'> }

/** `contract` says how the physician is engaged: 'Employee', 'Independent Contractor'. */
type TypedPosting = {
  fields: readonly string[]
  contract?: string | undefined
  title: string
  location: string
  employer: string
  text: string
}

/**
 * Only what field, title or text state. Titles go before fields, because sources fill a field with
 * 'full-time' where they know nothing.
 */
export function readType({
  fields,
  contract = '',
  title,
  location,
  employer,
  text,
}: TypedPosting): ReadType {
  const field = fields.join(' · ')
  const inField = typesIn(`${field} ${gluedIn(location)}`)
  const inTitle = typesIn(title)
  const [titleType] = inTitle
  const isEither = inTitle.includes('full-time') && inTitle.includes('part-time')
  if (titleType && !isEither) return { type: titleType, fact: stated(title) }
  const [fieldType] = inField
  const locums = fieldType !== 'locums' && fieldType !== 'permanent' ? locumsIn(text) : undefined
  if (locums !== undefined) return { type: 'locums', fact: inferred('type-of-words', locums) }
  // What sites call temporary or a contract is what such firms are for.
  if ((fieldType === 'temporary' || fieldType === 'contract') && /\blocums?\b/i.test(employer))
    return { type: 'locums', fact: stated(employer) }
  if (fieldType)
    return {
      type: fieldType,
      fact: stated(typesIn(field).includes(fieldType) ? field : location),
    }
  if (titleType) return { type: titleType, fact: stated(title) }
  const [engaged] = typesIn(contract)
  return engaged ? { type: engaged, fact: stated(contract) } : fromText(text)
}

function fromText(text: string): ReadType {
  const stated = clauses.filter((clause) => text.search(clause) >= 0)
  const found = stated.flatMap((clause) =>
    [...text.matchAll(clause)].flatMap((match) =>
      typesIn(match[1] ?? '')
        .slice(0, 1)
        .map((type) => ({ type, words: match[0] })),
    ),
  )
  const [first] = found
  if (!first) return { type: 'not-stated', fact: notStated }
  if (found.some((fact) => fact.type !== first.type))
    return {
      type: 'not-stated',
      fact: doubtful('type-conflict', found.map((fact) => fact.words).join(' · ')),
    }
  return { type: first.type, fact: inferred('type-of-words', first.words) }
}

const clauses = offers.typeClauses.list.map(({ pattern }) => new RegExp(pattern, 'gi'))

/**
 * The sentence in which a text says that the work is locum tenens; not one about agencies or other
 * jobs.
 */
function locumsIn(text: string): string | undefined {
  if (!/locum/i.test(text)) return undefined
  return text
    .split(/(?<=[.!?])\s|\n/)
    .find((line) => offers.locumsWork.isIn(line) && !offers.otherLocums.isIn(line))
}

/** 'Mesa, AZPart-Time', 'OhioLocums/Travel': a type field that a scraper glued to the place. */
const gluedIn = (location: string): string => location.trim().match(glued)?.[0] ?? ''
const gluedType = String.raw`(?:(?:full|part)[- ]?time|locums?(?:[ /]\w+)?|per diem|permanent|temporary|contract(?:or)?)`
const glued = new RegExp(String.raw`${gluedType}(?:\s*[/,&+]\s*${gluedType})*$`, 'i')
