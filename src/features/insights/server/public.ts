export { moveInsights } from './queries.ts'
