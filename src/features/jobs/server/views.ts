import { tableOf } from '#shared/keys.ts'
import { mapShapes } from '#features/places/server/public.ts'
import { timeZoneOfState } from '#shared/dates.ts'
import { isConfidential } from '#shared/paths.ts'
import type { JobDetail, JobSummary } from '../contract.ts'
import { payText, placeText, readPlace } from '../display.ts'
import { fields, publicTexts } from '../fields.ts'
import { referenceCode } from '../model.ts'
import type { Terms } from '../terms-schema.ts'
import { listOf } from '#vocabulary/table.ts'
import { shownColumns, type DetailRow, type SummaryRow } from './queries.ts'
import type { JobRow } from './tables.ts'

type Camel<Column extends string> = Column extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Column

/** Reads columns under their names in answers: `start_date_text` is `startDateText`. */
function readerOf<Column extends keyof JobRow>(columns: readonly Column[]) {
  const names = columns.map(
    (column) =>
      [column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()), column] as const,
  )
  return (row: Pick<JobRow, Column>) =>
    Object.fromEntries(names.map(([name, column]) => [name, row[column]])) as {
      [C in Column as Camel<C>]: JobRow[C]
    }
}

const shownOf = readerOf(shownColumns)
const detailsOf = readerOf(
  listOf(
    'description, zip, setting, schedule, benefits, ehr, fellowship_required, subspecialty_required, state_license_required',
    'board_recertification_required, medically_underserved_area, contact_name, contact_phone, contact_website, source_url',
    'structured_data_allowed',
  ),
)

/** A row as lists show it. */
export function summaryOf(row: SummaryRow): JobSummary {
  const pay = payOf(row)
  return {
    ...shownOf(row),
    type: row.employment_type,
    payrollType: row.payroll,
    descriptionSnippet: row.snippet,
    ...(row.further_places.length > 0 && { furtherLocations: row.further_places.map(readPlace) }),
    ...pay,
    minComp: pay.compMin,
    maxComp: pay.compMax,
    postedAt: row.posted_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    referenceId: referenceCode(row.id),
  }
}

/** Pay and place only where they differ from the job's. */
function otherSourcesOf(row: DetailRow): JobDetail['otherSources'] {
  const job = summaryOf(row)
  const [pay, place] = [payText(job) ?? null, placeText(job)]
  return row.others.map((listing) => ({
    ...listing,
    pay: listing.pay === pay ? null : listing.pay,
    place: listing.place === place ? null : listing.place,
  }))
}

/**
 * A row as everybody may read it: without `contact_email`, which only the posting's owner sees. A
 * facility that was not named is the employer's, where the job is.
 */
export function detailOf(row: DetailRow): JobDetail {
  const elsewhere = row.facility_city !== null && row.facility_city !== row.city
  return {
    ...summaryOf(row),
    ...detailsOf(row),
    logoId: row.logo_id,
    requisition: publicRequisition(row),
    answeredBy: row.contact_email === null && row.owner_id === null ? 'team' : 'poster',
    originalData: {
      description: row.original_description,
      requirements: row.original_requirements,
      benefits: row.original_benefits,
    },
    ...tableOf(publicTexts, (name) => row[fields[name].column]),
    terms: publicTerms(row.terms),
    facilityName: row.facility_name ?? row.employer,
    facilityCity: row.facility_city ?? row.city,
    facilityState: row.facility_state ?? (elsewhere ? null : row.state),
    facilityZip: row.facility_zip ?? (elsewhere ? null : row.zip),
    expiresAt: row.expires_at?.toISOString() ?? null,
    applyUntil:
      row.apply_until === null
        ? null
        : { day: row.apply_until, timeZone: timeZoneOfState(row.state) },
    seenAt: row.channel === 'import' ? (row.seen_at ?? row.created_at).toISOString() : null,
    otherSources: otherSourcesOf(row),
    mapPoint:
      (row.lat !== null &&
        row.lon !== null &&
        mapShapes()?.project({ lat: row.lat, lon: row.lon })) ||
      null,
  }
}

/** The number would name a confidential employer. */
export const publicRequisition = (row: Pick<JobRow, 'employer' | 'requisition'>): string | null =>
  row.requisition !== null && isConfidential(row.employer) ? null : row.requisition

/** Without what the poster took back, and the words of the index. */
export function publicTerms(stored: JobRow['terms']): Terms {
  const { index: _index, ...terms } = stored ?? { index: [] }
  const isStated = (term: (typeof terms)[keyof typeof terms]) => term?.is !== 'unstated'
  return Object.values(terms).every(isStated)
    ? terms
    : Object.fromEntries(Object.entries(terms).filter(([, term]) => isStated(term)))
}

export const payOf = (row: Pick<JobRow, 'comp_min' | 'comp_max' | 'comp_unit' | 'comp_text'>) => ({
  compMin: numberOf(row.comp_min),
  compMax: numberOf(row.comp_max),
  compUnit: row.comp_unit,
  compText: row.comp_text,
})

/** The driver gives `numeric` as text. */
const numberOf = (value: string | null) => (value === null ? null : Number(value))
