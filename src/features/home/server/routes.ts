import type { FastifyInstance } from 'fastify'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { getHeroFigures } from '../contract.ts'
import { findHeroFigures } from './public.ts'

export function registerHome(app: FastifyInstance, { answers }: { answers: AnswerCache }): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(getHeroFigures, async ({ request, reply }) =>
    answers.send({ request, reply, key: getHeroFigures.path }, findHeroFigures, {
      tags: () => ['settings'],
    }),
  )
}
