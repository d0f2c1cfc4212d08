import { moveArrival } from '#features/alerts/server/public.ts'
import { moveFavorites } from '#features/favorites/server/public.ts'
import { findDoubtful, moveKeys } from '#features/imports/server/public.ts'
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
import { findPair, inheritDismissals, insertMerge, markDue, markMerged } from './queries.ts'
import type { Updateable } from 'kysely'
import type { JobRow, JobsTable } from '#features/jobs/server/public.ts'

type Merge = { pairId: string; keepsOther: boolean; actorId: string; ip: string }

/**
 * Merges two jobs in one transaction: the id that was added first stays, or the other; everything that belongs to the other job moves there, and its addresses
 * redirect.
 * @throws {AppError} NOT_FOUND, or CONFLICT with the reason.
 */
export async function mergeDuplicates(db: Db, links: Links, merge: Merge): Promise<{ keptId: string; referenceId: string }> {
  const keptId = await byModerator(db, merge, (trx) => mergePair(trx, links, merge))
  return { keptId, referenceId: referenceCode(keptId) }
}

async function mergePair(trx: Db, links: Links, { pairId, keepsOther, actorId, ip }: Merge): Promise<string> {
  const pair = await findPair(trx, pairId)
  if (!pair) throw new AppError('NOT_FOUND', 'This pair is no longer in the list.')
  // Locks the jobs before the pair, in the order of all other transactions.
  const jobs = await lockPostings(trx, [pair.job_a, pair.job_b])
  await requireOthers(trx, { actorId }, [pair.job_a, pair.job_b])
  const [kept, other] = keepsOther ? jobs.toReversed() : jobs
  if (!kept || !other || !(await markMerged(trx, pairId, actorId)))
    throw new AppError('CONFLICT', 'Someone else already decided this pair.')
  // It would go live with the other one's day.
  if (other.status === 'active' && (await findDoubtful(trx, [kept.id])).length > 0)
    throw new AppError(
      'CONFLICT',
      `${referenceCode(kept.id)} has a doubtful fact. Settle it in the queue first, or keep the other job.`,
    )

  // Before the jobs change, so that alerts do not mail a job that goes live now.
  const move = { from: other.id, to: kept.id }
  await moveArrival(trx, move)
  await moveFavorites(trx, move)
  await moveInquiries(trx, { ...move, actorId })
  await moveInsights(trx, move)
  await moveKeys(trx, other.id, kept.id)
  await mergePostings(trx, links, { kept, other, columns: filledDetails(kept, other), actorId })
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
    detail: { merged: other.id },
  })
  return kept.id
}

/** What the other job fills, one by one, if the kept one has none. */
const fillable: readonly (keyof JobRow)[] = [
  'employer',
  'organization_type',
  'logo_url',
  'employment_type',
  'duration',
  'payroll',
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
  'apply_url',
  'public_email',
  'contact_name',
  'contact_phone',
  'contact_website',
  'comp_notes',
  'brief',
  'team_notes',
  'job_duties',
]
/** A pay's unit is wrong without its figures. */
const payColumns: readonly (keyof JobRow)[] = ['comp_min', 'comp_max', 'comp_unit', 'comp_text', 'pay_annual']

/** What the kept job lacks. */
function filledDetails(kept: JobRow, other: JobRow): Updateable<JobsTable> {
  const open = fillable.filter((it) => isSilent(kept[it]) && !isSilent(other[it]))
  const pay = !statesPay(kept) && statesPay(other) ? payColumns : []
  return {
    ...Object.fromEntries([...open, ...pay].map((it) => [it, other[it]])),
    // The later end, because a poster renewed one of them.
    ...(kept.expires_at &&
      other.expires_at &&
      kept.apply_until === null &&
      other.expires_at > kept.expires_at && { expires_at: other.expires_at }),
  }
}

const statesPay = (job: JobRow): boolean => (['comp_min', 'comp_max', 'comp_text'] as const).some((it) => !isSilent(job[it]))

const isSilent = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0)
