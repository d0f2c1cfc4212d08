export { canBeGranted, mailDomainOf } from './domains.ts'
export { isNear, lettersOf, likenessOf, shortestName, type Likeness } from './likeness.ts'
export {
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
  type GrantRow,
  type KnownEmployer,
  type Standing,
} from './queries.ts'
export { allowOrganization, claimName, grantTo, grantView, setAcceptance, standingsOf, withdrawAllNames } from './service.ts'
