export { employersPersonalData, startOrganization, verifyOrganizationOf } from './service.ts'
export { employerPages, findMovedEmployer } from './queries.ts'
