import type { FastifyInstance } from 'fastify'
import { newsletterPath, unsubscribePath, withQuery } from '#shared/paths.ts'
import type { Db } from '#platform/server/database.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { acceptOneClick, acceptPlainForms, isPlainForm } from '#platform/server/http/html.ts'
import * as contract from '../contract.ts'
import { newsletterTexts } from '../model.ts'
import { deleteSubscriber } from './queries.ts'
import * as service from './service.ts'

export async function registerNewsletter(
  app: FastifyInstance,
  { db, links }: { db: Db; links: service.LinkSettings },
): Promise<void> {
  endpointsOf(app, import.meta.url)(contract.subscribe, ({ body }) =>
    service.subscribe(db, links, body.email),
  )

  await app.register(async (scope) => {
    await acceptPlainForms(scope)
    const serve = endpointsOf(scope, import.meta.url)

    serve(contract.subscribeFromFooter, async ({ body, request, reply }) => {
      // Without an address if the form's value was none.
      const result = body.email === undefined ? 'invalidEmail' : 'subscribed'
      if (body.email !== undefined) await service.subscribe(db, links, body.email)
      if (isPlainForm(request)) return reply.redirect(withQuery(newsletterPath, { result }), 303)
      return { ok: result !== 'invalidEmail', message: newsletterTexts[result] }
    })

    serve(contract.confirmSubscription, async ({ query, request, reply }) => {
      const answer = await service.confirmSubscription(db, links, query.token)
      return isPlainForm(request)
        ? reply.redirect(withQuery(newsletterPath, { result: 'confirmed' }), 303)
        : answer
    })

    serve(contract.unsubscribe, async ({ body, request, reply }) => {
      await deleteSubscriber(db, { email: body.email })
      return isPlainForm(request) ? reply.redirect(unsubscribed, 303) : { ok: true as const }
    })
  })

  await app.register(async (scope) => {
    await acceptOneClick(scope)
    endpointsOf(scope, import.meta.url)(contract.unsubscribeOneClick, async ({ query, reply }) => {
      const answer = await service.unsubscribeOneClick(db, links, query.token)
      return query.from === 'page' ? reply.redirect(unsubscribed, 303) : answer
    })
  })
}

const unsubscribed = withQuery(unsubscribePath, { done: 'true' })
