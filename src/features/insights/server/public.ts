export { countInquiry, insightRetention, moveInsights } from './queries.ts'
