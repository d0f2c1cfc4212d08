import type { Updateable } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { JobRow, JobsTable } from '#features/jobs/server/public.ts'
import { detailGroupNames } from '../model.ts'
import type { DetailGroup } from '../model.ts'

type Column = keyof JobRow

/** What goes together: a pay's unit without its figures would be wrong, and so would a text under another one's source. */
const groupColumns: Record<DetailGroup, readonly Column[]> = {
  title: ['title'],
  employer: ['employer', 'organization_type', 'logo_url'],
  place: [
    'city',
    'state',
    'zip',
    'lat',
    'lon',
    'facility_name',
    'facility_street',
    'facility_city',
    'facility_state',
    'facility_zip',
    'facility_country',
  ],
  specialty: ['specialty', 'specialty_other', 'subspecialty'],
  type: ['employment_type', 'duration', 'payroll'],
  pay: ['comp_min', 'comp_max', 'comp_unit', 'comp_text', 'comp_notes', 'pay_annual'],
  conditions: [
    'setting',
    'schedule',
    'benefits',
    'telehealth',
    'visa_support',
    'ehr',
    'start_date_text',
    'hire_window',
    'fellowship_required',
    'subspecialty_required',
    'state_license_required',
    'board_recertification_required',
    'medically_underserved_area',
    'new_graduates_acceptable',
  ],
  apply: ['apply_url', 'public_email', 'contact_name', 'contact_phone', 'contact_website'],
  description: [
    'description',
    'snippet',
    'brief',
    'team_notes',
    'job_duties',
    'original_description',
    'original_requirements',
    'original_benefits',
    'source',
    'source_url',
    'structured_data_allowed',
  ],
}

/** Each stands for itself: where the kept job is silent, the other one may speak. */
const fillable: readonly Column[] = [
  'organization_type',
  'logo_url',
  'duration',
  'payroll',
  'setting',
  'schedule',
  'benefits',
  'visa_support',
  'ehr',
  'start_date_text',
  'hire_window',
  'apply_url',
  'public_email',
  'contact_name',
  'contact_phone',
  'contact_website',
  'brief',
  'team_notes',
  'job_duties',
]

/** What changes in the kept job: the groups that are taken from the other one, and what it leaves open. */
export function mergedDetails(kept: JobRow, other: JobRow, takeFromOther: readonly DetailGroup[]): Updateable<JobsTable> {
  const taken = detailGroupNames.filter((it) => takeFromOther.includes(it)).flatMap((it) => groupColumns[it])
  const open = fillable.filter((it) => isSilent(kept[it]))
  const pay = (['comp_min', 'comp_max', 'comp_text'] as const).every((it) => isSilent(kept[it])) ? groupColumns.pay : []
  const columns = new Set([...taken, ...open, ...pay])
  const changed = [...columns].filter((it) => !isDeepStrictEqual(kept[it], other[it]))
  return {
    ...Object.fromEntries(changed.map((it) => [it, other[it]])),
    // Whoever renewed one of them wants the job to stay.
    ...(kept.expires_at && other.expires_at && other.expires_at > kept.expires_at && { expires_at: other.expires_at }),
  }
}

const isSilent = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0)
