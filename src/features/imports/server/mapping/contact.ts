import { jobLimits } from '#features/jobs/model.ts'
import type { ScrapedJob } from './scraped-job.ts'
import { cleanLine } from './text.ts'
import { readLink } from './url.ts'

/** Whom to ask about the job, as its columns; what is no name, address or number is left out. */
export function readContact({ contactName, contactEmail, contactPhone }: ScrapedJob) {
  return {
    contact_name: lineOf(contactName, jobLimits.employer),
    contact_email: emailOf(contactEmail),
    contact_phone: /\d{3}/.test(contactPhone ?? '') ? lineOf(contactPhone, jobLimits.phone) : null,
  }
}

const lineOf = (text: string | undefined, max: number): string | null => cleanLine(text ?? '', max) || null

function emailOf(text: string | undefined): string | null {
  const [, address = ''] = readLink(text)?.match(/^mailto:([^?]+)/) ?? []
  return address !== '' && address.length <= jobLimits.email ? address.toLowerCase() : null
}
