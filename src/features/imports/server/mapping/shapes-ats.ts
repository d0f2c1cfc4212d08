import { amount, at, given, isItem, moments, text, texts } from './item.ts'
import type { Item } from './item.ts'
import type { ScrapedJob, ScrapedLocation } from './shapes.ts'

/**
 * Public job lists of applicant tracking systems, as their documentation describes them. An employer's own list often does not name
 * the employer: a mapping gives it.
 */

export const isGreenhouse = (item: Item): boolean =>
  'absolute_url' in item && ('internal_job_id' in item || 'content' in item || 'updated_at' in item)

/** `GET boards-api.greenhouse.io/v1/boards/{board}/jobs?content=true`; its HTML is escaped. */
export function readGreenhouse(item: Item): ScrapedJob {
  const range = [at(item, 'pay_input_ranges')].flat().find(isItem)
  const content = text(item, 'content')
  return {
    shape: 'Greenhouse',
    ...given({
      sourceId: text(item, 'id', 'internal_job_id'),
      title: text(item, 'title'),
      employer: text(item, 'company_name'),
      url: text(item, 'absolute_url'),
      description: content && unescaped(content),
      expires: moments(item, 'application_deadline')[0],
    }),
    location: given({ text: text(item, 'location.name', 'offices.0.location', 'offices.0.name') }),
    employmentTypes: namedValues(item, 'metadata', /employment type|job type|schedule/i),
    pay: range
      ? given({ min: cents(range, 'min_cents'), max: cents(range, 'max_cents'), unit: text(range, 'unit') ?? undefined })
      : {},
    // Not `updated_at`: the day of a correction is not the day of posting.
    posted: moments(item, 'first_published'),
    specialties: [...namedValues(item, 'metadata', /specialt/i), ...texts(item, 'departments')],
    closed: false,
    remote: false,
  }
}

const cents = (range: Item, path: string): number | undefined => {
  const value = amount(range, path)
  return value === undefined ? undefined : value / 100
}

const namedValues = (item: Item, path: string, name: RegExp): string[] =>
  [at(item, path)]
    .flat()
    .filter(isItem)
    .filter((it) => name.test(text(it, 'name') ?? ''))
    .flatMap((it) => texts(it, 'value'))

const escapes: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

/** Once: what was escaped twice stays escaped once. */
const unescaped = (html: string): string =>
  /&lt;[a-z/!]/i.test(html) ? html.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (it) => escapes[it] ?? it) : html

export const isLever = (item: Item): boolean => 'hostedUrl' in item && isItem(item['categories'])

/** `GET api.lever.co/v0/postings/{company}?mode=json` */
export function readLever(item: Item): ScrapedJob {
  const lists = [at(item, 'lists')].flat().filter(isItem)
  const sections = lists.map((it) => `<h3>${text(it, 'text') ?? ''}</h3><ul>${text(it, 'content') ?? ''}</ul>`)
  const body = [text(item, 'description', 'descriptionPlain'), ...sections, text(item, 'additional', 'additionalPlain')]
  const workplace = text(item, 'workplaceType')
  return {
    shape: 'Lever',
    ...given({
      sourceId: text(item, 'id'),
      title: text(item, 'text'),
      url: text(item, 'hostedUrl'),
      applyUrl: text(item, 'applyUrl'),
      description: body.filter(Boolean).join('\n') || undefined,
    }),
    location: given({ text: text(item, 'categories.location', 'categories.allLocations.0'), country: text(item, 'country') }),
    employmentTypes: texts(item, 'categories.commitment'),
    pay: given({
      text: text(item, 'salaryDescriptionPlain', 'salaryDescription'),
      min: amount(item, 'salaryRange.min'),
      max: amount(item, 'salaryRange.max'),
      unit: text(item, 'salaryRange.interval'),
    }),
    posted: moments(item, 'createdAt'),
    specialties: texts(item, 'categories.team', 'categories.department'),
    closed: false,
    remote: workplace?.toLowerCase() === 'remote',
  }
}

export const isSmartRecruiters = (item: Item): boolean =>
  'releasedDate' in item && 'company' in item && ('jobAd' in item || 'typeOfEmployment' in item || 'refNumber' in item)

/** `GET api.smartrecruiters.com/v1/companies/{company}/postings/{id}` */
export function readSmartRecruiters(item: Item): ScrapedJob {
  const section = (name: string) => text(item, `jobAd.sections.${name}.text`)
  return {
    shape: 'SmartRecruiters',
    ...given({
      sourceId: text(item, 'id', 'uuid'),
      title: text(item, 'name'),
      employer: text(item, 'company.name'),
      url: text(item, 'postingUrl'),
      applyUrl: text(item, 'applyUrl'),
      description: [section('jobDescription'), section('additionalInformation')].filter(Boolean).join('\n') || undefined,
      requirements: section('qualifications'),
    }),
    location: given({
      city: text(item, 'location.city'),
      state: text(item, 'location.region'),
      zip: text(item, 'location.postalCode'),
      country: text(item, 'location.country'),
    }),
    employmentTypes: texts(item, 'typeOfEmployment'),
    pay: given({
      min: amount(item, 'compensation.min', 'salary.min'),
      max: amount(item, 'compensation.max', 'salary.max'),
      unit: text(item, 'compensation.period', 'salary.period'),
    }),
    posted: moments(item, 'releasedDate'),
    specialties: [...namedLabels(item), ...texts(item, 'department', 'function')],
    closed: at(item, 'active') === false,
    remote: at(item, 'location.remote') === true,
  }
}

const namedLabels = (item: Item): string[] =>
  [at(item, 'customField')]
    .flat()
    .filter(isItem)
    .filter((it) => /specialt/i.test(text(it, 'fieldLabel') ?? ''))
    .flatMap((it) => texts(it, 'valueLabel'))

