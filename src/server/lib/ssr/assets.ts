import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readdir } from 'node:fs/promises'
import { sourceFile } from '../http/endpoint.ts'
import type { Site } from './site.ts'

const config = { access: 'public', name: 'asset', file: sourceFile(import.meta.url) } as const

/** The built files: those under /assets carry a hash in their name and never change; the rest is the public folder. */
export async function serveAssets(app: FastifyInstance, site: Site): Promise<void> {
  if (site.middleware) {
    const { middleware } = site
    app.addHook('onRequest', async (request, reply) => {
      if (request.url.startsWith('/api/') || !(await middleware(request.raw, reply.raw))) return
      reply.hijack()
    })
    return
  }
  if (site.clientDir === null) return
  await app.register(fastifyStatic, { root: site.clientDir, serve: false, preCompressed: true })
  app.get<{ Params: { '*': string } }>('/assets/*', { config }, (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`, { maxAge: '1y', immutable: true }),
  )
  for (const entry of await readdir(site.clientDir, { withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue
    app.get(`/${entry.name}`, { config }, (_request, reply) => reply.sendFile(entry.name, { maxAge: '1d' }))
  }
}
