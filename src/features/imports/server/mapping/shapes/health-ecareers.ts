import { amount, at, given, moments, text, texts } from '../item.ts'
import type { Item } from '../item.ts'
import type { ScrapedJob } from '../scraped-job.ts'

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
