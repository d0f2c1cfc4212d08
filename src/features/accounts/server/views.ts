import type { CurrentUser } from '#shared/current-user.ts'
import type { ResponseOf } from '#shared/contract.ts'
import type { ListSessions } from '../contract.ts'
import type { User } from './queries.ts'
import type { SessionRow } from './queries-sessions.ts'

type CvSummary = Pick<CurrentUser, 'cvFileName' | 'cvFileSize' | 'cvUploadedAt'>

/** What somebody is told about themselves. */
export const currentUserView = (user: User, cv: CvSummary): CurrentUser => ({
  id: user.id,
  authenticated: true,
  firstName: user.first_name,
  lastName: user.last_name,
  email: user.email,
  emailVerified: user.email_verified_at !== null,
  profileImageUrl: user.profile_image_url,
  role: user.role,
  hasPassword: user.password_hash !== null,
  companyName: user.company_name,
  companyPhone: user.company_phone,
  companyWebsite: user.company_website,
  companySize: user.company_size,
  companyDescription: user.company_description,
  organizationType: user.organization_type,
  isVerifiedHospital: user.is_verified_hospital,
  ...cv,
})

export const sessionView = (row: SessionRow, currentId: string): ResponseOf<ListSessions>['sessions'][number] => ({
  id: row.id,
  current: row.id === currentId,
  createdAt: row.created_at.toISOString(),
  seenAt: row.seen_at.toISOString(),
  ip: row.ip,
  userAgent: row.user_agent,
})
