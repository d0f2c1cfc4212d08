import type { CurrentUser } from '#shared/current-user.ts'
import { RoleSelection } from './role-selection.tsx'
import { SecondStepSetup } from './second-step-setup.tsx'

/** What a signed-in visitor has to do before anything else. */
export const Gate = ({ user }: { user: CurrentUser }) => (user.role === null ? <RoleSelection /> : <SecondStepSetup />)
