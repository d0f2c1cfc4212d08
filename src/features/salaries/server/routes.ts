import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import {
  getComparablePay,
  getSalaries,
  getSpecialtySalaries,
  weighOffer,
  type WeighedOffer,
} from '../contract.ts'
import { withQuery } from '#shared/paths.ts'
import { keepMediansCurrent } from './service.ts'
import * as service from './service.ts'

/** A median may be some minutes old. */
const cached = { ttl: 5 * 60_000 }

type Exchange = { request: FastifyRequest; reply: FastifyReply }

type Options = {
  db: Db
  answers: AnswerCache
  /** Filled with the median of each specialty in the country. */
  medians: Map<string, number>
}

export function registerSalaries(app: FastifyInstance, { db, answers, medians }: Options): void {
  const serve = endpointsOf(app, import.meta.url)
  keepMediansCurrent(app, db, medians)

  /** `rest` of the address tells answers apart, whatever characters it has. */
  const send = <T>(
    { request, reply }: Exchange,
    rest: readonly string[],
    make: (db: Db) => Promise<T>,
  ) => {
    const key = [getSalaries.path, ...rest.map(encodeURIComponent)].join('/')
    return answers.send({ request, reply, key }, make, cached)
  }

  serve(weighOffer, async ({ query, request, reply }) => {
    const key = withQuery(weighOffer.path, query)
    const tags = ({ better }: WeighedOffer) => better.map(({ id }) => id)
    return answers.send({ request, reply, key }, (from) => service.weighOffer(from, query), {
      ...cached,
      tags,
    })
  })
  serve(getSalaries, async ({ request, reply }) =>
    send({ request, reply }, [], service.getSalaries),
  )
  serve(getSpecialtySalaries, async ({ params: { specialty }, request, reply }) =>
    send({ request, reply }, [specialty], (from) => service.getSpecialtySalaries(from, specialty)),
  )
  serve(getComparablePay, async ({ params: { specialty, state }, request, reply }) =>
    send({ request, reply }, [specialty, state], (from) =>
      service.getComparablePay(from, specialty, state),
    ),
  )
}
