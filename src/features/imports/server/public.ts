import { deletion, type AgeRule } from '#platform/server/retention.ts'
import { unseenRule } from './runs/closing.ts'
import { countClosedBefore, deleteClosedBefore } from './runs/queries-jobs.ts'
import { pastChecks, pastRuns } from './runs/queries-runs.ts'
import { unusedUploads } from './sources/queries-sources.ts'

export { careersPagesPersonalData } from './careers/service-pages.ts'
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
  updateFacts,
  waitsFor,
  type FactsRow,
} from './runs/queries-facts.ts'
export { moveKeys } from './runs/queries-jobs.ts'
export { saveAnswer } from './sources/queries-sources.ts'

const closedAtOnce = 200

export const importRules = {
  /** With all that depends on them: history, decisions, figures, facts. */
  closedJobs: deletion({
    what: 'closed jobs that no account owns',
    of: 'jobs',
    count: countClosedBefore,
    delete: (trx, before) => deleteClosedBefore(trx, before, closedAtOnce),
  }),
  unseenJobs: unseenRule,
  runs: pastRuns,
  checks: pastChecks,
  uploads: unusedUploads,
} satisfies Record<string, AgeRule>
