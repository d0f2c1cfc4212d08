import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { storedAsIs, type FileStorage } from '../storage/storage.ts'

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
export function openKeptBuilds(
  storage: FileStorage,
): (name: string) => Promise<Buffer | undefined> {
  let builds = new Map<string, Build>()
  let reading: Promise<void> | undefined

  function findKnown(name: string): Buffer | undefined {
    for (const build of builds.values())
      if (Object.hasOwn(build, name)) return Buffer.from(build[name] ?? '', 'base64')
    return undefined
  }

  async function readBuilds(): Promise<void> {
    const now = new Map<string, Build>()
    for await (const { key } of storage.list(folder)) {
      const build = builds.get(key) ?? (await readBuild(key))
      if (build) now.set(key, build)
    }
    builds = now
  }

  async function readBuild(key: string): Promise<Build | undefined> {
    const stored = await storage.get(key)
    return (
      stored && (JSON.parse(String(await promisify(gunzip)(await buffer(stored.content)))) as Build)
    )
  }

  return async (name) => {
    const known = findKnown(name)
    if (known) return known
    await (reading ??= readBuilds().finally(() => (reading = undefined)))
    return findKnown(name)
  }
}
