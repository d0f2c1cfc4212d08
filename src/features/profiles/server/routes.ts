import type { FastifyInstance } from 'fastify'
import type { Cvs } from '#features/cv/server/public.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import { getProfile, readOwnCv, saveProfile } from './service.ts'

export function registerProfiles(app: FastifyInstance, cvs: Cvs): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.getProfile, ({ viewer }) => getProfile(cvs.db, viewer.id))

  serve(contract.saveProfile, ({ body, viewer }) => saveProfile(cvs.db, viewer.id, body))

  serve(contract.readOwnCv, ({ viewer }) => readOwnCv(cvs, viewer))
}
