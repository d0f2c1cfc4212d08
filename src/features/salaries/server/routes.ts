import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import type { Reads } from '#platform/server/replicas.ts'
import { getComparablePay, getSalaries, getSpecialtySalaries } from '../contract.ts'
import { keepPayStatisticsCurrent } from './service.ts'
import * as service from './service.ts'

/** A median may be some minutes old. */
const cached = { ttl: 5 * 60_000 }

type Options = {
  db: Db
  /** For answers that are the same for everybody. */
  reads: Reads
  answers: AnswerCache
}

export function registerSalaries(app: FastifyInstance, { db, reads, answers }: Options): void {
  const serve = endpointsOf(app, import.meta.url)
  keepPayStatisticsCurrent(app, db)

  serve(getSalaries, async ({ request, reply }) =>
    answers.send({ request, reply, key: getSalaries.path }, () => reads(request)(service.getSalaries), cached),
  )

  serve(getSpecialtySalaries, async ({ params: { specialty }, request, reply }) => {
    const key = `${getSalaries.path}/${specialty}`
    return answers.send(
      { request, reply, key },
      () => reads(request)((it) => service.getSpecialtySalaries(it, specialty)),
      cached,
    )
  })

  serve(getComparablePay, async ({ params: { specialty, state }, request, reply }) => {
    const key = `${getSalaries.path}/${specialty}/${state}`
    return answers.send(
      { request, reply, key },
      () => reads(request)((it) => service.getComparablePay(it, specialty, state)),
      cached,
    )
  })
}
