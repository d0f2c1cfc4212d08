export { columnsOfFact } from './runs/resolve.ts'
export { requireKnownPlace } from './sources/answers.ts'
export {
  countDoubtful,
  countSameWords,
  findDoubtful,
  findQuestions,
  findSameWords,
  findWithheld,
  isCertain,
  isDoubtful,
  lockFacts,
  moveKeys,
  saveAnswer,
  updateFacts,
  waitsFor,
} from './runs/queries-jobs.ts'
export type { FactsRow } from './runs/queries-jobs.ts'
