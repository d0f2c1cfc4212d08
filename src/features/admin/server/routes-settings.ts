import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getPostingPeriods, getPostingPolicy } from '#features/postings/contract.ts'
import { setPeriods, setPolicies } from '#features/postings/server/public.ts'
import { getHeroFigures } from '#features/site/contract.ts'
import { setHeroFigures } from '#features/site/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { viewerOf } from '#server/lib/http/access.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import type { ResponseCache } from '#server/lib/http/response-cache.ts'
import * as contract from '../contract-settings.ts'
import { getSiteSettings } from './settings.ts'

/** Other nodes hear of a change; whoever made it asks this one again before the notification is here. */
const told = [getPostingPolicy.path, getPostingPeriods.path, getHeroFigures.path]

export function registerSiteSettings(app: FastifyInstance, { db, answers }: { db: Db; answers: ResponseCache }): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.getSiteSettings, async ({ reply }) => {
    reply.header('cache-control', 'private, no-store')
    return getSiteSettings(db)
  })

  serve(contract.setPublishing, async ({ body: { version, ...policies }, request }) => {
    await setPolicies(db, policies, { version, ...byWhom(request) })
    return current()
  })

  serve(contract.setPostingPeriods, async ({ body: { version, ...periods }, request }) => {
    await setPeriods(db, periods, { version, ...byWhom(request) })
    return current()
  })

  serve(contract.setHeroFigures, async ({ body: { version, ...figures }, request }) => {
    await setHeroFigures(db, figures, { version, ...byWhom(request) })
    return current()
  })

  function current() {
    answers.remove(told)
    return getSiteSettings(db)
  }
}

const byWhom = (request: FastifyRequest) => ({ actorId: viewerOf(request).id, ip: request.ip })
