import type { Generated } from 'kysely'
import type { JobsTables } from '#features/jobs/server/public.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import type { StateCode } from '#shared/us-states.ts'

export type DuplicatesTables = Pick<JobsTables, 'jobs' | 'job_fingerprints'> & {
  likely_duplicates: {
    id: Generated<string>
    /** The older job. */
    job_a: string
    job_b: string
    status: Generated<'open' | 'dismissed' | 'merged'>
    /** In percent, like its parts. */
    score: number
    title_score: number
    employer_score: number
    place_score: number
    text_score: number
    specialty: Specialty
    state: StateCode
    sources: string[]
    found_at: Generated<Date>
    decided_by: string | null
    decided_at: Date | null
  }
  merged_jobs: { job_id: string; kept_id: string; merged_at: Generated<Date>; merged_by: string | null }
}
