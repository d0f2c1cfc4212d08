import type { FastifyRequest } from 'fastify'
import type { ResponseOf } from '#shared/contract.ts'
import type { Db } from '#server/lib/database.ts'
import { AppError } from '#shared/errors.ts'
import type { GetPostedJob } from '../contract.ts'
import { isId } from './find.ts'
import type { postedCookie } from './links.ts'
import { findPosting } from './queries.ts'
import { everyPosting } from './scope.ts'

/** The confirmation of what was posted: for whoever posted it in this browser or account, and what is live for everybody. */
export async function getPostedJob(
  db: Db,
  cookie: ReturnType<typeof postedCookie>,
  request: FastifyRequest,
  id: string,
): Promise<ResponseOf<GetPostedJob>> {
  const posting = isId(id) ? await findPosting(db, everyPosting, id) : undefined
  if (!posting || posting.status === 'removed') throw missing()
  const isOwn = posting.owner_id !== null && posting.owner_id === request.viewer?.id
  if (posting.status !== 'active' && !isOwn && !(await cookie.opens(db, request, id))) throw missing()
  const { title, employer: company, city, state, specialty, status, channel } = posting
  return { id: posting.id, title, company, city, state, specialty, status, channel, isOwn }
}

const missing = () => new AppError('NOT_FOUND', 'Job Not Found')
