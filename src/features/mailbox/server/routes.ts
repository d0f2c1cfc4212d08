import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { bounceMail, getMail, getMailHtml, listMails } from '../contract.ts'
import * as service from './service.ts'

/** Allows styles only: no script, no form, no origin, and only our own frame. */
const framePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"

/** In demo mode only, because its readers can use every mailed link. */
export function registerMailbox(app: FastifyInstance, { db, publicUrl }: { db: Db; publicUrl: string }): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(listMails, async ({ query: { to }, reply }) => {
    reply.header('cache-control', 'no-store')
    return service.listMails(db, to)
  })

  serve(getMail, async ({ params: { id }, reply }) => {
    reply.header('cache-control', 'no-store')
    return service.getMail(db, id, publicUrl)
  })

  serve(bounceMail, ({ params: { id }, body: { kind } }) => service.bounceMail(db, id, kind))

  serve(getMailHtml, async ({ params: { id }, reply }) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', framePolicy)
      .send(await service.getMailHtml(db, id)),
  )
}
