import { employmentTypeLabels, type EmploymentType } from '#features/jobs/model.ts'
import type { DemoJob } from '../job.ts'
import type { Rng } from '../rng.ts'

type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

/** One line of a public data set: usually an object, but anything is possible. */
export type ScrapedItem = JsonValue

/** How one kind of scraper writes a job. */
export type Shape = (job: DemoJob, now: Date, rng: Rng) => JsonObject

export const poster = (job: DemoJob): string => (job.agency ?? job.employer).name

export const slugOf = (job: DemoJob): string =>
  job.title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

export const applyUrl = (job: DemoJob): string =>
  `https://${(job.agency ?? job.employer).host}/careers/${slugOf(job)}-${job.number}`

export const typeLabel = (type: EmploymentType): string => (type === 'locums' ? 'Locum Tenens' : employmentTypeLabels[type])
