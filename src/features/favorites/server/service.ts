import { findJobSummaries } from '#features/jobs/server/public.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/lib/database.ts'
import type { Favorite } from '../contract.ts'
import { mostFavorites } from '../model.ts'
import {
  countFavorites,
  deleteFavorite,
  findFavorite,
  findFavoriteIds,
  findFavorites,
  insertFavorite,
  updateNote,
} from './queries.ts'

export async function listFavorites(db: Db, physicianId: string): Promise<Favorite[]> {
  const rows = await findFavorites(db, physicianId)
  const jobs = await findJobSummaries(
    db,
    rows.map((it) => it.job_id),
  )
  const byId = new Map(jobs.map((it) => [it.id, it]))
  return rows.map(({ job_id, saved_at, note, title, employer, city, state }) => ({
    jobId: job_id,
    savedAt: saved_at.toISOString(),
    note,
    job: byId.get(job_id) ?? null,
    saved: { title, employer, city, state },
  }))
}

export async function listFavoriteIds(db: Db, physicianId: string): Promise<{ jobId: string }[]> {
  return (await findFavoriteIds(db, physicianId)).map((jobId) => ({ jobId }))
}

/** Only public jobs can be saved; saved ones stay, whatever happens to them. */
export async function saveFavorite(db: Db, physicianId: string, jobId: string): Promise<void> {
  if (await isFavorite(db, physicianId, jobId)) return
  const [job] = await findJobSummaries(db, [jobId])
  if (!job) throw new AppError('NOT_FOUND', 'Job Not Found')
  if ((await countFavorites(db, physicianId)) >= mostFavorites)
    throw new AppError('CONFLICT', `You have saved ${mostFavorites} jobs. Remove one to save another.`)
  const { title, employer, city, state } = job
  await insertFavorite(db, { physician_id: physicianId, job_id: jobId, note: null, title, employer, city, state })
}

export async function removeFavorite(db: Db, physicianId: string, jobId: string): Promise<void> {
  await deleteFavorite(db, physicianId, jobId)
}

export async function isFavorite(db: Db, physicianId: string, jobId: string): Promise<boolean> {
  return (await findFavorite(db, physicianId, jobId)) !== undefined
}

export async function writeNote(db: Db, physicianId: string, jobId: string, text: string): Promise<string | null> {
  const note = text === '' ? null : text
  if (!(await updateNote(db, physicianId, jobId, note))) throw new AppError('NOT_FOUND', 'This job is not among your favorites.')
  return note
}
