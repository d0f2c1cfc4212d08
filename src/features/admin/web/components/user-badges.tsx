import type { UserSummary } from '#features/admin/contract.ts'
import { Badge } from '#ui/feedback.tsx'

type Props = { user: Pick<UserSummary, 'suspendedAt' | 'isVerifiedHospital' | 'email' | 'emailVerified' | 'isDemo'> }

export const UserBadges = ({ user }: Props) => (
  <span className="flex flex-wrap gap-1">
    {user.suspendedAt !== null && <Badge tone="danger">Suspended</Badge>}
    {user.isVerifiedHospital && <Badge tone="action">Verified hospital</Badge>}
    {user.email !== null && !user.emailVerified && <Badge>Email not confirmed</Badge>}
    {user.isDemo && <Badge>Sample account</Badge>}
  </span>
)
