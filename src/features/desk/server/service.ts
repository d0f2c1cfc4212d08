import type { PersonalData } from '#features/accounts/server/public.ts'
import { listActiveAlerts } from '#features/alerts/server/public.ts'
import { findCvSummary } from '#features/cv/server/public.ts'
import { sendInquiry, type Inquiries } from '#features/inquiries/server/public.ts'
import { parseSearchCriteria } from '#features/jobs/search-criteria.ts'
import { getJob, searchJobs } from '#features/jobs/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError, StaleError } from '#shared/errors.ts'
import { mostNewJobs, usualIntroduction } from '../contract.ts'
import { findAnswers, findClosedFavorites, findDesk, findSavedWithoutCv, updateIntroduction, type DeskRow } from './queries.ts'

type Desk = ResponseOf<'GET /api/desk'>

export async function getDesk(db: Db, physicianId: string): Promise<Desk> {
  const desk = await findDesk(db, physicianId)
  const since = desk?.since ?? null
  const [alerts, closed, answered] =
    since === null
      ? [[], [], []]
      : await Promise.all([
          findNewJobs(db, physicianId, since),
          findClosedFavorites(db, physicianId, since),
          findAnswers(db, physicianId, since),
        ])
  const withoutCv = await findSavedWithoutCv(db, physicianId)
  return { since: since?.toISOString() ?? null, alerts, closed, answered, introduction: introductionOf(desk), withoutCv }
}

const mostAlerts = 10

/** Searches what each alert searches, the newest first. */
async function findNewJobs(db: Db, physicianId: string, since: Date): Promise<Desk['alerts']> {
  const alerts = (await listActiveAlerts(db, physicianId)).slice(0, mostAlerts)
  const counted = await Promise.all(
    alerts.map(async ({ label, search }) => {
      const { jobs } = await searchJobs(db, { ...parseSearchCriteria(search), sortBy: 'recent', limit: mostNewJobs + 1 })
      const found = jobs.filter((job) => Date.parse(job.postedAt) > since.getTime()).length
      return { label, search, newJobs: Math.min(found, mostNewJobs), hasMore: found > mostNewJobs }
    }),
  )
  return counted.filter((it) => it.newJobs > 0)
}

const introductionOf = (desk: DeskRow | undefined): Desk['introduction'] => ({
  text: desk?.introduction ?? usualIntroduction,
  isOwn: (desk?.introduction ?? null) !== null,
  version: desk?.version ?? 0,
})

/** Refused if it was changed since it was read. */
export async function writeIntroduction(
  db: Db,
  physicianId: string,
  change: BodyOf<'PUT /api/desk/introduction'>,
): Promise<Desk['introduction']> {
  const written = await updateIntroduction(db, physicianId, change)
  if (written) return introductionOf(written)
  const current = introductionOf(await findDesk(db, physicianId))
  throw new StaleError(current, 'You changed your introduction in another window in the meantime.')
}

/** Sends the introduction and the CV on file. */
export async function sendQuickInquiry(
  inquiries: Inquiries,
  viewer: Viewer,
  jobId: string,
): Promise<ResponseOf<'POST /api/desk/inquiries'>> {
  const { db } = inquiries
  const name = [viewer.firstName, viewer.lastName].filter(Boolean).join(' ')
  if (name === '' || viewer.email === null)
    throw new AppError('CONFLICT', 'Your account lacks your name or email address. Add it, then send the inquiry.')
  if ((await findCvSummary(db, viewer.id)).cvFileName === null)
    throw new AppError('CONFLICT', 'You have no CV on file. Upload your CV first.')
  const { text: message } = introductionOf(await findDesk(db, viewer.id))
  const { answeredBy } = await getJob(db, jobId)
  return { id: await sendInquiry(inquiries, { name, email: viewer.email, message, jobId, attachCv: true }, viewer), answeredBy }
}

/** Deleted with the account. */
export const deskPersonalData: PersonalData = {
  name: 'desk',
  async export(db, { id }) {
    const desk = await findDesk(db, id)
    return { lastVisit: desk?.since ?? null, introduction: desk?.introduction ?? null }
  },
}
