import type { WrittenPay } from '#features/jobs/read-terms.ts'
import { amount, amountOf, at, given, isItem, moments, text, texts } from './item.ts'
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

type ShapeName =
  | 'Indeed'
  | 'LinkedIn'
  | 'Google Jobs'
  | 'PracticeLink'
  | 'Health eCareers'
  | 'Greenhouse'
  | 'Lever'
  | 'SmartRecruiters'
  | 'Workday'
  | 'iCIMS'
  | 'USAJOBS'
  | 'Dataset'

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

/**
 * What feeds, tables and schema.org's JobPosting call each field, without case, blanks and signs; the likelier first. A name of two
 * parts is an object's: 'locationcity' is `location.city`.
 */
const usualNames = {
  id: 'id jobid jobkey referencenumber reference refnumber jobref ref requisitionid requisitionnumber requisition reqid jobcode jobnumber identifiervalue identifier postingid guid uid externalid',
  title: 'title jobtitle positiontitle postingtitle positionname position jobname role opening vacancy headline name',
  employer:
    'company companyname employer employername hiringorganizationname hiringorganization organization organizationname facility facilityname hospital hospitalname practice practicename clinic clinicname healthsystem client clientname advertiser',
  url: 'url joburl link joblink detailurl pageurl postingurl canonicalurl weburl sourceurl website linkhref',
  applyUrl: 'applyurl applylink applicationurl applicationlink applyonline apply',
  description:
    'descriptionhtml description jobdescription fulldescription positiondescription descriptiontext descriptionplain contentencoded body content text jobsummary positionsummary summary details overview',
  requirements: 'requirements qualifications jobrequirements minimumqualifications requiredqualifications',
  benefits: 'benefits jobbenefits benefitssummary perks',
  profession: 'profession provider providertype',
  expires:
    'validthrough expirationdate expires expiresat expiredate expiry closingdate closedate applicationdeadline deadline enddate',
  place: 'location locationtext joblocation citystate worklocation jobcitystate locationname place locations',
  city: 'city jobcity locationcity town joblocationaddressaddresslocality addresscity addressaddresslocality addresslocality',
  state:
    'state jobstate locationstate stateprovince st stateabbreviation province joblocationaddressaddressregion addressstate addressaddressregion addressregion locationregion region',
  zip: 'zip zipcode postalcode postcode jobzip locationzip locationpostalcode joblocationaddresspostalcode addresspostalcode',
  country: 'country countrycode jobcountry locationcountry joblocationaddressaddresscountry addresscountry',
  type: 'employmenttype jobtype positiontype employmentstatus timetype worktype jobschedule schedule fulltimeparttime type',
  contract: 'contracttype contract',
  pay: 'salary salaryrange compensation compensationrange pay payrange salarytext compensationtext salarydescription wage rate payrate remuneration',
  payMin:
    'salarymin minsalary salaryminimum minimumsalary salaryfrom salarylow paymin minpay compensationmin basesalaryvalueminvalue basesalaryminvalue',
  payMax:
    'salarymax maxsalary salarymaximum maximumsalary salaryto salaryhigh paymax maxpay compensationmax basesalaryvaluemaxvalue basesalarymaxvalue',
  payUnit:
    'salaryunit salaryperiod salaryinterval payunit payperiod compensationunit payfrequency basesalaryvalueunittext basesalaryunittext rateinterval',
  posted:
    'dateposted posteddate postedat postedon posted postingdate postdate publishedat datepublished publisheddate publicationdate pubdate published date opendate createdat created',
  specialty:
    'specialty specialties speciality medicalspecialty primaryspecialty subspecialty discipline category categories jobcategory department occupationalcategory',
  closed: 'isexpired expired isclosed closed',
  remote: 'isremote remote telecommute joblocationtype',
} as const

