import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { sourceFile } from '../http/endpoint.ts'
import type { FileStorage } from '../storage/storage.ts'
import { openKeptBuilds } from './kept-builds.ts'
import type { Site } from './pages.ts'

const config = { access: 'public', name: 'asset', file: sourceFile(import.meta.url) } as const

const hashedName = /^[\w.-]+-[\w-]{8}\.(?:css|js|woff2)$/

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
}

const brandFiles = new Set([
  'logo.svg',
  'favicon.svg',
  'favicon.ico',
  'apple-touch-icon.png',
  'og.png',
])

type Options = {
  site: Site
  /** Has the files of other builds. */
  storage: FileStorage
  /** Files that replace those of the public folder. */
  brandDir?: string | undefined
}

/**
 * The built files. Those under /assets carry a hash in their name and never change; the rest is the
 * public folder.
 */
export async function serveAssets(
  app: FastifyInstance,
  { site, storage, brandDir }: Options,
): Promise<void> {
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
  const findKept = openKeptBuilds(storage)
  app.get<{ Params: { '*': string } }>('/assets/*', { config }, async (request, reply) => {
    const name = request.params['*']
    if (built.has(name) || !hashedName.test(name))
      return reply.sendFile(`assets/${name}`, { maxAge: '1y', immutable: true })
    const kept = await findKept(name)
    if (kept) {
      const type = contentTypes[extname(name)] ?? 'application/octet-stream'
      return reply
        .type(type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(kept)
    }
    // An older page, from a cache, is better in this version's styles than in none.
    if (styleSheet !== undefined && name.endsWith('.css'))
      return reply.header('cache-control', 'no-store').sendFile(styleSheet, { cacheControl: false })
    return reply.callNotFound()
  })
  const own =
    brandDir === undefined ? [] : (await readdir(brandDir)).filter((file) => brandFiles.has(file))
  for (const name of own)
    app.get(`/${name}`, { config }, (_request, reply) =>
      reply.sendFile(name, brandDir, { maxAge: '1d' }),
    )
  for (const entry of await readdir(site.clientDir, { withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name) || own.includes(entry.name)) continue
    app.get(`/${entry.name}`, { config }, (_request, reply) =>
      reply.sendFile(entry.name, { maxAge: '1d' }),
    )
  }
}

const validDays = 180

/**
 * `/.well-known/security.txt` (RFC 9116): whom to tell about a weakness. It expires in half a year
 * from each start.
 */
export function registerSecurityTxt(
  app: FastifyInstance,
  { contact, publicUrl }: { contact: string; publicUrl: string },
): void {
  const expires = new Date(Date.now() + validDays * 24 * 60 * 60_000)
  expires.setUTCHours(0, 0, 0, 0)
  const path = '/.well-known/security.txt'
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}${path}`,
  ]
  const schema: object = { hide: true }
  app.get(path, { config: { ...config, name: 'securityTxt' }, schema }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`),
  )
}
