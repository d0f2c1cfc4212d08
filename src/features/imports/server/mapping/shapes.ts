import type { WrittenPay } from '#features/jobs/read-terms.ts'
import { amount, at, given, isItem, moments, text, texts } from './item.ts'
import type { Item } from './item.ts'

/** What all item shapes are brought to before anything is understood: raw texts under one set of names. */
export type ScrapedJob = {
  /** The site the item looks like: the default name of its source. */
  shape: ShapeName
  sourceId?: string
  title?: string
  employer?: string
  location: ScrapedLocation
  url?: string
  applyUrl?: string
  /** HTML or plain text. */
  description?: string
  requirements?: string
  benefits?: string
  employmentTypes: string[]
  /** How the physician is engaged, where the source has a field of its own for it: 'Employee', 'Independent Contractor'. */
  contract?: string
  pay: WrittenPay
  /** In order of trust; the first that can be read counts. */
  posted: (string | number)[]
  expires?: string | number
  specialties: string[]
  /** What the source calls the profession: 'Physician', 'Nurse Practitioner'. */
  profession?: string
  closed: boolean
  remote: boolean
  /** Whom to ask. No preset reads these: only a mapping says that an address is meant for it. */
  contactName?: string
  contactEmail?: string
  contactPhone?: string
}

type ShapeName = 'Indeed' | 'LinkedIn' | 'Google Jobs' | 'PracticeLink' | 'Health eCareers' | 'Dataset'

export type ScrapedLocation = { text?: string; city?: string; state?: string; zip?: string; country?: string }

