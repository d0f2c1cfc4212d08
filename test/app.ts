import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import '#app/endpoints.ts'
import type { NewJob } from '#features/jobs/server/public.ts'
import { setSiteIdentity } from '#features/site/config.ts'
import { buildApp } from '#app/server/app.ts'
import { openDatabase, type Db } from '#platform/server/database.ts'
import { Replicas } from '#platform/server/replicas.ts'
import { embeddedServerRole } from '#platform/server/migrate.ts'
import { readSettings, type Settings } from '#platform/server/settings.ts'
import { openBuiltSite } from '#platform/server/ssr/built-site.ts'
import { openStorage } from '#platform/server/storage/open-storage.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'
import { temporaryDataDir } from './data-dir.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { addJobs } from './factories.ts'

export type TestApp = Pick<TestDatabase, 'db' | 'connection'> & {
  /** As the server's role; `db` is the owner's. */
  serverDb: Db
  app: FastifyInstance
  replicas: Replicas
  settings: Settings
  storage: FileStorage
  get: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>
  /** A second application over the same database, closed with this one. */
  anotherNode: () => Promise<TestApp>
  /** Disconnects the running application from its database. */
  loseDatabase: () => Promise<void>
  close: () => Promise<void>
}

/** The base of absolute links. */
export const publicUrl = 'https://board.test'

const dist = fileURLToPath(new URL('../dist', import.meta.url))

// React reads it on its first import.
process.env['NODE_ENV'] = 'production'

type Options = {
  env?: Record<string, string>
  jobs?: NewJob[]
  storage?: FileStorage
  database?: TestDatabase
  /** Addresses of its standbys. */
  replicaUrls?: string[]
  logStream?: NodeJS.WritableStream
}

/** A server for the tests of this file, from its first to its last; `board` becomes it. */
export function appForFile(options: Options = {}, board = {} as TestApp): TestApp {
  beforeAll(async () => {
    Object.assign(board, await testApp(options))
  })
  afterAll(() => board.close())
  return board
}

/** Closed with the test. */
export async function appForTest(options: Options = {}): Promise<TestApp> {
  const board = await testApp(options)
  onTestFinished(() => board.close())
  return board
}

/** The whole server with the built pages and its own database; requests are injected. */
export async function testApp({
  env = {},
  jobs = [],
  storage: ownStorage,
  database,
  replicaUrls = [],
  logStream,
}: Options = {}): Promise<TestApp> {
  const dataDir = await temporaryDataDir()
  const settings = readSettings({
    PUBLIC_URL: publicUrl,
    SECRET: 'x'.repeat(32),
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir.path,
    ...env,
  })
  const { db, connection, drop } = database ?? (await freshDatabase())
  await addJobs(db, jobs)
  const storage = ownStorage ?? (await openStorage(settings))
  const serverConnection = { ...connection, user: embeddedServerRole }
  const serverDb = openDatabase(serverConnection)
  const nodes: FastifyInstance[] = []
  let dropped: Promise<void> | undefined
  const loseDatabase = () => (dropped ??= drop())
  return startNode()

  async function startNode(): Promise<TestApp> {
    const replicas = new Replicas(serverConnection, replicaUrls)
    await replicas.start()
    const app = await buildApp({
      db: serverDb,
      connection: serverConnection,
      replicas,
      storage,
      settings,
      site: await openBuiltSite(dist),
      logStream,
    })
    app.addHook('onClose', () => replicas.close())
    nodes.push(app)
    await app.ready()
    return {
      db,
      serverDb,
      connection,
      app,
      replicas,
      settings,
      storage,
      loseDatabase,
      get: (url, headers = {}) => app.inject({ method: 'GET', url, headers }),
      anotherNode: startNode,
      async close() {
        await Promise.all(nodes.map((node) => node.close()))
        await serverDb.destroy()
        await loseDatabase()
        storage.close()
        setSiteIdentity()
        await dataDir.remove()
      },
    }
  }
}
