import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import type { Reads } from '#platform/server/replicas.ts'
import { getComparablePay, getSalaries, getSpecialtySalaries } from '../contract.ts'
import { keepPayStatisticsCurrent } from './service.ts'
import * as service from './service.ts'

/** A median may be some minutes old. */
const cached = { ttl: 5 * 60_000 }

type Exchange = { request: FastifyRequest; reply: FastifyReply }

type Options = {
  db: Db
  /** For answers that are the same for everybody. */
  reads: Reads
  answers: AnswerCache
}

export function registerSalaries(app: FastifyInstance, { db, reads, answers }: Options): void {
  const serve = endpointsOf(app, import.meta.url)
  keepPayStatisticsCurrent(app, db)

  /** `rest` of the address tells answers apart. */
  const send = <T>({ request, reply }: Exchange, rest: string, make: (db: Db) => Promise<T>) =>
    answers.send({ request, reply, key: `${getSalaries.path}${rest}` }, () => reads(request)(make), cached)

  serve(getSalaries, async ({ request, reply }) => send({ request, reply }, '', service.getSalaries))
  serve(getSpecialtySalaries, async ({ params: { specialty }, request, reply }) =>
    send({ request, reply }, `/${specialty}`, (it) => service.getSpecialtySalaries(it, specialty)),
  )
  serve(getComparablePay, async ({ params: { specialty, state }, request, reply }) =>
    send({ request, reply }, `/${specialty}/${state}`, (it) => service.getComparablePay(it, specialty, state)),
  )
}
