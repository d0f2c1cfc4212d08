import { given, moments, text, texts } from '../item.ts'
import type { Item } from '../item.ts'
import type { ScrapedJob } from '../scraped-job.ts'

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