export const isWorkday = (item: Item): boolean => isItem(item['jobPostingInfo']) || ('externalPath' in item && 'title' in item)

/** A posting of a Workday career site, or the entry of its list, which lacks the text. */
export function readWorkday(item: Item): ScrapedJob {
  const info = isItem(item['jobPostingInfo']) ? item['jobPostingInfo'] : item
  return {
    shape: 'Workday',
    ...given({
      sourceId: text(info, 'jobReqId', 'jobPostingId', 'id') ?? texts(info, 'bulletFields')[0],
      title: text(info, 'title'),
      employer: text(item, 'hiringOrganization.name'),
      url: text(info, 'externalUrl'),
      description: text(info, 'jobDescription'),
      expires: moments(info, 'endDate')[0],
    }),
    location: given({
      text: text(info, 'location', 'locationsText'),
      country: text(info, 'country.descriptor', 'jobRequisitionLocation.country.descriptor'),
    }),
    employmentTypes: texts(info, 'timeType'),
    pay: {},
    posted: moments(info, 'startDate', 'postedOn'),
    specialties: [],
    closed: at(info, 'posted') === false,
    remote: /remote/i.test(text(info, 'remoteType') ?? '') && !/hybrid/i.test(text(info, 'remoteType') ?? ''),
  }
}

/** Career sites of iCIMS answer `{jobs: [{data: {…}}]}`. */
export const isIcims = (item: Item): boolean => {
  const job = isItem(item['data']) ? item['data'] : item
  return 'slug' in job && 'req_id' in job && 'hiring_organization' in job
}

export function readIcims(item: Item): ScrapedJob {
  const job = isItem(item['data']) ? item['data'] : item
  return {
    shape: 'iCIMS',
    ...given({
      sourceId: text(job, 'req_id', 'slug'),
      title: text(job, 'title'),
      employer: text(job, 'hiring_organization'),
      url: text(job, 'canonical_url', 'meta_data.canonical_url'),
      applyUrl: text(job, 'apply_url'),
      description: [text(job, 'description'), text(job, 'responsibilities')].filter(Boolean).join('\n') || undefined,
      requirements: text(job, 'qualifications'),
      expires: moments(job, 'posting_expiry_date')[0],
    }),
    location: given({
      text: text(job, 'full_location', 'short_location', 'location_name'),
      city: text(job, 'city'),
      state: text(job, 'state'),
      zip: text(job, 'postal_code'),
      country: text(job, 'country_code', 'country'),
    }),
    employmentTypes: texts(job, 'employment_type'),
    pay: given({
      min: amount(job, 'salary_min_value'),
      max: amount(job, 'salary_max_value'),
      unit: text(job, 'salary_frequency'),
    }),
    posted: moments(job, 'posted_date', 'create_date'),
    specialties: texts(job, 'categories', 'category', 'department'),
    closed: false,
    remote: /^remote$/i.test(text(job, 'location_type') ?? ''),
  }
}

export const isUsaJobs = (item: Item): boolean =>
  'PositionTitle' in descriptorOf(item) && 'OrganizationName' in descriptorOf(item)

const descriptorOf = (item: Item): Item => (isItem(item['MatchedObjectDescriptor']) ? item['MatchedObjectDescriptor'] : item)

/** `PA` is per annum; a code is all that the API gives of the others, too. */
const payIntervals: Record<string, string> = { PA: 'year', PH: 'hour', PD: 'day', BW: 'two weeks', PM: 'month', FB: '', WC: '' }

/** `GET data.usajobs.gov/api/search` */
export function readUsaJobs(item: Item): ScrapedJob {
  const job = descriptorOf(item)
  const details = (name: string): string | undefined => texts(job, `UserArea.Details.${name}`).join('\n') || undefined
  const unit = text(job, 'PositionRemuneration.0.RateIntervalCode', 'PositionRemuneration.0.Description')
  const body = [details('JobSummary') ?? text(job, 'QualificationSummary'), details('MajorDuties'), details('Education')]
  return {
    shape: 'USAJOBS',
    ...given({
      sourceId: text(item, 'MatchedObjectId') ?? text(job, 'PositionID'),
      title: text(job, 'PositionTitle'),
      employer: text(job, 'OrganizationName', 'DepartmentName'),
      url: text(job, 'PositionURI'),
      applyUrl: texts(job, 'ApplyURI')[0],
      description: body.filter(Boolean).join('\n\n') || undefined,
      requirements: details('Requirements') ?? text(job, 'QualificationSummary'),
      benefits: details('Benefits'),
      expires: moments(job, 'ApplicationCloseDate', 'PositionEndDate')[0],
    }),
    location: usaPlace(job),
    employmentTypes: texts(job, 'PositionSchedule'),
    pay: given({
      min: amount(job, 'PositionRemuneration.0.MinimumRange'),
      max: amount(job, 'PositionRemuneration.0.MaximumRange'),
      unit: unit && (payIntervals[unit] ?? unit),
    }),
    posted: moments(job, 'PublicationStartDate', 'PositionStartDate'),
    specialties: [],
    closed: false,
    remote: at(job, 'UserArea.Details.RemoteIndicator') === true,
  }
}

/** One place, or 'Multiple Locations' as the list shows it. */
function usaPlace(job: Item): ScrapedLocation {
  const places = [at(job, 'PositionLocation')].flat().filter(isItem)
  const [place] = places
  if (!place || places.length > 1) return given({ text: text(job, 'PositionLocationDisplay') })
  // `CityName` is 'Boise, Idaho'.
  return given({ text: text(place, 'LocationName', 'CityName'), country: text(place, 'CountryCode') })
}
