export { columnsOfFact } from './runs/resolve.ts'
export {
  countSameWords,
  findDoubtful,
  findSameWords,
  findWithheld,
  isCertain,
  isDoubtful,
  lockFacts,
  moveKeys,
  saveAnswer,
  updateFacts,
} from './runs/queries-jobs.ts'
export type { FactsRow } from './runs/queries-jobs.ts'
