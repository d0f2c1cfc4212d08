import type { JobStatus } from '#features/jobs/model.ts'

export type InsightsTables = {
  insight_salts: { day: string; salt: Buffer }
  insight_visitors: { day: string; subject_id: string; visitor: Buffer }
  /** What is read of the jobs that are looked at. */
  jobs: { id: string; title: string; status: JobStatus; owner_id: string | null }
}
