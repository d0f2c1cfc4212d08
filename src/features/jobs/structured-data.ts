import { jobPath, jobsPath, logoPath, specialtyJobsPath, withQuery } from '#shared/paths.ts'
import type { SiteInfo } from '#shared/rendering.ts'
import { stateName } from '#shared/us-states.ts'
import type { JobDetail } from './contract.ts'
import { locationsOf } from './display.ts'
import { unseenDays, visaLabels, type EmploymentType, type PracticeSetting } from './model.ts'
import { termText } from './terms.ts'
import { remoteWords, severalPlaces } from '#vocabulary/place-rules.ts'
import { parseSpecialty, specialtySlug } from '#vocabulary/specialties.ts'

type Site = Pick<SiteInfo, 'publicUrl'>
type Thing = { '@type': string; [property: string]: unknown }
type Document = Thing & { '@context': 'https://schema.org' }

/** The link to a job's oEmbed, for the head of its page. */
export const embedLink = (publicUrl: string, { id, title }: Pick<JobDetail, 'id' | 'title'>) => ({
  rel: 'alternate',
  type: 'application/json+oembed',
  title,
  href: `${publicUrl}${withQuery('/api/oembed', { url: `${publicUrl}${jobPath(id)}` })}`,
})

/**
 * What a job's page tells search engines, in schema.org's words:
 * https://developers.google.com/search/docs/appearance/structured-data/job-posting
 */
export function structuredDataOf(job: JobDetail, site: Site): Document[] {
  const documents = [breadcrumbsOf(job, site)]
  if (job.structuredDataAllowed) documents.push(jobPostingOf(job, site))
  return documents
}

const jobPostingOf = (job: JobDetail, site: Site): Document => ({
  '@context': 'https://schema.org',
  '@type': 'JobPosting',
  url: `${site.publicUrl}${jobPath(job.id)}`,
  title: job.title,
  description: htmlOf(job.description),
  datePosted: job.postedAt,
  ...validityOf(job),
  ...employmentTypeOf(job),
  identifier: { '@type': 'PropertyValue', name: job.employer, value: job.referenceId },
  hiringOrganization: {
    '@type': 'Organization',
    name: job.employer,
    ...(isWebAddress(job.contactWebsite) && { sameAs: job.contactWebsite }),
    ...(job.logoId !== null
      ? { logo: site.publicUrl + logoPath(job.logoId, 320) }
      : isWebAddress(job.logoUrl) && { logo: job.logoUrl }),
  },
  directApply: job.applyUrl === null,
  ...placeOf(job),
  ...salaryOf(job),
  ...(job.visaSupport !== null && { eligibilityToWorkRequirement: visaLabels[job.visaSupport] }),
  ...(job.benefits.length > 0 && { jobBenefits: job.benefits.join(', ') }),
  ...hoursAndStartOf(job),
})

/** Only what the posting states: a day of the month is not known. */
function hoursAndStartOf({ schedule, terms: { fte, start } }: JobDetail): Record<string, unknown> {
  const hours = [...schedule, ...(fte?.is === 'yes' ? [termText('fte', fte)] : [])].join(', ')
  return {
    ...(hours && { workHours: hours }),
    ...(start?.is === 'yes' &&
      (start.now ? { jobImmediateStart: true } : { jobStartDate: termText('start', start) })),
  }
}

/**
 * What comes first: the end that the posting names, or the day on which an imported job that is not
 * seen again is closed.
 */
function validityOf({ expiresAt, seenAt }: JobDetail): { validThrough?: string } {
  const ends = [
    expiresAt,
    seenAt && new Date(Date.parse(seenAt) + unseenDays * 86_400_000).toISOString(),
  ]
  const [first] = ends.filter((end) => end !== null).toSorted()
  return first === undefined ? {} : { validThrough: first }
}

/** Postings made here are full-time unless they state another type. */
function employmentTypeOf({ type, source }: JobDetail): { employmentType?: string } {
  if (type !== 'not-stated') return { employmentType: employmentTypes[type] }
  return source === 'manual' ? { employmentType: 'FULL_TIME' } : {}
}

const employmentTypes: Record<EmploymentType, string> = {
  'full-time': 'FULL_TIME',
  permanent: 'FULL_TIME',
  'part-time': 'PART_TIME',
  contract: 'CONTRACTOR',
  locums: 'CONTRACTOR',
  temporary: 'TEMPORARY',
  'per-diem': 'PER_DIEM',
}

const anywhere = new Set<PracticeSetting>(['Telemedicine', 'Research', 'Other'])

