export { employersPersonalData, startOrganization, verifyOrganizationOf } from './service.ts'
export { employerPages, findMovedEmployer } from './queries.ts'
export { findSeat } from './queries-team.ts'
