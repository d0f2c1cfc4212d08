import type { UserSummary } from '../contract-administration.ts'
import type { User } from './queries.ts'

export const userSummaryView = (user: User): UserSummary => ({
  id: user.id,
  revision: user.revision,
  firstName: user.first_name,
  lastName: user.last_name,
  email: user.email,
  emailVerified: user.email_verified_at !== null,
  role: user.role,
  companyName: user.company_name,
  isVerifiedHospital: user.is_verified_hospital,
  isDemo: user.is_demo,
  suspendedAt: user.suspended_at?.toISOString() ?? null,
  createdAt: user.created_at.toISOString(),
  lastSignInAt: user.last_sign_in_at?.toISOString() ?? null,
})
