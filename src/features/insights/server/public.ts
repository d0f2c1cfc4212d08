export { countInquiry, moveInsights } from './queries.ts'
export { insightRetention } from './service.ts'