/** Known only where the posting says how people work; a remote job with a ward is hybrid. */
export function remoteWork({
  schedule,
  setting,
  telehealth,
}: Pick<JobDetail, 'schedule' | 'setting' | 'telehealth'>): 'full' | 'hybrid' | undefined {
  if (!schedule.includes('Remote')) return undefined
  return setting.every((value) => anywhere.has(value)) && telehealth ? 'full' : 'hybrid'
}

/** What postings write in place of a city. */
const isNoCity = (city: string) => Math.min(remoteWords.at(city), severalPlaces.at(city)) === 0

function placeOf(job: JobDetail): Record<string, unknown> {
  const isPlace = !isNoCity(job.city)
  const addresses = [
    addressOf(job, isPlace),
    ...(job.furtherLocations ?? []).map((place) => addressIn(place)),
  ]
  const location = {
    jobLocation: oneOrMore(addresses.map((address) => ({ '@type': 'Place', address }))),
  }
  if (isPlace && remoteWork(job) !== 'full') return location
  const inState = !isPlace && job.state !== 'OTHER'
  const within = inState
    ? locationsOf(job).filter(
        ({ city, state }) => state !== 'OTHER' && (city === '' || isNoCity(city)),
      )
    : []
  const states = within.map(({ state }) => ({
    '@type': 'State',
    name: `${stateName(state)}, USA`,
  }))
  return {
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: oneOrMore(states) ?? { '@type': 'Country', name: 'USA' },
    ...(isPlace && location),
  }
}

/** The only one by itself; undefined for none. */
const oneOrMore = (things: readonly Thing[]) => (things.length > 1 ? things : things[0])

/** The street is the facility's, which may stand in another town than the job. */
function addressOf(job: JobDetail, hasCity: boolean): Thing {
  const isFacilitys = job.facilityCity === null || job.facilityCity === job.city
  const street = isFacilitys ? job.facilityStreet : null
  const postalCode = job.zip ?? (isFacilitys ? job.facilityZip : null)
  return addressIn({ city: hasCity ? job.city : '', state: job.state }, street, postalCode)
}

const addressIn = (
  { city, state }: Pick<JobDetail, 'city' | 'state'>,
  street: string | null = null,
  postalCode: string | null = null,
): Thing => ({
  '@type': 'PostalAddress',
  ...(street && { streetAddress: street }),
  ...(city && { addressLocality: city }),
  ...(state !== 'OTHER' && { addressRegion: state }),
  ...(postalCode && { postalCode }),
  addressCountry: 'US',
})

/** Only what the employer gave as figures; words such as 'competitive' are no salary. */
function salaryOf({ compMin, compMax, compUnit }: JobDetail): { baseSalary?: Thing } {
  if (compMin === null && compMax === null) return {}
  const amount =
    compMin === compMax
      ? { value: compMin }
      : {
          ...(compMin !== null && { minValue: compMin }),
          ...(compMax !== null && { maxValue: compMax }),
        }
  return {
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: 'USD',
      value: { '@type': 'QuantitativeValue', ...amount, unitText: compUnit },
    },
  }
}

function breadcrumbsOf({ id, title, specialty, state }: JobDetail, { publicUrl }: Site): Document {
  const known = parseSpecialty(specialty)
  const slug = known && specialtySlug(known)
  const trail = [
    { name: 'Jobs', path: jobsPath },
    ...(slug ? [{ name: `${specialty} Jobs`, path: specialtyJobsPath(slug) }] : []),
    ...(slug && state !== 'OTHER'
      ? [{ name: stateName(state), path: specialtyJobsPath(slug, state) }]
      : []),
    { name: title, path: jobPath(id) },
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${publicUrl}${path}`,
    })),
  }
}

/**
 * Stored text as the HTML that search engines ask for: paragraphs, and lists where lines begin with
 * a bullet. A blank line ends both.
 */
export function htmlOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  let [html, paragraph, items] = ['', '', '']
  for (let from = 0, end = 0; end < escaped.length; from = end + 1) {
    end = escaped.indexOf('\n', from)
    if (end === -1) end = escaped.length
    const line = escaped.slice(from, end).trim()
    if (line.startsWith(bullet)) items += `<li>${line.slice(bullet.length)}</li>`
    else if (line !== '') paragraph += paragraph === '' ? line : `<br>${line}`
    if (line !== '' && end < escaped.length) continue
    if (paragraph !== '') html += `<p>${paragraph}</p>`
    if (items !== '') html += `<ul>${items}</ul>`
    paragraph = ''
    items = ''
  }
  return html
}

const bullet = '• '

const isWebAddress = (url: string | null) => url !== null && /^https?:\/\/\S+$/i.test(url)
