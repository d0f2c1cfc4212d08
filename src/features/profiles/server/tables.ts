import type { Generated } from 'kysely'
import type { ProfileFieldName, ProfileValues } from '../fields.ts'

export type ProfilesTables = {
  profiles: {
    physician_id: string
    fields: ProfileValues
    /** The fields that employers read who find the profile. */
    shown: ProfileFieldName[]
    saved_at: Generated<Date>
  }
}
