import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { withQuery } from '#shared/paths.ts'
import type { Db } from '#server/lib/database.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import type { ResponseCache } from '#server/lib/http/response-cache.ts'
import { sendAnswer } from '#server/lib/http/response-cache.ts'
import { getFacets, getJob, searchJobs, suggestSearches } from '../contract.ts'
import { searchParamsOf } from '../search-criteria.ts'
import { jobKey, keepSearchesCurrent } from './current-searches.ts'
import * as service from './service.ts'
import { keepVocabularyCurrent } from './vocabulary-upkeep.ts'

/** Bounds what time alone makes wrong: 'posted within 3 days' is true for ever shorter. */
const longest = 5 * 60_000
/** Counts under filters change with every job; half a minute late is soon enough for a number in brackets. */
const facetsMaxAge = 5 * 60_000

export function registerJobs(
  app: FastifyInstance,
  { db, connection, answers }: { db: Db; connection: pg.PoolConfig; answers: ResponseCache },
): void {
  const serve = endpointsOf(app, import.meta.url)
  const vocabulary = keepVocabularyCurrent(app, db)
  const searches = keepSearchesCurrent(app, { db, connection, answers, onChange: vocabulary.outdate })

  serve(searchJobs, async ({ query: criteria, request, reply }) => {
    const key = withQuery(searchJobs.path, searchParamsOf(criteria))
    const answer = await answers.answer(key, longest, async () => {
      const { result, understood } = await service.searchJobs(db, criteria)
      searches.watch(key, understood)
      return result
    })
    return sendAnswer(request, reply, answer)
  })

  serve(getFacets, async ({ query: filters, request, reply }) => {
    const key = withQuery(getFacets.path, searchParamsOf(filters))
    return sendAnswer(request, reply, await answers.answer(key, facetsMaxAge, () => service.getFacets(db, filters)))
  })

  serve(getJob, async ({ params: { id }, request, reply }) => {
    return sendAnswer(request, reply, await answers.answer(jobKey(id), longest, () => service.getJob(db, id)))
  })

  serve(suggestSearches, async ({ query: { q }, request, reply }) => {
    const key = withQuery(suggestSearches.path, { q })
    return sendAnswer(request, reply, await answers.answer(key, longest, () => service.suggestSearches(db, q)))
  })
}
