import type { Specialty } from '#features/jobs/specialties.ts'
import type { StateCode } from '#shared/us-states.ts'

export type SalariesTables = {
  pay_statistics: {
    specialty: Specialty
    state: StateCode | null
    postings: number
    lowest: number
    lower_quartile: number
    median: number
    upper_quartile: number
    highest: number
  }
  pay_statistics_refresh: {
    refreshed_at: Date | null
    took_ms: number
    /** `bigint` comes back from the driver as text. */
    job_writes: string
  }
}