/** An item of no known site, by its fields' usual names. */
export function readDataset(item: Item): ScrapedJob {
  const found = valuesByName(item)
  const allOf = (names: string): unknown[] => names.split(' ').flatMap((name) => (found.has(name) ? [found.get(name)] : []))
  const value = (field: keyof typeof usualNames): string | undefined => {
    for (const it of allOf(usualNames[field])) {
      const read = isItem(it)
        ? text(it, 'name', 'label', 'title', 'value')
        : Array.isArray(it)
          ? texts({ it }, 'it')[0]
          : text({ it }, 'it')
      if (read !== undefined) return read
    }
    return undefined
  }
  const dates = (field: 'posted' | 'expires') => allOf(usualNames[field]).flatMap((it) => moments({ it }, 'it'))
  const list = (field: 'type' | 'specialty' | 'benefits') =>
    allOf(usualNames[field])
      .map((it) => texts({ it }, 'it'))
      .find((it) => it.length > 0) ?? []
  return {
    shape: 'Dataset',
    ...given({
      sourceId: value('id'),
      title: value('title'),
      employer: value('employer'),
      url: value('url'),
      applyUrl: value('applyUrl'),
      description: value('description'),
      requirements: value('requirements'),
      benefits: list('benefits').join('\n') || undefined,
      profession: value('profession'),
      contract: value('contract'),
      expires: dates('expires')[0],
    }),
    location: given({
      text: value('place'),
      city: value('city'),
      state: value('state'),
      zip: value('zip'),
      country: value('country'),
    }),
    employmentTypes: list('type'),
    pay: given({
      text: value('pay'),
      min: amountOf(value('payMin')),
      max: amountOf(value('payMax')),
      unit: value('payUnit'),
    }),
    posted: dates('posted'),
    specialties: list('specialty'),
    closed: isYes(allOf(usualNames.closed)[0]),
    remote: isYes(allOf(usualNames.remote)[0]),
  }
}

const isYes = (value: unknown): boolean =>
  value === true || /^(?:true|yes|y|1|remote|fully remote|telecommute)$/i.test(String(value))

const closedNames = new Set('isexpired expired isclosed closed isfilled filled'.split(' '))
const openNames = new Set('isactive active isopen open'.split(' '))
const statusNames = new Set('status jobstatus jobstate postingstatus requisitionstatus'.split(' '))
const closedStatus = /^(?:closed|expired|filled|inactive|archived|withdrawn|cancell?ed|removed|deleted|on[- ]hold)$/i

/** Whether the source marks the job as closed, whatever it calls that. */
export const isMarkedClosed = (item: Item): boolean =>
  Object.entries(item).some(([key, value]) => {
    const name = plainName(key)
    if (closedNames.has(name)) return isYes(value)
    if (openNames.has(name)) return /^(?:false|no|n|0)$/i.test(String(value))
    return statusNames.has(name) && closedStatus.test(String(value).trim())
  })

/** Its values by their names without case and signs, and those of its objects by both names. The first of a name counts. */
function valuesByName(item: Item): Map<string, unknown> {
  const found = new Map<string, unknown>()
  const add = (value: Item, prefix: string, depth: number): void => {
    for (const [key, part] of Object.entries(value)) {
      if (part === null || part === undefined || part === '') continue
      const name = prefix + plainName(key)
      if (!found.has(name)) found.set(name, part)
      const nested: unknown = Array.isArray(part) ? (part as unknown[])[0] : part
      if (depth < 3 && isItem(nested)) add(nested, name, depth + 1)
    }
  }
  add(item, '', 1)
  return found
}

const plainNames = new Map<string, string>()
const maxNames = 10_000

/** 'wd:Job_Title' and 'Job Title' are 'jobtitle'. */
function plainName(key: string): string {
  let name = plainNames.get(key)
  if (name === undefined) {
    name = key
      .replace(/^\w+:(?=\w)/, '')
      .toLowerCase()
      .replaceAll(/[^a-z\d]/g, '')
    if (plainNames.size < maxNames) plainNames.set(key, name)
  }
  return name
}
