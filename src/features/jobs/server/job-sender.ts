import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { AppError } from '#shared/errors.ts'
import type { JobDetail } from '../contract.ts'
import { getJob } from './service.ts'

export type KeptJobs = {
  db: Db
  answers: AnswerCache
  /** The job that one was merged into, which answers in its place. */
  findKeptJob: (db: Db, id: string) => Promise<string | undefined>
}

/** A job is invalidated by its id whenever it changes. */
const jobTtl = 60 * 60_000

type Call = { params: { id: string }; request: FastifyRequest; reply: FastifyReply }

/** The handler of an endpoint that sends a job, or leads to the one that it was merged into. */
export const jobSender =
  <Answer extends { id: string }>(
    { db, answers, findKeptJob }: KeptJobs,
    endpoint: { path: string },
    view: (job: JobDetail) => Answer,
  ) =>
  async ({ params: { id }, request, reply }: Call): Promise<FastifyReply> => {
    const keyOf = (jobId: string) => endpoint.path.replace(':id', jobId)
    try {
      return await answers.send(
        { request, reply, key: keyOf(id) },
        async (from) => view(await getJob(from, id)),
        { ttl: jobTtl, tags: (job) => [job.id] },
      )
    } catch (error) {
      const isMissing = error instanceof AppError && error.code === 'NOT_FOUND'
      const keptId = isMissing ? await findKeptJob(db, id) : undefined
      if (keptId === undefined) throw error
      return reply
        .code(301)
        .header('location', keyOf(keptId))
        .header('cache-control', 'no-cache')
        .send({ id: keptId })
    }
  }
