import { at, isItem, text, texts, type Item } from './item.ts'
import { applicantSystems } from './applicant-systems.ts'
import { has, itemsAt, joined, type Preset } from './preset.ts'

/** Scrapers of job sites, and the feeds of aggregators. */

/** `GET api.adzuna.com/v1/api/jobs/us/search`; its areas go from the country to the town. */
const adzuna: Preset = {
  shape: 'Adzuna',
  is: has('adref salary_is_predicted'),
  fields: {
    employer: 'company.display_name',
    place(job) {
      const [, state, ...within] = texts(job, 'location.area')
      return state ? [...within.slice(-1), state].join(', ') : text(job, 'location.display_name')
    },
  },
}

const glassdoor: Preset = {
  shape: 'Glassdoor',
  is: has('jobListingId payPeriodAdjustedPay'),
  fields: {
    pay: (job) => {
      const paid = text(job, 'payText')
      return paid && !/\best\.|estimate/i.test(paid) ? paid.replace(/\(.*/, '') : undefined
    },
    posted: (job) =>
      [text(job, 'listingAgeDays')].flatMap((days) => (days ? `${days} days ago` : [])),
  },
}

const googleJobs: Preset = {
  shape: 'Google Jobs',
  is: has(
    'detected_extensions job_highlights apply_options job_apply_link employer_name company_name job_city share_link jobHighlights applyOptions',
  ),
  fields: {
    applyUrl: (job) =>
      text(job, 'job_apply_link', 'applyLink') ??
      itemsAt(job, has('apply_options')(job) ? 'apply_options' : 'applyOptions').flatMap(
        (item) => text(item, 'link', 'apply_link') ?? [],
      )[0],
    requirements: (job) => highlights(job, /qualification|requirement/i),
    benefits: (job) => highlights(job, /benefit/i),
  },
}

/** `job_highlights` is a list of titled lists, or (in JSearch) one object of lists. */
function highlights(job: Item, wanted: RegExp) {
  const value = at(job, 'job_highlights') ?? at(job, 'jobHighlights')
  const groups = isItem(value)
    ? Object.entries(value).map(([title, items]): Item => ({ title, items }))
    : [value].flat().filter(isItem)
  const lines = groups
    .filter((group) => wanted.test(text(group, 'title') ?? ''))
    .flatMap((group) => texts(group, 'items'))
  return joined(...lines.map((line) => `• ${line}`))
}

const healthECareers: Preset = {
  shape: 'Health eCareers',
  is: has(
    'jobCode locationText compensationMin compensationUnit employmentTypes disciplines applyMethod profession',
  ),
  fields: { specialty: 'specialties specialty disciplines' },
}

const practiceLink: Preset = {
  shape: 'PracticeLink',
  is: has('description_html description_text date_posted job_type'),
  fields: {
    id: (job) =>
      text(job, 'id', 'job_id') ?? text(job, 'url', 'link')?.match(/\/(\d{4,})(?:[/?#-]|$)/)?.[1],
  },
}

const indeed: Preset = {
  shape: 'Indeed',
  is: has('positionName externalApplyLink postingDateParsed descriptionHTML isExpired jobType'),
  fields: {},
}

const linkedIn: Preset = {
  shape: 'LinkedIn',
  is: has('companyName contractType workType industries publishedAt jobUrl descriptionHtml'),
  fields: {
    // Some scrapers put 'Hybrid' or 'Remote' where others put the contract; reading it as a type
    // decides which it is.
    employmentType: (job) => [
      ...texts(job, 'contractType', 'employmentType'),
      ...[text(job, 'workType', 'workplaceType') ?? []].flat(),
    ],
    specialty: 'specialty industries',
    remote: 'workType workplaceType',
  },
}

export const presets: readonly Preset[] = [
  ...applicantSystems,
  adzuna,
  glassdoor,
  googleJobs,
  healthECareers,
  practiceLink,
  indeed,
  linkedIn,
  { ...indeed, is: has('jobTitle') },
]