export function readLinkedIn(item: Item): ScrapedJob {
  const url = text(item, 'jobUrl', 'link', 'url')
  const workType = text(item, 'workType', 'workplaceType')
  return {
    shape: 'LinkedIn',
    ...given({
      sourceId: text(item, 'id', 'jobId') ?? url?.match(/\/jobs\/view\/(?:[^/?#]*?-)?(\d{6,})/)?.[1],
      title: text(item, 'title', 'jobTitle'),
      employer: text(item, 'companyName', 'company', 'company.name'),
      url,
      applyUrl: text(item, 'applyUrl', 'applyLink'),
      description: text(item, 'descriptionHtml', 'descriptionHTML', 'description', 'descriptionText'),
      expires: moments(item, 'expireAt', 'expiresAt')[0],
    }),
    location: given({ text: text(item, 'location', 'jobLocation') }),
    // Some scrapers put 'Hybrid' or 'Remote' where others put the contract; reading it as a type decides which it is.
    employmentTypes: [...texts(item, 'contractType', 'employmentType'), ...(workType ? [workType] : [])],
    pay: given({ text: text(item, 'salary', 'salaryInfo') ?? (texts(item, 'salaryInfo').join(' - ') || undefined) }),
    posted: moments(item, 'publishedAt', 'postedAt', 'postedDate', 'postedTime'),
    specialties: texts(item, 'specialty', 'industries'),
    closed: at(item, 'isClosed') === true || text(item, 'jobState')?.toUpperCase() === 'CLOSED',
    remote: workType?.toLowerCase() === 'remote',
  }
}

export function readIndeed(item: Item): ScrapedJob {
  return {
    shape: 'Indeed',
    ...given({
      sourceId: text(item, 'id', 'jobKey', 'key'),
      title: text(item, 'positionName', 'jobTitle', 'title'),
      employer: text(item, 'company', 'company.name', 'companyName'),
      url: text(item, 'url', 'jobUrl'),
      applyUrl: text(item, 'externalApplyLink', 'applyUrl'),
      description: text(item, 'descriptionHTML', 'description.html', 'descriptionHtml', 'description.text', 'description'),
      benefits: texts(item, 'benefits').join('\n') || undefined,
      expires: moments(item, 'expirationDate', 'expiresAt')[0],
    }),
    location: given({
      text: text(item, 'location', 'location.formatted', 'formattedLocation'),
      city: text(item, 'location.city'),
      state: text(item, 'location.state', 'location.admin1Code'),
      zip: text(item, 'location.postalCode'),
      country: text(item, 'location.countryCode', 'location.country'),
    }),
    employmentTypes: texts(item, 'jobType', 'jobTypes'),
    pay: given({ text: text(item, 'salary', 'salary.text', 'salary.salaryText') }),
    posted: moments(item, 'postingDateParsed', 'datePublished', 'postedAt'),
    specialties: texts(item, 'specialty', 'specialties'),
    closed: at(item, 'isExpired') === true || at(item, 'expired') === true,
    remote: at(item, 'isRemote') === true,
  }
}

export function readGoogleJobs(item: Item): ScrapedJob {
  return {
    shape: 'Google Jobs',
    ...given({
      sourceId: text(item, 'job_id', 'jobId', 'id'),
      title: text(item, 'title', 'job_title'),
      employer: text(item, 'company_name', 'employer_name', 'company', 'companyName'),
      url: text(item, 'share_link', 'shareLink', 'job_google_link', 'url', 'link'),
      applyUrl: text(item, 'job_apply_link', 'applyLink') ?? firstApplyOption(item),
      description: text(item, 'description', 'job_description'),
      requirements: highlights(item, /qualification|requirement/i),
      benefits: highlights(item, /benefit/i),
      expires: moments(item, 'job_offer_expiration_datetime_utc')[0],
    }),
    location: given({
      text: text(item, 'location', 'job_location'),
      city: text(item, 'job_city'),
      state: text(item, 'job_state'),
      zip: text(item, 'job_postal_code'),
      country: text(item, 'job_country'),
    }),
    employmentTypes: texts(item, 'detected_extensions.schedule_type', 'detected_extensions.scheduleType', 'job_employment_type'),
    pay: given({
      text: text(item, 'detected_extensions.salary', 'salary'),
      min: amount(item, 'job_min_salary'),
      max: amount(item, 'job_max_salary'),
      unit: text(item, 'job_salary_period'),
    }),
    posted: moments(
      item,
      'job_posted_at_datetime_utc',
      'detected_extensions.posted_at',
      'detected_extensions.postedAt',
      'posted_at',
    ),
    specialties: texts(item, 'specialty'),
    closed: false,
    remote: at(item, 'job_is_remote') === true || at(item, 'detected_extensions.work_from_home') === true,
  }
}

function firstApplyOption(item: Item): string | undefined {
  const options = at(item, 'apply_options') ?? at(item, 'applyOptions')
  if (!Array.isArray(options)) return undefined
  return options
    .filter(isItem)
    .map((it) => text(it, 'link', 'apply_link'))
    .find((it) => it !== undefined)
}

/** `job_highlights` is a list of titled lists, or (in JSearch) one object of lists. */
function highlights(item: Item, wanted: RegExp): string | undefined {
  const value = at(item, 'job_highlights') ?? at(item, 'jobHighlights')
  const groups = Array.isArray(value)
    ? value.filter(isItem)
    : isItem(value)
      ? Object.entries(value).map(([title, items]): Item => ({ title, items }))
      : []
  const lines = groups.filter((it) => wanted.test(text(it, 'title') ?? '')).flatMap((it) => texts(it, 'items'))
  return lines.length > 0 ? lines.map((it) => `• ${it}`).join('\n') : undefined
}

export function readPracticeLink(item: Item): ScrapedJob {
  const url = text(item, 'url', 'link')
  return {
    shape: 'PracticeLink',
    ...given({
      sourceId: text(item, 'id', 'job_id') ?? url?.match(/\/(\d{4,})(?:[/?#-]|$)/)?.[1],
      title: text(item, 'title'),
      employer: text(item, 'company', 'employer', 'facility'),
      url,
      applyUrl: text(item, 'apply_url', 'applyUrl'),
      description: text(item, 'description_html', 'description_text', 'description'),
      expires: moments(item, 'valid_through', 'date_expires')[0],
    }),
    location: given({
      text: text(item, 'location'),
      city: text(item, 'city'),
      state: text(item, 'state'),
      zip: text(item, 'zip'),
    }),
    employmentTypes: texts(item, 'job_type', 'employment_type'),
    pay: given({ text: text(item, 'salary', 'compensation') }),
    posted: moments(item, 'date_posted', 'posted_at'),
    specialties: texts(item, 'specialty', 'specialties'),
    closed: false,
    remote: false,
  }
}

export function readHealthECareers(item: Item): ScrapedJob {
  return {
    shape: 'Health eCareers',
    ...given({
      sourceId: text(item, 'id', 'jobCode'),
      title: text(item, 'title', 'jobTitle'),
      employer: text(item, 'companyName', 'company', 'company.name'),
      url: text(item, 'url', 'jobUrl'),
      applyUrl: text(item, 'applyUrl', 'applyMethod', 'applyMethod.url', 'applyMethod.email'),
      description: text(item, 'descriptionHtml', 'descriptionText', 'description'),
      profession: text(item, 'profession') ?? texts(item, 'professions')[0],
      contract: text(item, 'contractType'),
      benefits: texts(item, 'benefits').join('\n') || undefined,
      expires: moments(item, 'expirationDate', 'expireDate')[0],
    }),
    location: given({
      text: text(item, 'locationText', 'location'),
      city: text(item, 'city'),
      state: text(item, 'state', 'stateCode'),
      zip: text(item, 'zip', 'postalCode'),
      country: text(item, 'countryCode', 'country'),
    }),
    employmentTypes: texts(item, 'employmentTypes'),
    pay: given({
      text: text(item, 'compensation', 'salary', 'compensationText'),
      min: amount(item, 'compensationMin'),
      max: amount(item, 'compensationMax'),
      unit: text(item, 'compensationUnit'),
    }),
    posted: moments(item, 'postedDate', 'postDate', 'datePosted'),
    specialties: texts(item, 'specialties', 'specialty', 'disciplines'),
    closed: at(item, 'isActive') === false || at(item, 'isExpired') === true,
    remote: at(item, 'isRemote') === true || at(item, 'remote') === true,
  }
}

/** An item of no known site: the field names that feeds and schema.org's JobPosting have in common. */
export function readDataset(item: Item): ScrapedJob {
  return {
    shape: 'Dataset',
    ...given({
      sourceId: text(item, 'id', 'jobId', 'job_id', 'identifier.value', 'identifier'),
      title: text(item, 'title', 'jobTitle', 'job_title', 'positionName', 'name'),
      employer: text(item, 'company', 'companyName', 'employer', 'company.name', 'employer.name', 'hiringOrganization.name'),
      url: text(item, 'url', 'jobUrl', 'link'),
      applyUrl: text(item, 'applyUrl', 'applyLink', 'apply_url'),
      description: text(item, 'descriptionHtml', 'description', 'descriptionText'),
      requirements: text(item, 'requirements', 'qualifications'),
      benefits: text(item, 'benefits', 'jobBenefits') ?? (texts(item, 'benefits').join('\n') || undefined),
      profession: text(item, 'profession'),
      expires: moments(item, 'validThrough', 'expiresAt')[0],
    }),
    location: given({
      text: text(item, 'location', 'locationText'),
      city: text(item, 'city', 'location.city', 'jobLocation.address.addressLocality'),
      state: text(item, 'state', 'location.state', 'jobLocation.address.addressRegion'),
      zip: text(item, 'zip', 'zipCode', 'location.zip', 'jobLocation.address.postalCode'),
      country: text(item, 'country', 'countryCode', 'jobLocation.address.addressCountry'),
    }),
    employmentTypes: texts(item, 'employmentType', 'jobType', 'type'),
    pay: given({
      text: text(item, 'salary', 'compensation', 'pay'),
      min: amount(item, 'salaryMin', 'baseSalary.value.minValue'),
      max: amount(item, 'salaryMax', 'baseSalary.value.maxValue'),
      unit: text(item, 'salaryUnit', 'baseSalary.value.unitText'),
    }),
    posted: moments(item, 'datePosted', 'postedAt', 'publishedAt', 'postedDate', 'date'),
    specialties: texts(item, 'specialty', 'specialties'),
    closed: at(item, 'isExpired') === true,
    remote: at(item, 'isRemote') === true || text(item, 'jobLocationType') === 'TELECOMMUTE',
  }
}
