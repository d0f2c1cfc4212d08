export { countOpenReports, selectOpenReports as listOpenReports } from './queries-reports.ts'
export type { OpenReport } from './queries-reports.ts'
export { decideReport } from './reports.ts'
export { eraseInquiriesOf, exportInquiries } from './personal-data.ts'
