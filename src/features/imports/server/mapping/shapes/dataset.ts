import { amount, at, given, moments, text, texts } from '../item.ts'
import type { Item } from '../item.ts'
import type { ScrapedJob } from '../scraped-job.ts'

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
