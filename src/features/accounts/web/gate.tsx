import type { CurrentUser } from '#shared/current-user.ts'
import { RoleSelection } from './role-selection.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'

/** What a signed-in visitor has to do before anything else. */
export const Gate = ({ user }: { user: CurrentUser }) => (user.role === null ? <RoleSelection /> : <TwoFactorSetup />)
