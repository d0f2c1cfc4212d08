import { recordAudit } from '#platform/server/audit.ts'
import type { Db } from '#platform/server/database.ts'
import type { ResponseOf } from '#shared/contract.ts'
import type { LikelyDuplicate, LikelyJob } from '../contract.ts'
import { countedPairs, pairsPerPage } from '../model.ts'
import { countPairs, dismissPairs, findOpenJobs, findPairs, findSources, type Filter, type PairRow } from './queries.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import { payText } from '#features/jobs/job-texts.ts'
import { referenceCode } from '#features/jobs/model.ts'

export async function listDuplicates(
  db: Db,
  { page, ...filter }: Filter & { page: number },
): Promise<ResponseOf<'GET /api/admin/duplicates'>> {
  const [total, sources] = await Promise.all([countPairs(db, filter, countedPairs), findSources(db)])
  const range = { limit: pairsPerPage, offset: (page - 1) * pairsPerPage }
  const rows = await findPairs(db, filter, { ...range, areFew: total <= countedPairs })
  const jobs = await findOpenJobs(
    db,
    rows.flatMap((it) => [it.job_a, it.job_b]),
  )
  const pairs = rows.flatMap((row) => {
    const [kept, other] = [jobs.get(row.job_a), jobs.get(row.job_b)]
    return kept && other ? [pairOf(row, kept, other)] : []
  })
  const counted = Math.min(total, countedPairs)
  return { pairs, total: counted, totalIsCapped: total > counted, totalPages: Math.ceil(counted / pairsPerPage), sources }
}

/** Pairs decided meanwhile stay as they are. */
export async function dismissDuplicates(db: Db, ids: readonly string[], { actorId, ip }: { actorId: string; ip: string }) {
  return db.transaction().execute(async (trx) => {
    const dismissed = await dismissPairs(trx, ids, actorId)
    for (const id of dismissed)
      await recordAudit(trx, { action: 'duplicates.dismissed', actorId, ip, subject: `duplicate:${id}` })
    return { dismissed: dismissed.length }
  })
}

const pairOf = (row: PairRow, kept: JobRow, other: JobRow): LikelyDuplicate => ({
  id: row.id,
  score: row.score,
  parts: { title: row.title_score, employer: row.employer_score, place: row.place_score, text: row.text_score },
  kept: jobOf(kept),
  other: jobOf(other),
})

const jobOf = (row: JobRow): LikelyJob => ({
  id: row.id,
  referenceId: referenceCode(row.id),
  status: row.status === 'active' ? 'active' : 'pending',
  title: row.title,
  employer: row.employer,
  city: row.city,
  state: row.state,
  specialty: row.specialty,
  type: row.employment_type,
  pay:
    payText({
      compMin: row.comp_min === null ? null : Number(row.comp_min),
      compMax: row.comp_max === null ? null : Number(row.comp_max),
      compUnit: row.comp_unit,
      compText: row.comp_text,
    }) ?? null,
  schedule: row.schedule,
  applyUrl: row.apply_url,
  postedAt: row.posted_at.toISOString(),
  source: row.source,
  channel: row.channel,
  description: row.description,
})
