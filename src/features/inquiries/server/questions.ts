import { randomUUIDv7 } from 'node:crypto'
import { loadPosting, postingsOf } from '#features/postings/server/public.ts'
import { type Db, inTransaction, takeLock } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError, StaleError, fieldError } from '#shared/errors.ts'
import { maxQuestionSets } from '../model.ts'
import * as queries from './queries-questions.ts'

/** What postings ask, of their own or from a set that several ask. */

type Asked = ResponseOf<'GET /api/job-postings/:id/questions'>
type Saved = BodyOf<'PUT /api/job-postings/:id/questions'>

const findAsked = async (db: Db, viewer: Viewer, jobId: string): Promise<Asked> => ({
  ...(await queries.findQuestions(db, jobId)),
  sets: await queries.findSets(db, viewer.id),
})

export async function listQuestions(db: Db, viewer: Viewer, jobId: string): Promise<Asked> {
  const { id } = await loadPosting(db, postingsOf(viewer), jobId)
  return findAsked(db, viewer, id)
}

/** @throws {StaleError} with what somebody else saved meanwhile. */
export async function saveQuestions(
  db: Db,
  viewer: Viewer,
  jobId: string,
  { questions, version, set }: Saved,
): Promise<Asked> {
  return inTransaction(db, async (trx) => {
    const { id } = await loadPosting(trx, postingsOf(viewer, 'manage'), jobId)
    // Sets are few and shared, so that all who save questions wait for each other for a moment.
    await takeLock(trx, 'questions')
    const sets = await queries.findSets(trx, viewer.id, 'manage')
    const known = sets.find((candidate) => candidate.id === set?.id)
    const current = await queries.findQuestions(trx, id)
    if (set?.id && !known) throw new AppError('NOT_FOUND', 'Somebody deleted this set.')
    if (current.version !== version || (known && known.version !== set?.version))
      throw new StaleError(
        await findAsked(trx, viewer, id),
        'Somebody else saved other questions in the meantime. Save again to replace them.',
      )
    if (sets.some(({ id: setId, name }) => setId !== set?.id && name === set?.name))
      throw fieldError('name', 'There is a set with this name. Choose it above, or another name.')
    const kept = set && { id: set.id ?? randomUUIDv7(), name: set.name, questions }
    if (kept && !known && sets.length >= maxQuestionSets)
      throw new AppError('CONFLICT', `There are ${maxQuestionSets} sets. Delete one first.`)
    if (kept && !known) await queries.insertSet(trx, viewer.id, kept)
    await queries.upsertQuestions(trx, id, { questions, setId: kept?.id ?? null })
    if (kept && known) await queries.changeSet(trx, postingsOf(viewer, 'manage'), kept)
    return findAsked(trx, viewer, id)
  })
}

/** The postings that ask it keep its questions as their own, and applications their answers. */
export async function deleteQuestionSet(db: Db, viewer: Viewer, id: string): Promise<void> {
  if (!(await queries.deleteSet(db, viewer.id, id))) throw new AppError('NOT_FOUND')
}
