export { refuseUnknown } from './strict-query.ts'
