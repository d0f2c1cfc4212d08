import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { sourceFile } from '../http/endpoint.ts'
import { storedAsIs, type FileStorage } from '../storage/storage.ts'
import type { Site } from './pages.ts'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

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
  const ownFiles =
    brandDir === undefined ? [] : (await readdir(brandDir)).filter((file) => brandFiles.has(file))
  for (const name of ownFiles)
    app.get(`/${name}`, { config }, (_request, reply) =>
      reply.sendFile(name, brandDir, { maxAge: '1d' }),
    )
  for (const entry of await readdir(site.clientDir, { withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name) || ownFiles.includes(entry.name)) continue
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

/*
 * The file store keeps the built files of this version and of the two before it, so that a tab that
 * is open during a deploy goes on, and so does a page that one node rendered and whose files another
 * node is asked for.
 */

const folder = 'builds'
const mostKept = 3

/** Files by name, in base64. */
type Build = Record<string, string>

/** Keeps the files of a build, as the newest one, and forgets the oldest. */
export async function keepBuild(storage: FileStorage, clientDir: string): Promise<void> {
  const assets = join(clientDir, 'assets')
  const names = (await readdir(assets)).filter((name) => !/\.(?:br|gz)$/.test(name)).toSorted()
  // Names contain the hash of their content.
  const key = `${folder}/${createHash('sha256').update(names.join()).digest('hex')}`
  const earlier: { key: string; storedAt: Date }[] = []
  for await (const stored of storage.list(folder)) earlier.push(stored)
  earlier.sort((a, b) => b.storedAt.getTime() - a.storedAt.getTime())
  // A restart, or another node of the same build.
  if (earlier[0]?.key === key) return
  const build: Build = {}
  for (const name of names) build[name] = await readFile(join(assets, name), 'base64')
  const content = await promisify(gzip)(JSON.stringify(build))
  await storage.put(key, Readable.from([content]), storedAsIs)
  const others = earlier.filter((stored) => stored.key !== key)
  for (const stored of others.slice(mostKept - 1)) await storage.remove(stored.key)
}

/**
 * Finds a file of another build. Builds stay in memory once one is asked for: each is a megabyte.
 */
function openKeptBuilds(storage: FileStorage): (name: string) => Promise<Buffer | undefined> {
  let builds = new Map<string, Build>()
  let reading: Promise<void> | undefined

  function findKnown(name: string): Buffer | undefined {
    for (const build of builds.values())
      if (Object.hasOwn(build, name)) return Buffer.from(build[name] ?? '', 'base64')
    return undefined
  }

  async function readBuilds() {
    const now = new Map<string, Build>()
    for await (const { key } of storage.list(folder)) {
      const build = builds.get(key) ?? (await readBuild(key))
      if (build) now.set(key, build)
    }
    builds = now
  }

  async function readBuild(key: string): Promise<Build | undefined> {
    const stored = await storage.get(key)
    return stored && JSON.parse(String(await promisify(gunzip)(await buffer(stored.content))))
  }

  return async (name) => {
    const known = findKnown(name)
    if (known) return known
    await (reading ??= readBuilds().finally(() => (reading = undefined)))
    return findKnown(name)
  }
}
