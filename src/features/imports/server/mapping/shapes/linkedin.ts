import { at, given, moments, text, texts } from '../item.ts'
import type { Item } from '../item.ts'
import type { ScrapedJob } from '../scraped-job.ts'

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
