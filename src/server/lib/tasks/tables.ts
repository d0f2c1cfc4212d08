import type { Generated } from 'kysely'

type JobState = 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'

/** pg-boss's own table, which it calls job, and the part of it that we write and read ourselves. */
export type TasksTables = {
  'pgboss.job': {
    id: Generated<string>
    name: string
    data: unknown
    state: Generated<JobState>
    policy: string
    singleton_key: string
    start_after: Generated<Date>
    keep_until: Date
    created_on: Generated<Date>
    retry_limit: number
    retry_delay: number
    retry_backoff: boolean
    retry_delay_max: number
    expire_seconds: number
    deletion_seconds: number
    heartbeat_seconds: number
    dead_letter: string
    output: unknown
    source_name: string | null
    source_retry_count: number | null
  }
}
