import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { AppError } from '#shared/errors.ts'
import { withQuery } from '#shared/paths.ts'
import type { Db } from '#server/lib/database.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import type { ResponseCache } from '#server/lib/http/response-cache.ts'
import { sendAnswer } from '#server/lib/http/response-cache.ts'
import { getFacets, getJob, searchJobs, suggestSearches } from '../contract.ts'
import { searchParamsOf } from '../search-criteria.ts'
import { jobKey, keepSearchesCurrent } from './current-searches.ts'
import { allPlaces } from './search/gazetteer.ts'
import { agingTtl } from './search/reverse-search.ts'
import * as service from './service.ts'
import { keepVocabularyCurrent } from './vocabulary-upkeep.ts'

/** Changes remove an answer; this is for what is wrong by nobody's doing. */
const longest = 60 * 60_000
/** Counts under filters change with every job, and are soon enough some minutes late for a number in brackets. */
const facetsMaxAge = 5 * 60_000
const suggestionsMaxAge = 5 * 60_000

export function registerJobs(
  app: FastifyInstance,
  { db, connection, answers }: { db: Db; connection: pg.PoolConfig; answers: ResponseCache },
): void {
  const serve = endpointsOf(app, import.meta.url)
  // A moment's work, which no visitor shall wait for.
  app.addHook('onReady', async () => void (await allPlaces(db)))
  const vocabulary = keepVocabularyCurrent(app, db)
  const searches = keepSearchesCurrent(app, { db, connection, answers, onChange: vocabulary.outdate })

  serve(searchJobs, async ({ query: criteria, request, reply }) => {
    const key = withQuery(searchJobs.path, searchParamsOf(criteria))
    const answer = await answers.answer(key, criteria.postedWithin ? agingTtl : longest, async () => {
      const run = searches.run()
      const { result, filters } = await service.searchJobs(db, criteria, run)
      run.keepAnswer(filters, key, { jobIds: new Set(result.jobs.map((it) => it.id)), sortBy: criteria.sortBy ?? 'recent' })
      return result
    })
    return sendAnswer(request, reply, answer, { answers, key })
  })

  serve(getFacets, async ({ query: filters, request, reply }) => {
    const key = withQuery(getFacets.path, searchParamsOf(filters))
    const answer = await answers.answer(key, facetsMaxAge, () => service.getFacets(db, filters))
    return sendAnswer(request, reply, answer, { answers, key })
  })

  serve(getJob, async ({ params: { id }, request, reply }) => {
    const key = jobKey(id)
    try {
      return await sendAnswer(request, reply, await answers.answer(key, longest, () => service.getJob(db, id)), { answers, key })
    } catch (error) {
      const keptId = error instanceof AppError && error.code === 'NOT_FOUND' ? await service.findMovedJob(db, id) : undefined
      if (keptId === undefined) throw error
      return reply.code(301).header('location', jobKey(keptId)).header('cache-control', 'no-cache').send({ id: keptId })
    }
  })

  serve(suggestSearches, async ({ query: { q }, request, reply }) => {
    const key = withQuery(suggestSearches.path, { q })
    const answer = await answers.answer(key, suggestionsMaxAge, () => service.suggestSearches(db, q))
    return sendAnswer(request, reply, answer, { answers, key })
  })
}
