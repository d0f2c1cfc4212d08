export { moveKeys } from './queries.ts'
