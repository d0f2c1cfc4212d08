import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sourceFile } from '../http/endpoint.ts'
import type { Site } from './pages.ts'

const config = { access: 'public', name: 'asset', file: sourceFile(import.meta.url) } as const

const brandFiles = new Set(['logo.svg', 'favicon.svg', 'favicon.ico', 'apple-touch-icon.png', 'og.png'])

/**
 * The built files. Those under /assets carry a hash in their name and never change; the rest is the
 * public folder.
 * @param brandDir Files that replace those of the public folder.
 */
export async function serveAssets(app: FastifyInstance, site: Site, brandDir?: string): Promise<void> {
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
  const { styleSheet } = site
  const built = new Set(await readdir(join(site.clientDir, 'assets')))
  app.get<{ Params: { '*': string } }>('/assets/*', { config }, (request, reply) => {
    const name = request.params['*']
    // A page of the previous or next version, from a cache or another node, is better in this version's styles than in none.
    if (styleSheet !== undefined && name.endsWith('.css') && !built.has(name))
      return reply.header('cache-control', 'no-store').sendFile(styleSheet, { cacheControl: false })
    return reply.sendFile(`assets/${name}`, { maxAge: '1y', immutable: true })
  })
  const own = brandDir === undefined ? [] : (await readdir(brandDir)).filter((file) => brandFiles.has(file))
  for (const name of own) app.get(`/${name}`, { config }, (_request, reply) => reply.sendFile(name, brandDir, { maxAge: '1d' }))
  for (const entry of await readdir(site.clientDir, { withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name) || own.includes(entry.name)) continue
    app.get(`/${entry.name}`, { config }, (_request, reply) => reply.sendFile(entry.name, { maxAge: '1d' }))
  }
}

const validDays = 180

/** `/.well-known/security.txt` (RFC 9116): whom to tell about a weakness. It expires in half a year from each start. */
export function registerSecurityTxt(app: FastifyInstance, { contact, publicUrl }: { contact: string; publicUrl: string }): void {
  const expires = new Date(Date.now() + validDays * 24 * 60 * 60_000)
  expires.setUTCHours(0, 0, 0, 0)
  const path = '/.well-known/security.txt'
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}${path}`,
  ]
  const config = { access: 'public', name: 'securityTxt', file: sourceFile(import.meta.url) } as const
  const schema: object = { hide: true }
  app.get(path, { config, schema }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`),
  )
}
