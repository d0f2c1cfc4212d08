import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import { viewerOf } from '#platform/server/http/access.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { acceptOneClick } from '#platform/server/http/html.ts'
import { stopAlertPath, withQuery } from '#shared/paths.ts'
import * as contract from '../contract.ts'
import { subjectOf, type LinkSettings } from './links.ts'
import { claimAlerts, type Owner } from './queries.ts'
import * as service from './service.ts'

export async function registerAlerts(
  app: FastifyInstance,
  { db, links }: { db: Db; links: LinkSettings },
): Promise<void> {
  const serve = endpointsOf(app, import.meta.url)
  function holderOf(token: string | undefined, request: FastifyRequest): Owner {
    if (token !== undefined) return { email: subjectOf(links, 'manage', token) }
    const { id, emailVerified } = viewerOf(request)
    return { userId: id, isUnproven: !emailVerified }
  }

  serve(contract.createAlert, ({ body, request }) =>
    service.createAlert(db, links, request.viewer, body),
  )
  serve(contract.confirmAlert, ({ body }) => service.confirmAlert(db, links, body.token))
  serve(contract.sendAlertsLink, ({ body }) => service.sendAlertsLink(db, links, body.email))

  serve(contract.listAlerts, async ({ query, request }) => {
    const { viewer } = request
    // Alerts that were saved for the address before it was proven, or without signing in.
    if (viewer?.emailVerified && viewer.email !== null)
      await claimAlerts(db, { userId: viewer.id, email: viewer.email })
    return service.listAlerts(db, holderOf(query.token, request))
  })
  serve(contract.changeAlert, async ({ params, body, query, request }) =>
    service.changeAlert(db, holderOf(query.token, request), params.id, body),
  )
  serve(contract.deleteAlert, async ({ params, query, request }) =>
    service.deleteAlert(db, holderOf(query.token, request), params.id),
  )

  await app.register(async (scope) => {
    await acceptOneClick(scope)
    endpointsOf(scope, import.meta.url)(contract.stopAlert, async ({ query, reply }) => {
      await service.stopAlert(db, links, query.token)
      const page = withQuery(stopAlertPath, { done: 'true', ...(query.all && { all: query.all }) })
      return query.from === 'page' ? reply.redirect(page, 303) : undefined
    })
  })
}
