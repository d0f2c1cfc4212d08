export { isCertain, moveKeys } from './queries.ts'
