import type { PersonalData } from '#features/accounts/server/public.ts'
import { exportOrganization, isInTeam, type MemberLeft } from './service.ts'
import { deleteInvitationsTo } from './queries-team.ts'
import { eraseMember } from './service-members.ts'

export {
  endOrganization,
  lockAsOwner,
  onlyOwners,
  record as recordChange,
  startOrganization,
  verifyOrganizationOf,
  type Caller,
} from './service.ts'
export { acceptInvitation, getInvitation } from './service-members.ts'
export { reinstateOrganization, suspendOrganization } from './service-suspension.ts'
export { employerPages, findMovedEmployer } from './queries.ts'
export { deleteInvitationsBy, findOpenMembers, findOrganization, findSeat } from './queries-team.ts'

export const employersPersonalData = (memberLeft: MemberLeft): PersonalData => ({
  name: 'organization',
  export: exportOrganization,
  isUsed: isInTeam,
  erase: eraseMember(memberLeft),
  eraseAddress: deleteInvitationsTo,
})
export type { MemberLeft }
