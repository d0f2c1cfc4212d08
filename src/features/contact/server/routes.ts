import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import { sendContactMessage } from './service.ts'

export function registerContact(app: FastifyInstance, { db }: { db: Db }): void {
  endpointsOf(app, import.meta.url)(contract.sendContactMessage, async ({ body }) => {
    // A program that fills the honeypot gets the usual answer, and nothing happens.
    if (!body.website) await sendContactMessage(db, body)
  })
}
