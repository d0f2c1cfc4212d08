import { formatNumber } from '#shared/numbers.ts'
import { at, isItem, text, texts, tierSeparator, type Item } from './item.ts'
import { has, itemsAt, joined, type Preset } from './preset.ts'

/** The public lists of applicant tracking systems, and of USAJOBS. */

type Tier = {
  title: string | undefined
  min?: number | undefined
  max?: number | undefined
  unit?: string | undefined
}

/** Several ranges, each with what it is for. */
const tiersText = (tiers: readonly Tier[]) =>
  tiers.length < 2
    ? undefined
    : tiers
        .map(({ title, min, max, unit }, index) => {
          const figures = [min, max]
            .flatMap((end) => (end === undefined ? [] : `$${formatNumber(end)}`))
            .join(' – ')
          return `${title ?? `Range ${index + 1}`}: ${figures}${unit ? ` per ${unit}` : ''}`
        })
        .join(tierSeparator)

const partOf = (name: string) => (item: Item) => (isItem(item[name]) ? item[name] : item)

/** Values of the objects in a list that are called so: custom fields. */
const customValues = (
  item: Item,
  path: string,
  { name, of: kind, value }: { name: RegExp; of: string; value: string },
) =>
  itemsAt(item, path)
    .filter((field) => name.test(text(field, kind) ?? ''))
    .flatMap((field) => texts(field, value))

/** `GET data.usajobs.gov/api/search` */
const usaJobs: Preset = {
  shape: 'USAJOBS',
  is: (item) => has('PositionTitle')(usaJob(item)) && has('OrganizationName')(usaJob(item)),
  job: (item) => usaJob(item),
  fields: {
    id: (job, item) => text(item, 'MatchedObjectId') ?? text(job, 'PositionID'),
    description: (job) =>
      joined(
        usaDetails(job, 'JobSummary') ?? text(job, 'QualificationSummary'),
        usaDetails(job, 'MajorDuties'),
        usaDetails(job, 'Education'),
      ),
    requirements: (job) => usaDetails(job, 'Requirements') ?? text(job, 'QualificationSummary'),
    // Or 'Multiple Locations' as the list shows it. `CityName` is 'Boise, Idaho'.
    place: (job) =>
      usaPlaces(job)
        .map((place) => text(place, 'LocationName', 'CityName') ?? '')
        .join('; ') || text(job, 'PositionLocationDisplay'),
    country: (job) => text(usaPlaces(job)[0] ?? {}, 'CountryCode'),
    payMin: 'PositionRemuneration.0.MinimumRange',
    payMax: 'PositionRemuneration.0.MaximumRange',
    payUnit(job) {
      const unit = text(
        job,
        'PositionRemuneration.0.RateIntervalCode',
        'PositionRemuneration.0.Description',
      )
      return unit && (payIntervals[unit] ?? unit)
    },
  },
}
const usaJob = partOf('MatchedObjectDescriptor')
const usaDetails = (job: Item, name: string) => joined(...texts(job, `UserArea.Details.${name}`))
/** More than a posting has are a region. */
const usaPlaces = (job: Item) => {
  const places = itemsAt(job, 'PositionLocation')
  return places.length > 10 ? [] : places
}
/** `PA` is per annum; a code is all that the API gives of the others, too. */
const payIntervals: Record<string, string> = {
  PA: 'year',
  PH: 'hour',
  PD: 'day',
  BW: 'two weeks',
  PM: 'month',
  FB: '',
  WC: '',
}

/** `GET boards-api.greenhouse.io/v1/boards/{board}/jobs?content=true` */
const greenhouse: Preset = {
  shape: 'Greenhouse',
  is: (item) => has('absolute_url')(item) && has('internal_job_id content updated_at')(item),
  fields: {
    employmentType: (job) =>
      customValues(job, 'metadata', {
        name: /employment type|job type|schedule/i,
        of: 'name',
        value: 'value',
      }),
    pay: (job) =>
      tiersText(
        itemsAt(job, 'pay_input_ranges').map((item) => ({
          title: text(item, 'title'),
          min: dollars(text(item, 'min_cents')),
          max: dollars(text(item, 'max_cents')),
          unit: centsUnit(item),
        })),
      ),
    payMin: (job) => dollars(text(job, 'pay_input_ranges.0.min_cents')),
    payMax: (job) => dollars(text(job, 'pay_input_ranges.0.max_cents')),
    payUnit: (job) => itemsAt(job, 'pay_input_ranges').map(centsUnit)[0],
    // Not `updated_at`: the day of a correction is not the day of posting.
    posted: 'first_published',
    specialty: (job) => [
      ...customValues(job, 'metadata', { name: /specialt/i, of: 'name', value: 'value' }),
      ...texts(job, 'departments'),
    ],
  },
}
/** Exact to the cent, figures of three digits are no thousands. */
const centsUnit = (range: Item): string | undefined =>
  text(range, 'unit') ??
  ((dollars(text(range, 'max_cents')) ?? Infinity) < 1000 ? 'hour' : undefined)
const dollars = (cents: string | undefined) => Number(cents) / 100 || undefined

/**
 * `GET api.lever.co/v0/postings/{company}?mode=json`; it names the employer in its addresses alone.
 */
