import type { Generated } from 'kysely'

export type SiteTables = {
  board_figures: {
    id: Generated<boolean>
    jobs: number
    employers: number
    /** US dollars a year. */
    median_pay: number | null
    refreshed_at: Date | null
    took_ms: number
    job_writes: string
  }
}
