import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/lib/database.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import { sendAnswer } from '#server/lib/http/response-cache.ts'
import type { ResponseCache } from '#server/lib/http/response-cache.ts'
import { getHeroFigures } from '../contract.ts'
import { findHeroFigures } from './hero-figures.ts'

/** A change of the setting is heard at once; live figures are looked up again this often, and the landing page with them. */
const longest = 30_000

export function registerSite(app: FastifyInstance, { db, answers }: { db: Db; answers: ResponseCache }): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(getHeroFigures, async ({ request, reply }) =>
    sendAnswer(request, reply, await answers.answer(getHeroFigures.path, longest, () => findHeroFigures(db))),
  )
}
