import type { JobSummary } from '#features/jobs/contract.ts'
import { placeText } from '#features/jobs/display.ts'
import { findJobSummaries, holdJob } from '#features/jobs/server/public.ts'
import { site } from '#features/site/config.ts'
import { calendarFile } from '#platform/server/calendar.ts'
import type { BodyOf } from '#shared/contract.ts'
import { AppError, StaleError } from '#shared/errors.ts'
import { jobPath } from '#shared/paths.ts'
import { takeLock, inTransaction, type Db } from '#platform/server/database.ts'
import type { Favorite, FavoriteProgress } from '../contract.ts'
import { favoriteStatusLabels, maxFavorites } from '../model.ts'
import * as queries from './queries.ts'

export async function listFavorites(db: Db, physicianId: string): Promise<Favorite[]> {
  const rows = await queries.findFavorites(db, physicianId)
  const jobs = await findJobSummaries(
    db,
    rows.map((row) => row.jobId),
  )
  const byId = new Map(jobs.map((job) => [job.id, job]))
  return rows.map((row) => ({
    ...progressOf(row),
    savedAt: row.savedAt.toISOString(),
    job: byId.get(row.jobId) ?? null,
    saved: { title: row.title, employer: row.employer, city: row.city, state: row.state },
  }))
}

const progressOf = ({
  savedAt: _savedAt,
  title: _t,
  employer: _e,
  city: _c,
  state: _s,
  ...progress
}: queries.FavoriteRow) => progress satisfies FavoriteProgress

/**
 * Only public jobs can be saved; saved ones stay, whatever happens to them. One that was removed
 * returns with what was written.
 */
export async function saveFavorite(db: Db, physicianId: string, jobId: string): Promise<void> {
  if (await isFavorite(db, physicianId, jobId)) return
  await inTransaction(db, async (trx) => {
    await takeLock(trx, `favorites:${physicianId}`)
    await holdJob(trx, jobId)
    const isFull = (await queries.countFavorites(trx, physicianId)) >= maxFavorites
    if (!isFull && (await queries.setFavoriteRemoved(trx, physicianId, jobId, false))) return
    const [job] = await findJobSummaries(trx, [jobId])
    if (!job) throw new AppError('NOT_FOUND', 'Job Not Found')
    if (isFull)
      throw new AppError(
        'CONFLICT',
        `You have saved ${maxFavorites} jobs. Remove one to save another.`,
      )
    await queries.insertFavorite(trx, rowOf(physicianId, job))
  })
}

const rowOf = (physicianId: string, { id, title, employer, city, state }: JobSummary) => {
  return { physician_id: physicianId, job_id: id, title, employer, city, state }
}

/** Only public jobs can be hidden; hidden ones can be shown again, whatever happens to them. */
export async function hideJob(
  db: Db,
  physicianId: string,
  jobId: string,
  isHidden: boolean,
): Promise<void> {
  if (!isHidden) {
    await queries.showHidden(db, physicianId, jobId)
    return
  }
  await inTransaction(db, async (trx) => {
    await holdJob(trx, jobId)
    const [job] = await findJobSummaries(trx, [jobId])
    if (!job) throw new AppError('NOT_FOUND', 'Job Not Found')
    await queries.insertHidden(trx, rowOf(physicianId, job))
  })
}

export const isFavorite = async (db: Db, physicianId: string, jobId: string): Promise<boolean> =>
  (await queries.findFavorite(db, physicianId, jobId)) !== undefined

/**
 * Changes what the physician wrote; a change of an older version is refused, so that nothing is
 * overwritten unseen.
 */
export async function changeFavorite(
  db: Db,
  physicianId: string,
  jobId: string,
  { note, status, nextStep, nextOn, version }: BodyOf<'PUT /api/favorites/:jobId'>,
): Promise<FavoriteProgress> {
  const changed = await queries.updateFavorite(
    db,
    { physicianId, jobId, version },
    {
      ...(note !== undefined && { note: note || null }),
      ...(status !== undefined && { status }),
      ...(nextStep !== undefined && { next_step: nextStep || null }),
      ...(nextOn !== undefined && { next_on: nextOn || null }),
    },
  )
  if (changed) return progressOf(changed)
  const current = await queries.findFavorite(db, physicianId, jobId)
  if (!current) throw new AppError('NOT_FOUND', 'You have not saved this job.')
  throw new StaleError(
    progressOf(current),
    'You changed this job in another window in the meantime.',
  )
}

/**
 * Next steps with a date as events of the whole day. Private notes stay out, because calendars are
 * shared.
 */
export async function nextStepsCalendar(
  db: Db,
  physicianId: string,
  publicUrl: string,
): Promise<string> {
  const now = new Date()
  const events = (await listFavorites(db, physicianId)).flatMap((favorite) => {
    const { title, employer, city, state } = favorite.job ?? favorite.saved
    if (favorite.nextOn === null) return []
    const url = publicUrl + jobPath(favorite.jobId)
    return {
      uid: `next-step-${favorite.jobId}@${new URL(publicUrl).hostname}`,
      stamp: now,
      sequence: favorite.version,
      day: favorite.nextOn,
      summary: `${favorite.nextStep ?? favoriteStatusLabels[favorite.status]}: ${title}, ${employer}`,
      location: placeText({ city, state }),
      description: url,
      url,
    }
  })
  return calendarFile(site.name, 'Saved jobs', events)
}
