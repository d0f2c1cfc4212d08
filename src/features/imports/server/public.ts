export { columnsOfFact } from './judge.ts'
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
} from './queries.ts'
export type { FactsRow } from './queries.ts'
