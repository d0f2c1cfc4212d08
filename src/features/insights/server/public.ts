export { moveInsights } from './queries-move.ts'
