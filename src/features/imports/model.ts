import { keysOf } from '#shared/keys.ts'

/** Shared by the command line and the administrator's pages. */

/** An upload that nothing reads is deleted after so many days. */
export const unusedUploadDays = 30

/** Why a row was not imported, and how that reads in a report. */
export const skipReasons = {
  duplicate: 'already imported',
  'invalid-json': 'not valid JSON',
  'broken-row': 'broken, or more cells than the table has columns',
  'too-large': 'larger than one item may be',
  'too-slow': 'takes too long to read',
  'not-an-object': 'not a job item',
  'source-error': 'the scraper reported an error instead of a job',
  closed: 'closed by its source',
  'no-title': 'no title',
  'no-employer': 'no employer named',
  'no-place': 'no city and state that could be read',
  'outside-us': 'outside the United States',
  'not-a-physician': 'not a job for physicians',
  'not-a-job': 'a careers page or a list of openings',
  'not-yours': 'under a name that belongs to another organization',
  'left-out': 'of a specialty that the employer leaves out',
} as const

export type SkipReason = keyof typeof skipReasons

/**
 * 'stopped' by its dataset, 'interrupted' by the end of its process: it goes on from there when it
 * is asked for again.
 */
export const importStatuses = [
  'running',
  'finished',
  'stopped',
  'failed',
  'interrupted',
  'cancelled',
] as const
export type ImportStatus = (typeof importStatuses)[number]

/** `row` counts from 1, over the whole dataset; the reason is in words. */
type SkippedRow = { row: number; reason: string; title?: string }

type NamedGroup = {
  kind: string
  reason: string | null
  samples: readonly { row: number; title: string; detail: string }[]
}

/**
 * Of a report, the first skipped rows that are no duplicates, and the first duplicates, a sentence
 * each.
 */
export function namedRows(groups: readonly NamedGroup[]): {
  skippedRows: SkippedRow[]
  duplicates: string[]
} {
  const rows = groups.flatMap(({ kind, reason, samples }) =>
    kind === 'skipped' ? samples.map((sample) => ({ ...sample, reason: reason ?? '' })) : [],
  )
  const first = (isKnown: boolean) =>
    rows
      .filter(({ reason }) => (reason === skipReasons.duplicate) === isKnown)
      .toSorted((a, b) => a.row - b.row)
      .slice(0, reportLimit)
  return {
    skippedRows: first(false).map(({ row, reason, title }) => ({
      row,
      reason,
      ...(title && { title }),
    })),
    duplicates: first(true).map(({ row, title, detail }) => `Row ${row}: ${title} (${detail})`),
  }
}

/** How many rows a report names one by one; the counts go on beyond. */
export const reportLimit = 100

/** How often a source is imported by itself. */
export const importSchedules = {
  never: 'Manual only',
  hourly: 'Every hour',
  daily: 'Every day',
  weekly: 'Every week',
} as const

export type ImportSchedule = keyof typeof importSchedules

export const importScheduleNames = keysOf(importSchedules)

const periodHours = { never: null, hourly: 1, daily: 24, weekly: 168 }

/** Null where nothing happens by itself. */
export function nextRunAt(schedule: ImportSchedule, from: Date): Date | null {
  const hours = periodHours[schedule]
  return hours === null ? null : new Date(from.getTime() + hours * 3_600_000)
}

/** A careers page is read so often. */
export const pageHours = 4
/** The systems whose boards an employer may connect. */
export const boardNames =
  'Greenhouse, Lever, Ashby, Workable, SmartRecruiters, Recruitee, BambooHR or Workday'
export const nextPageRunAt = (from: Date): Date => new Date(from.getTime() + pageHours * 3_600_000)

/**
 * The fields of a job that a mapping can set. Without a rule, the preset of the recognized site
 * applies.
 */
export const mappingFields = {
  id: 'Source id',
  title: 'Title',
  employer: 'Employer',
  place: 'Location',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  country: 'Country',
  remote: 'Remote',
  description: 'Description',
  requirements: 'Requirements',
  benefits: 'Benefits',
  specialty: 'Specialty',
  profession: 'Profession',
  employmentType: 'Employment type',
  contract: 'Contract',
  pay: 'Pay in words',
  payMin: 'Lowest pay',
  payMax: 'Highest pay',
  payUnit: 'Pay unit',
  posted: 'Posted',
  expires: 'Expires',
  closed: 'Closed',
  url: 'Page of the job',
  applyUrl: 'Apply link',
  contactName: 'Contact name',
  contactEmail: 'Contact email',
  contactPhone: 'Contact phone',
} as const

export type MappingField = keyof typeof mappingFields

export const mappingFieldNames = keysOf(mappingFields)

/**
 * A place in the item ('job.location.0.city'), possibly joined with others, or one part of what
 * stands there.
 */
export type PathRule = {
  path: string
  /** Further places, whose texts follow the first. */
  and?: string[] | undefined
  /** What stands between joined texts; a blank without it. */
  joiner?: string | undefined
  /** What the text is cut at. */
  split?: string | undefined
  /** Which part of the cut text counts: 1 is the first, -1 the last. */
  part?: number | undefined
  /** For items that have nothing there. */
  fallback?: string | undefined
}

/**
 * Where an item has a field, one value for every item, or one for items in which the preset finds
 * nothing.
 */
export type FieldRule = PathRule | { value: string } | { fallback: string }

export type Mapping = Partial<Record<MappingField, FieldRule>>

/** The address of an uploaded file, wherever one of a dataset is asked for. */
export const uploadUrl = (id: string): string => `upload:${id}`
export const uploadIdOf = (url: string): string | undefined =>
  /^upload:([\da-f-]{36})$/.exec(url)?.[1]

/** What to do with a file of a kind in which nobody can tell rows and columns for certain. */
export const otherKinds = {
  workbook:
    'This is a workbook or an archive. In Excel or Google Sheets, save the sheet as CSV (“CSV UTF-8”), and give that file.',
  pdf: 'This is a PDF, which has no columns. Ask its author for the list as CSV or JSON, or copy the table into a sheet and save that as CSV.',
} as const

export const maxUploadBytes = 200_000_000

export const mappingLimits = { path: 200, value: 500, joined: 8 }
