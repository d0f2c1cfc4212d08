import type { JobRow } from '#features/jobs/server/public.ts'
import { takeLock, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { AppError } from '#shared/errors.ts'
import type { PostingDetail } from '../contract.ts'
import type { NewPosting } from '../schemas.ts'
import { findKnown, numberOf, refusalOf } from './csv-updates.ts'
import { opening, type Opening } from './dashboard.ts'
import type { Links } from './mails.ts'
import { ownPostings } from './scope.ts'
import { createPosting } from './service.ts'
import { deletePosting, updatePosting, viewOf } from './service-changes.ts'

/**
 * Postings by their requisition numbers, as an organization's own system writes them. Each way goes
 * through the service of the dashboard's form.
 */

export type Numbered = {
  viewer: Viewer
  /** Its members do not post one number twice. */
  organizationId: string
  number: string
}

/** @throws {AppError} CONFLICT where several have the number. */
async function findNumbered(db: Db, { viewer, number }: Numbered): Promise<JobRow | undefined> {
  const key = numberOf(number)
  const known = (await findKnown(db, viewer, [key])).get(key) ?? []
  if (known.length > 1) throw new AppError('CONFLICT', refusalOf(known))
  return known[0]
}

async function loadNumbered(db: Db, numbered: Numbered) {
  const posting = await findNumbered(db, numbered)
  if (!posting) throw new AppError('NOT_FOUND')
  return posting
}

export const getNumbered = async (db: Db, numbered: Numbered): Promise<PostingDetail> =>
  viewOf(db, ownPostings(numbered.viewer.id), await loadNumbered(db, numbered))

/** Posts it, or changes and opens what has the number. Equal calls at once make one posting. */
export const putNumbered = (
  postings: Opening & Links,
  numbered: Numbered,
  form: NewPosting,
): Promise<PostingDetail> =>
  opening(postings, numbered.viewer, async (trx) => {
    const { viewer, number, organizationId } = numbered
    await takeLock(trx, `numbered:${organizationId}:${numberOf(number)}`)
    const posting = await findNumbered(trx, numbered)
    const stated = { ...form, requisition: number }
    if (!posting) return createPosting(trx, postings, viewer, stated)
    const refusal = refusalOf([posting])
    if (refusal !== undefined) throw new AppError('CONFLICT', refusal)
    const isClosed = posting.status === 'inactive' || posting.status === 'expired'
    const changes = { ...stated, ...(isClosed && { isActive: true }) }
    return updatePosting(trx, ownPostings(viewer.id, 'manage'), posting.id, changes)
  })

/** What waits for a moderator would go live later, so its poster takes it back. */
export async function closeNumbered(db: Db, numbered: Numbered): Promise<void> {
  const posting = await loadNumbered(db, numbered)
  const scope = ownPostings(numbered.viewer.id, 'manage')
  if (posting.status === 'pending') await deletePosting(db, scope, posting.id)
  else if (posting.status === 'active')
    await updatePosting(db, scope, posting.id, { isActive: false })
}
