import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { sourceFile } from './endpoint.ts'

/** The OpenAPI document, made from the contracts, and a page to read it on: /api/docs. Register before the routes. */
export async function registerApiDocs(
  app: FastifyInstance,
  info: { title: string; version: string; serverUrl: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: info.title,
        version: info.version,
        description:
          'Every error has the same body: `error` for people, `code` for programs, `requestId`, and `details` per field.',
      },
      servers: [{ url: info.serverUrl }],
    },
    transform: jsonSchemaTransform,
  })
  await app.register(async (scope) => {
    const file = sourceFile(import.meta.url)
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public', name: 'apiDocs', file }
    })
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      uiConfig: { docExpansion: 'list' },
    })
  })
}
