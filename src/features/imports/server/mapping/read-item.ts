import type { Mapping } from '#features/imports/mapping.ts'
import type { SkipReason } from '#features/imports/model.ts'
import { applyMapping } from './apply-mapping.ts'
import { isItem } from './item.ts'
import type { Item } from './item.ts'
import type { ScrapedJob } from './scraped-job.ts'
import { readDataset } from './shapes/dataset.ts'
import { readGoogleJobs } from './shapes/google-jobs.ts'
import { readHealthECareers } from './shapes/health-ecareers.ts'
import { readIndeed } from './shapes/indeed.ts'
import { readLinkedIn } from './shapes/linkedin.ts'
import { readPracticeLink } from './shapes/practicelink.ts'

/** Recognizes whose item it is and reads it, or says why it is no job. What a mapping says goes before what the preset finds. */
export function readItem(value: unknown, mapping: Mapping = {}): ScrapedJob | { skip: SkipReason } {
  if (!isItem(value) || Object.keys(value).length === 0) return { skip: 'not-an-object' }
  const read = shapes.find(({ marks }) => marks.some((mark) => Object.hasOwn(value, mark)))?.read ?? readDataset
  const job = applyMapping(value, read(value), mapping)
  if (isErrorRow(value, job)) return { skip: 'source-error' }
  return job
}

/** Field names that only one site's scrapers use; where two share a name, the earlier shape has a mark of its own. */
const shapes: { marks: string[]; read: (item: Item) => ScrapedJob }[] = [
  {
    marks: [
      'detected_extensions',
      'job_highlights',
      'apply_options',
      'job_apply_link',
      'employer_name',
      'company_name',
      'job_city',
      'share_link',
      'jobHighlights',
      'applyOptions',
    ],
    read: readGoogleJobs,
  },
  {
    marks: [
      'jobCode',
      'locationText',
      'compensationMin',
      'compensationUnit',
      'employmentTypes',
      'disciplines',
      'applyMethod',
      'profession',
    ],
    read: readHealthECareers,
  },
  { marks: ['description_html', 'description_text', 'date_posted', 'job_type'], read: readPracticeLink },
  {
    marks: ['positionName', 'externalApplyLink', 'postingDateParsed', 'descriptionHTML', 'isExpired', 'jobType'],
    read: readIndeed,
  },
  {
    marks: ['companyName', 'contractType', 'workType', 'industries', 'publishedAt', 'jobUrl', 'descriptionHtml'],
    read: readLinkedIn,
  },
  { marks: ['jobTitle'], read: readIndeed },
]

/** Scrapers put a row that only says what went wrong where a closed or unreadable posting was. */
function isErrorRow(item: Item, job: ScrapedJob): boolean {
  const failed = ['error', '#error', 'errorMessage', 'errorInfo'].some((key) => Boolean(item[key]))
  return failed && !(job.title && job.description)
}
