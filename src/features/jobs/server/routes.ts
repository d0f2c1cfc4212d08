import type { FastifyInstance } from 'fastify'
import { withQuery } from '#shared/paths.ts'
import type { Db } from '#platform/server/database.ts'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { loadGazetteer } from '#features/places/server/public.ts'
import {
  explainSearch,
  getJob,
  searchJobs,
  suggestSearches,
  type SearchResult,
} from '../contract.ts'
import { getFacets, getJobMap } from '../contract-counts.ts'
import { searchParamsOf } from '../search-criteria.ts'
import { jobSender, type KeptJobs } from './job-sender.ts'
import * as service from './service.ts'
import { readJobMap } from './service-map.ts'

/** Numbers beside a choice may be some minutes old. */
const countsTtl = 5 * 60_000

type Options = {
  db: Db
  answers: AnswerCache
  findKeptJob: KeptJobs['findKeptJob']
  /** Median pay a year by specialty. */
  medians: ReadonlyMap<string, number>
}

export function registerJobs(app: FastifyInstance, options: Options): void {
  const { db, answers, medians } = options
  const serve = endpointsOf(app, import.meta.url)
  // Before the first visitor asks.
  app.addHook('onReady', async () => void (await loadGazetteer(db)))

  serve(searchJobs, async ({ query: criteria, request, reply }) => {
    const key = withQuery(searchJobs.path, searchParamsOf(criteria))
    const tags = ({ jobs }: SearchResult) => jobs.map((job) => job.id)
    const search = async (from: Db): Promise<SearchResult> => {
      const found = await service.searchJobs(from, criteria, { medians, offersOthers: true })
      const listed = new Set<string>(found.jobs.map((job) => job.specialty))
      return {
        ...found,
        medians: Object.fromEntries([...medians].filter(([specialty]) => listed.has(specialty))),
      }
    }
    return answers.send({ request, reply, key }, search, {
      tags,
      moment: 'asOf',
      ...(criteria.limit === 0 && { ttl: countsTtl }),
    })
  })

  serve(getFacets, async ({ query: filters, request, reply }) => {
    const key = withQuery(getFacets.path, searchParamsOf(filters))
    return answers.send({ request, reply, key }, (from) => service.getFacets(from, filters), {
      ttl: countsTtl,
    })
  })

  serve(explainSearch, ({ query: filters }) => service.explainSearch(db, filters))

  serve(getJobMap, async ({ query: filters, request, reply }) => {
    const key = withQuery(getJobMap.path, searchParamsOf(filters))
    return answers.send({ request, reply, key }, (from) => readJobMap(from, filters), {
      ttl: countsTtl,
    })
  })

  serve(
    getJob,
    jobSender(options, getJob, (job) => job),
  )

  serve(suggestSearches, async ({ query: { q, box }, request, reply }) => {
    const key = withQuery(suggestSearches.path, { q, box })
    return answers.send({ request, reply, key }, (from) => service.suggestSearches(from, q, box), {
      ttl: countsTtl,
    })
  })
}
