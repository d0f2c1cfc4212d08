import { at, given, moments, text, texts } from '../item.ts'
import type { Item } from '../item.ts'
import type { ScrapedJob } from '../scraped-job.ts'

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
