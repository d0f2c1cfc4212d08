import type { Generated } from 'kysely'
import type { StateCode } from '#shared/us-states.ts'

export type FavoritesTables = {
  favorites: {
    physician_id: string
    job_id: string
    saved_at: Generated<Date>
    note: string | null
    title: string
    employer: string
    city: string
    state: StateCode
  }
}
