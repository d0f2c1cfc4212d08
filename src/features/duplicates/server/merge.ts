import { moveArrival } from '#features/alerts/server/public.ts'
import { moveFavorites } from '#features/favorites/server/public.ts'
import { moveKeys } from '#features/imports/server/public.ts'
import { moveInquiries } from '#features/inquiries/server/public.ts'
import { moveInsights } from '#features/insights/server/public.ts'
import { referenceCode } from '#features/jobs/model.ts'
import {
  byModerator,
  compareSoon,
  lockPostings,
  mergePostings,
  requireOthers,
  type Links,
} from '#features/postings/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Db } from '#platform/server/database.ts'
import { AppError } from '#shared/errors.ts'
import { detailGroupNames, type DetailGroup } from '../model.ts'
import { findPair, inheritDismissals, insertMerge, markDue, markMerged } from './queries.ts'
import type { Updateable } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { JobRow, JobsTable } from '#features/jobs/server/public.ts'

type Merge = { pairId: string; keepsOther: boolean; takeFromOther: readonly DetailGroup[]; actorId: string; ip: string }

/**
 * Merges two jobs in one transaction: the id that was added first stays, or the other; everything that belongs to the other job moves there, and its addresses
 * redirect.
 * @throws {AppError} NOT_FOUND, or CONFLICT with the reason.
 */
export async function mergeDuplicates(db: Db, links: Links, merge: Merge): Promise<{ keptId: string; referenceId: string }> {
  const keptId = await byModerator(db, merge, (trx) => mergePair(trx, links, merge))
  return { keptId, referenceId: referenceCode(keptId) }
}

async function mergePair(trx: Db, links: Links, { pairId, keepsOther, takeFromOther, actorId, ip }: Merge): Promise<string> {
  const pair = await findPair(trx, pairId)
  if (!pair) throw new AppError('NOT_FOUND', 'This pair is no longer in the list.')
  // Locks the jobs before the pair, in the order of all other transactions.
  const jobs = await lockPostings(trx, [pair.job_a, pair.job_b])
  await requireOthers(trx, { actorId }, [pair.job_a, pair.job_b])
  const [kept, other] = keepsOther ? jobs.toReversed() : jobs
  if (!kept || !other || !(await markMerged(trx, pairId, actorId)))
    throw new AppError('CONFLICT', 'Someone else already decided this pair.')

  // Before the jobs change, so that alerts do not mail a job that goes live now.
  const move = { from: other.id, to: kept.id }
  await moveArrival(trx, move)
  await moveFavorites(trx, move)
  await moveInquiries(trx, { ...move, actorId })
  await moveInsights(trx, move)
  await moveKeys(trx, other.id, kept.id)
  await mergePostings(trx, links, { kept, other, columns: mergedDetails(kept, other, takeFromOther), actorId })
  await inheritDismissals(trx, other.id, kept.id)
  // The kept job is compared again.
  await markDue(trx, kept.id)
  await compareSoon(trx, kept.id)
  await insertMerge(trx, { otherId: other.id, keptId: kept.id, mergedBy: actorId })
  await recordAudit(trx, {
    action: 'duplicates.merged',
    actorId,
    ip,
    subject: `job:${kept.id}`,
    detail: { merged: other.id, takeFromOther },
  })
  return kept.id
}

type Column = keyof JobRow

/** Fields that belong together: a pay's unit is wrong without its figures, and so is a text under another source. */
const groupColumns: Record<DetailGroup, readonly Column[]> = {
  title: ['title'],
  employer: ['employer', 'organization_type', 'logo_url'],
  place: [
    'city',
    'state',
    'zip',
    'further_places',
    'further_points',
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

/** Columns that the other job fills if the kept one has none. */
const fillable: readonly Column[] = [
  ...(['employer', 'type', 'conditions', 'apply'] as const).flatMap((it) => groupColumns[it]),
  'brief',
  'team_notes',
  'job_duties',
]

/** The kept job's changes: the chosen groups, and what it lacks. */
function mergedDetails(kept: JobRow, other: JobRow, takeFromOther: readonly DetailGroup[]): Updateable<JobsTable> {
  const taken = detailGroupNames.filter((name) => takeFromOther.includes(name)).flatMap((name) => groupColumns[name])
  const open = fillable.filter((it) => isSilent(kept[it]))
  const pay = (['comp_min', 'comp_max', 'comp_text'] as const).every((it) => isSilent(kept[it])) ? groupColumns.pay : []
  const columns = new Set([...taken, ...open, ...pay])
  const changed = [...columns].filter((column) => !isDeepStrictEqual(kept[column], other[column]))
  return {
    ...Object.fromEntries(changed.map((it) => [it, other[it]])),
    // The later end, because a poster renewed one of them.
    ...(kept.expires_at &&
      other.expires_at &&
      kept.apply_until === null &&
      other.expires_at > kept.expires_at && { expires_at: other.expires_at }),
  }
}

const isSilent = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0)
