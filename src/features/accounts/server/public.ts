export { keepAnAdministrator } from './administrators.ts'
export { mailAccountLink } from './links.ts'
export { listIdentities } from './oidc/identities.ts'
export { eraseAccount, eraseAddress } from './personal-data.ts'
export {
  deleteAccountTokens,
  findAdministratorAddresses,
  findPeople,
  findSuspended,
  findUser,
  findUserIdByEmail,
  lockAdministrators,
  lockRole,
  lockUser,
  updateUser,
  type User,
} from './queries.ts'
export { deleteSessions, findSessions } from './queries-sessions.ts'
export { hashSecret, newSecret } from './secrets.ts'
export type { AccountHooks, PersonalData } from './service.ts'
export { sessionCookieName } from './sessions.ts'
export type { AccountsTables } from './tables.ts'
