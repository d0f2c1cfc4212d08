import { amount, at, given, isItem, moments, text, texts } from '../item.ts'
import type { Item } from '../item.ts'
import type { ScrapedJob } from '../scraped-job.ts'

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
