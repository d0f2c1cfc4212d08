import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/lib/database.ts'
import type { AnswerCache } from '#server/lib/http/answer-cache.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import { getHeroFigures } from '../contract.ts'
import { findHeroFigures } from './service.ts'

export function registerHome(app: FastifyInstance, { db, answers }: { db: Db; answers: AnswerCache }): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(getHeroFigures, async ({ request, reply }) =>
    answers.send({ request, reply, key: getHeroFigures.path }, () => findHeroFigures(db), { tags: () => ['settings'] }),
  )
}
