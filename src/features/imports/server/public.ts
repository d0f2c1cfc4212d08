import { deletingByAge, type AgeRule } from '#platform/server/retention.ts'
import { unseenRule } from './runs/closing.ts'
import { countClosedBefore, deleteClosedBefore } from './runs/queries-jobs.ts'
import { pastChecks, pastRuns } from './runs/queries-runs.ts'
import { unusedUploads } from './sources/queries-sources.ts'

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

const closed = 'closed jobs that no account owns'

export const importRules = {
  /** With all that depends on them: history, decisions, figures, facts. */
  closedJobs: {
    what: closed,
    of: 'jobs',
    count: countClosedBefore,
    enforce: (db, before) =>
      deletingByAge(db, closed, (trx) => deleteClosedBefore(trx, before, closedAtOnce)),
  },
  unseenJobs: unseenRule,
  runs: pastRuns,
  checks: pastChecks,
  uploads: unusedUploads,
} satisfies Record<string, AgeRule>
