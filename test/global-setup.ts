import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { startPostgres, type Postgres } from '#platform/server/postgres/start.ts'
import { removeAbandoned, temporaryDataDir } from './data-dir.ts'
import { copyCluster } from './kept-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * Answers with the connection to the run's PostgreSQL, whose database is the migrated template.
     */
    postgresUrl: string
  }
}

/**
 * One PostgreSQL per run, which starts when the first file asks for a database: a run of pure files
 * does without.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned()
  const dataDir = await temporaryDataDir()
  let postgres: Promise<Postgres> | undefined
  const start = async () => {
    await copyCluster(dataDir.path)
    return startPostgres({ dataDir: dataDir.path, fast: true })
  }
  const server = createServer((_request, response) => {
    postgres ??= start()
    postgres.then(
      ({ connection }) => response.end(JSON.stringify(connection)),
      (error: unknown) =>
        response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  project.provide('postgresUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    server.closeAllConnections()
    await (await postgres)?.stop()
    await dataDir.remove()
  }
}
