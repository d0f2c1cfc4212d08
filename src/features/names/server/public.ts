export { canBeGranted, mailDomainOf } from './domains.ts'
export { isNear, lettersOf, likenessOf, shortestName } from './likeness.ts'
export {
  findDomainsOf,
  findKnownEmployers,
  findNamesOf,
  findOrganizationOf,
  findOwnedNames,
  findOwner,
  findOwnerAddresses,
  findOwnNames,
  findVerified,
  hasNames,
  isGrantedToDomain,
  readWords,
  withdrawGrants,
  type KnownEmployer,
} from './queries.ts'
export {
  allowOrganization,
  claimName,
  grantTo,
  grantView,
  isNamed,
  setAcceptance,
  speaksFor,
  standingsOf,
  withdrawAllNames,
} from './service.ts'
