import type { Generated } from 'kysely'
import type { ProfileFieldName, ProfileValues } from '../fields.ts'

export type ProfilesTables = {
  profiles: {
    physician_id: string
    fields: ProfileValues
    /** The fields that employers read who find the profile. */
    shown: ProfileFieldName[]
    saved_at: Generated<Date>
    /** What employers know it by: another one each time that it is switched on. */
    found_id: string | null
    found_until: Date | null
    found_asked_at: Date | null
    shows_name: Generated<boolean>
    to_firms: Generated<boolean>
    hidden_states: Generated<string[]>
    words: Generated<string[]>
    employer_keys: Generated<string[]>
    employer_domains: Generated<string[]>
  }
  posting_invitations: {
    id: string
    job_id: string
    physician_id: string
    sender_id: string | null
    organization_id: string
    message: string
    sent_at: Generated<Date>
    read_at: Date | null
    declined_at: Date | null
    accepted_at: Date | null
    inquiry_id: string | null
    /** A firm's posting, by which it knows the physician whom it asks. */
    through_id: string | null
    label: string | null
    known_at: Date | null
    told_decision: Generated<string | null>
  }
}
