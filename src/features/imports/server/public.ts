import type { RetentionRule } from '#platform/server/retention.ts'
import { countClosedBefore, deleteClosedBefore } from './runs/queries-jobs.ts'

export { importRunRetention } from './runs/queries-runs.ts'
export { columnsOfFact } from './runs/resolve.ts'
export { requireKnownPlace } from './sources/answers.ts'
export {
  countDoubtful,
  countSameWords,
  findAnswers,
  findDoubtful,
  findQuestions,
  findSameWords,
  findWithheld,
  isCertain,
  isDoubtful,
  lockFacts,
  moveKeys,
  updateFacts,
  waitsFor,
} from './runs/queries-jobs.ts'
export type { FactsRow } from './runs/queries-jobs.ts'
export { saveAnswer } from './sources/queries-sources.ts'

const closedAtOnce = 200

/** With all that depends on them: history, decisions, figures, facts. */
export const closedJobRetention: RetentionRule = {
  what: 'closed jobs that no account owns',
  count: countClosedBefore,
  enforce: (db, before) => deleteClosedBefore(db, before, closedAtOnce),
}
