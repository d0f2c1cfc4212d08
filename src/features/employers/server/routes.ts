import type { FastifyInstance } from 'fastify'
import * as jobs from '#features/jobs/server/public.ts'
import { termNames } from '#features/jobs/terms.ts'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { AppError } from '#shared/errors.ts'
import { employerPath, withQuery } from '#shared/paths.ts'
import { getEmployer, listEmployers } from '../contract.ts'
import { findEmployer } from './queries.ts'

const pageLength = 200

/** `medians`: the board's median of each specialty. */
type Options = { answers: AnswerCache; medians: ReadonlyMap<string, number> }

export function registerEmployers(app: FastifyInstance, { answers, medians }: Options): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(listEmployers, async ({ query, request, reply }) =>
    answers.send({ request, reply, key: withQuery(listEmployers.path, query) }, async (from) => {
      const rows = await jobs.listEmployers(from, { ...query, limit: pageLength + 1 })
      const shown = rows.slice(0, pageLength)
      return {
        employers: shown.map(({ name, jobs: count, isVerifiedHospital }) => ({ name, jobs: count, isVerifiedHospital })),
        next: rows.length > pageLength ? (shown.at(-1)?.key ?? null) : null,
      }
    }),
  )

  serve(getEmployer, async ({ params: { slug }, request, reply }) =>
    answers.send({ request, reply, key: `${listEmployers.path}/${slug}` }, async (from) => {
      const found = await findEmployer(from, slug)
      if (!found || employerPath(found.name) === undefined) throw new AppError('NOT_FOUND')
      return {
        ...found,
        specialties: found.specialties.map((it) => ({ ...it, boardMedian: medians.get(it.specialty) ?? null })),
        terms: termNames.flatMap((term, index) => ({ term, jobs: found.terms[index] ?? 0 })).filter((it) => it.jobs > 0),
      }
    }),
  )
}
