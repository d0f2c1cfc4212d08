import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { acceptOneClick } from '#platform/server/http/plain-form.ts'
import { stopAlertPath, withQuery } from '#shared/paths.ts'
import * as contract from '../contract.ts'
import { subjectOf, type LinkSettings } from './links.ts'
import * as service from './service.ts'

export async function registerAlerts(app: FastifyInstance, { db, links }: { db: Db; links: LinkSettings }): Promise<void> {
  const serve = endpointsOf(app, import.meta.url)
  const holderOf = (token: string) => ({ email: subjectOf(links, 'manage', token) })

  serve(contract.createAlert, ({ body, request }) => service.createAlert(db, links, request.viewer, body))
  serve(contract.confirmAlert, ({ body }) => service.confirmAlert(db, links, body.token))
  serve(contract.sendAlertsLink, ({ body }) => service.sendAlertsLink(db, links, body.email))

  serve(contract.listAlerts, ({ viewer }) => service.listOwnAlerts(db, viewer))
  serve(contract.changeAlert, ({ params, body, viewer }) =>
    service.changeAlert(db, { userId: viewer.id, isUnproven: !viewer.emailVerified }, params.id, body),
  )
  serve(contract.deleteAlert, ({ params, viewer }) =>
    service.deleteAlert(db, { userId: viewer.id, isUnproven: !viewer.emailVerified }, params.id),
  )

  serve(contract.listLinkedAlerts, async ({ query }) => service.listAlerts(db, holderOf(query.token)))
  serve(contract.changeLinkedAlert, async ({ params, query, body }) =>
    service.changeAlert(db, holderOf(query.token), params.id, body),
  )
  serve(contract.deleteLinkedAlert, async ({ params, query }) => service.deleteAlert(db, holderOf(query.token), params.id))

  await app.register(async (scope) => {
    await acceptOneClick(scope)
    endpointsOf(scope, import.meta.url)(contract.stopAlert, async ({ query, reply }) => {
      const answer = await service.stopAlert(db, links, query.token)
      return query.from === 'page'
        ? reply.redirect(withQuery(stopAlertPath, { done: 'true', ...(query.all && { all: query.all }) }), 303)
        : answer
    })
  })
}
