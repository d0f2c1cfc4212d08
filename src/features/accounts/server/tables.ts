import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Role } from '#shared/contract.ts'
import type { SuspensionReason } from '../model.ts'

export type UndoPurpose = 'undo-email' | 'undo-second-step'
export type TokenPurpose =
  | 'verify-email'
  | 'reset-password'
  | 'sign-in'
  | 'change-email'
  | UndoPurpose

export type UsersTable = {
  id: string
  /** Lower case. */
  email: string | null
  email_verified_at: Date | null
  first_name: string | null
  last_name: string | null
  role: Role | null
  password_hash: string | null
  profile_image_url: string | null
  company_name: string | null
  company_phone: string | null
  company_website: string | null
  company_size: string | null
  company_description: string | null
  organization_type: string | null
  is_demo: Generated<boolean>
  suspended_at: Date | null
  suspension_reason: SuspensionReason | null
  suspension_note: string | null
  /** When somebody who had chosen the wrong role chose again. */
  role_chosen_again_at: Generated<Date | null>
  /**
   * Raised with every change of how the account is opened: device marks and pending sign-ins from
   * before are void.
   */
  device_epoch: Generated<number>
  /** Counts what was done to role, mark and suspension. */
  revision: Generated<number>
  /** Name, address and company, for the administration's search. */
  search_text: GeneratedAlways<string>
  last_sign_in_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type AccountsTables = {
  users: UsersTable
  user_identities: {
    provider: string
    subject: string
    user_id: string
    created_at: Generated<Date>
  }
  spent_sign_ins: { state_hash: Buffer; expires_at: Date }
  sessions: {
    token_hash: Buffer
    id: string
    user_id: string
    created_at: Generated<Date>
    seen_at: Generated<Date>
    expires_at: Date
    ip: string | null
    user_agent: string | null
    /** When its holder last proved who they are. */
    proved_at: Generated<Date | null>
  }
  passkeys: {
    id: string
    user_id: string
    public_key: Buffer
    counter: ColumnType<string, number, number>
    transports: string[]
    name: string
    created_at: Generated<Date>
    last_used_at: Date | null
  }
  authenticators: {
    user_id: string
    sealed_secret: string
    confirmed_at: Date | null
    last_step: ColumnType<string, number | undefined, number>
    created_at: Generated<Date>
  }
  recovery_codes: { user_id: string; code_hash: Buffer; created_at: Generated<Date> }
  account_tokens: {
    token_hash: Buffer
    purpose: TokenPurpose
    user_id: string
    email: string
    expires_at: Date
    created_at: Generated<Date>
  }
  sign_in_failures: { key: string; failures: number; last_at: Date }
}
