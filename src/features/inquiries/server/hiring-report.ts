import { originLabels } from '#features/insights/model.ts'
import { referenceCode } from '#features/jobs/model.ts'
import { ownPostings } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { keysOf } from '#shared/keys.ts'
import type { HiringFigures } from '../contract-hiring.ts'
import { maxReported, minSourced, outcomeLabels, stageLabels } from '../model.ts'
import { findReport, type ReportRow } from './queries-hiring-report.ts'

function figuresOf(row: ReportRow): HiringFigures {
  const { applications, answered, seconds, stages, sources, outcomes } = row
  return {
    posting: row.jobId === null ? null : { id: row.jobId, title: row.title ?? '' },
    month: row.month,
    applications,
    answered,
    hoursToAnswer: seconds === null ? null : Math.round(seconds / 360) / 10,
    stages,
    sources: applications < minSourced ? null : sources,
    outcomes,
  }
}

/** Of the postings that the viewer may see, or of one of them. */
export async function getHiringReport(
  db: Db,
  viewer: Viewer,
  jobId: string | undefined,
): Promise<ResponseOf<'GET /api/hiring-report'>> {
  const rows = await findReport(db, ownPostings(viewer.id), jobId, 'each')
  const groups = rows.map(figuresOf)
  const postings = groups.filter(({ posting }) => posting !== null)
  return {
    groups: [
      ...groups
        .filter(({ posting }) => posting === null)
        .toSorted((first, next) => (next.month ?? '9').localeCompare(first.month ?? '9')),
      ...postings.slice(0, maxReported),
    ],
    isCut: postings.length > maxReported,
  }
}

export const hiringReportColumns: Record<string, string> = {
  title: 'Posting',
  reference: 'Reference',
  month: 'Month',
  applications: 'Applications',
  answered: 'Answered',
  hoursToAnswer: 'Median hours to first answer',
  ...stageLabels,
  ...originLabels,
  outcome: 'Outcome',
}

/** By posting and month, for a file. */
export async function listHiringReport(db: Db, viewer: Viewer, jobId: string | undefined) {
  const rows = await findReport(db, ownPostings(viewer.id), jobId, 'both')
  return rows.map((row): Record<string, unknown> => {
    const { posting, stages, sources, outcomes, ...figures } = figuresOf(row)
    return {
      title: posting?.title,
      reference: referenceCode(posting?.id ?? ''),
      ...figures,
      ...stages,
      ...sources,
      outcome: keysOf(outcomeLabels)
        .filter((outcome) => outcomes[outcome] > 0)
        .map((outcome) => outcomeLabels[outcome])
        .join(),
    }
  })
}