const lever: Preset = {
  shape: 'Lever',
  is: (item) => has('hostedUrl')(item) && isItem(item['categories']),
  fields: {
    title: 'text',
    description: (job) =>
      joined(
        text(job, 'description', 'descriptionPlain'),
        ...itemsAt(job, 'lists').map(
          (item) => `<h3>${text(item, 'text') ?? ''}</h3><ul>${text(item, 'content') ?? ''}</ul>`,
        ),
        text(job, 'additional', 'additionalPlain'),
      ),
    specialty: 'categories.team categories.department',
  },
}

/** `GET api.ashbyhq.com/posting-api/job-board/{board}?includeCompensation=true` */
const ashby: Preset = {
  shape: 'Ashby',
  is: (item) => has('jobUrl')(item) && has('isListed descriptionPlain secondaryLocations')(item),
  fields: {
    pay: (job) =>
      tiersText(
        itemsAt(job, 'compensation.compensationTiers').map((item) => ({
          title: text(item, 'title'),
          ...ashbyRange(itemsAt(item, 'components')),
        })),
      ) ??
      text(
        job,
        'compensation.scrapeableCompensationSalarySummary',
        'compensation.compensationTierSummary',
      ),
    payMin: (job) => ashbyRange(itemsAt(job, 'compensation.summaryComponents')).min,
    payMax: (job) => ashbyRange(itemsAt(job, 'compensation.summaryComponents')).max,
    payUnit: (job) => ashbyRange(itemsAt(job, 'compensation.summaryComponents')).unit,
    specialty: 'department team',
    closed: (job) => at(job, 'isListed') === false,
    remote: (job) =>
      at(job, 'workplaceType') === 'Remote' ||
      (at(job, 'isRemote') === true && !has('workplaceType')(job)),
  },
}
/** The salary among salary, equity and bonuses; its interval is '1 YEAR' or '1 HOUR'. */
function ashbyRange(components: readonly Item[]): Omit<Tier, 'title'> {
  const salary = components.find((component) => text(component, 'compensationType') === 'Salary')
  if (!salary) return {}
  const [min, max] = ['minValue', 'maxValue'].map((key) => Number(text(salary, key)) || undefined)
  return { min, max, unit: text(salary, 'interval')?.replace(/^1 /, '').toLowerCase() }
}

/** `GET api.smartrecruiters.com/v1/companies/{company}/postings/{id}` */
const smartRecruiters: Preset = {
  shape: 'SmartRecruiters',
  is: (item) =>
    has('releasedDate')(item) &&
    has('company')(item) &&
    has('jobAd typeOfEmployment refNumber')(item),
  fields: {
    description: (job) =>
      joined(
        text(job, 'jobAd.sections.jobDescription.text'),
        text(job, 'jobAd.sections.additionalInformation.text'),
      ),
    requirements: 'jobAd.sections.qualifications.text',
    specialty: (job) => [
      ...customValues(job, 'customField', {
        name: /specialt/i,
        of: 'fieldLabel',
        value: 'valueLabel',
      }),
      ...texts(job, 'department', 'function'),
    ],
  },
}

/** A posting of a Workday career site, or the entry of its list, which lacks the text. */
const workday: Preset = {
  shape: 'Workday',
  is: (item) => isItem(item['jobPostingInfo']) || (has('externalPath')(item) && has('title')(item)),
  job: partOf('jobPostingInfo'),
  fields: {
    id: 'jobReqId jobPostingId id bulletFields',
    employer: (_, item) => text(item, 'hiringOrganization.name'),
    posted: 'startDate postedOn',
    closed: (job) => at(job, 'posted') === false,
    remote: (job) => /^(?!.*hybrid).*remote/i.test(text(job, 'remoteType') ?? ''),
  },
}

/** Career sites of iCIMS answer `{jobs: [{data: {…}}]}`. */
const icims: Preset = {
  shape: 'iCIMS',
  is: (item) =>
    ['slug', 'req_id', 'hiring_organization'].every((mark) => has(mark)(partOf('data')(item))),
  job: partOf('data'),
  fields: {
    description: (job) => joined(text(job, 'description'), text(job, 'responsibilities')),
  },
}

/** `GET {company}.recruitee.com/api/offers`; 'fulltime_permanent' is full-time first of all. */
const recruitee: Preset = {
  shape: 'Recruitee',
  is: has('careers_url careers_apply_url'),
  fields: {
    url: 'careers_url',
    applyUrl: 'careers_apply_url',
    employmentType: (job) =>
      texts(job, 'employment_type_code').map((code) => code.replace(/_.*/, '')),
  },
}

/** UKG's careers sites. */
const ukg: Preset = {
  shape: 'UKG',
  is: has('OpportunityId JobLocationType'),
  fields: {
    id: 'RequisitionNumber OpportunityId',
    city: 'Locations.0.Address.City',
    state: 'Locations.0.Address.State.Code',
    employmentType(job) {
      const isFull = at(job, 'FullTime')
      return typeof isFull === 'boolean' ? [isFull ? 'Full-time' : 'Part-time'] : []
    },
  },
}

export const applicantSystems: readonly Preset[] = [
  usaJobs,
  greenhouse,
  lever,
  ashby,
  smartRecruiters,
  workday,
  icims,
  recruitee,
  ukg,
]
