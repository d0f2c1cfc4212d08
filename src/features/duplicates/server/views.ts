import { payText } from '#features/jobs/display.ts'
import { referenceCode } from '#features/jobs/model.ts'
import type { LikelyDuplicate, LikelyJob } from '../contract.ts'
import type { LikelyJobRow, PairRow } from './queries.ts'

export const pairOf = (row: PairRow, kept: LikelyJobRow, other: LikelyJobRow): LikelyDuplicate => ({
  id: row.id,
  score: row.score,
  parts: { title: row.title_score, employer: row.employer_score, place: row.place_score, text: row.text_score },
  kept: jobOf(kept),
  other: jobOf(other),
})

const jobOf = (row: LikelyJobRow): LikelyJob => ({
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
