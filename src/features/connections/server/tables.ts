import type { ColumnType, Generated } from 'kysely'
import type { HookEvent, hookEvents } from '#features/api/model.ts'
import type { KeyScope } from '#shared/contract.ts'

export type ConnectionsTables = {
  api_keys: {
    id: string
    organization_id: string
    name: string
    scope: KeyScope
    secret_hash: Buffer
    made_by: string
    created_at: Generated<Date>
    used_at: Date | null
  }
  hooks: {
    id: string
    organization_id: string
    url: string
    sealed_secret: string
    events: (keyof typeof hookEvents)[]
    created_at: Generated<Date>
    off_at: ColumnType<Date | null, undefined>
  }
  hook_deliveries: {
    id: string
    hook_id: string
    event: HookEvent
    data: { applicationId?: string }
    happened_at: Generated<Date>
    attempts: number
    attempted_at: Date | null
    answer: string | null
    delivered_at: Date | null
    /** Null: it was delivered, or given up. */
    due_at: Date | null
  }
}
