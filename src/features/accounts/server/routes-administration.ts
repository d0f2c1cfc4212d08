import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#server/lib/database.ts'
import { viewerOf } from '#server/lib/http/access.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import * as contract from '../contract-administration.ts'
import type { Deed } from './administer.ts'
import type { IdentityProviders } from './oidc/identity-providers.ts'
import * as service from './service-administration.ts'
import { getUser, listUsers } from './users.ts'

type Options = { db: Db; publicUrl: string; demo: boolean; providers: IdentityProviders }

const done = { success: true } as const

/** The administration of accounts. */
export function registerUserAdministration(app: FastifyInstance, { providers, ...administration }: Options): void {
  const { db } = administration
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.listUsers, async ({ query }) => listUsers(db, query))

  serve(contract.getUser, async ({ params }) => getUser(db, providers, params.id))

  serve(contract.changeUserRole, async ({ params, body, request }) => {
    await service.changeUserRole(administration, deedOf(request, params.id, body.revision), body.role)
    return done
  })

  serve(contract.markVerifiedHospital, async ({ params, body, request }) => {
    await service.markVerifiedHospital(administration, deedOf(request, params.id, body.revision), body.verified)
    return done
  })

  serve(contract.suspendUser, async ({ params, body, request }) => {
    await service.suspendUser(administration, deedOf(request, params.id, body.revision), body)
    return done
  })

  serve(contract.reinstateUser, async ({ params, body, request }) => {
    await service.reinstateUser(administration, deedOf(request, params.id, body.revision))
    return done
  })

  serve(contract.sendPasswordReset, async ({ params, request }) => {
    await service.sendPasswordReset(administration, deedOf(request, params.id))
    return done
  })
}

const deedOf = (request: FastifyRequest, userId: string, revision?: number): Deed => ({
  administrator: viewerOf(request),
  ip: request.ip,
  userId,
  ...(revision !== undefined && { revision }),
})
