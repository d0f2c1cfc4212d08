// Restarts the server when its sources change; Vite, inside it, updates the pages. The embedded
// database is this process's, and outlives the restarts.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '#platform/server/postgres/start.ts'
import { readSettings } from '#platform/server/settings.ts'
import { root } from './lib/install.mjs'
import { runCommand } from './commands/run-command.ts'
import { runServer, serverFile } from './lib/run-server.mjs'

const watched = ['demo', 'src/app', 'src/platform/server', 'src/shared', 'db', ...featureSources()]

await runCommand(async () => {
  const { databaseUrl, dataDir } = readSettings(process.env)
  const postgres = databaseUrl
    ? undefined
    : await startPostgres({ dataDir, onDeath: ({ message }) => console.error(message) })
  const args = [
    ...watched.map((it) => `--watch-path=${it}`),
    '--watch-preserve-output',
    serverFile(),
    '--dev',
  ]
  runServer(args, {}, () => postgres?.stop())
})

/**
 * The server-side parts of features; watching pages would restart the server after Vite has updated
 * them.
 */
function featureSources() {
  const folder = 'src/features'
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((feature) =>
    feature.isDirectory()
      ? readdirSync(join(root, folder, feature.name))
          .filter((file) => file === 'server' || file.endsWith('.ts'))
          .map((file) => `${folder}/${feature.name}/${file}`)
      : [`${folder}/${feature.name}`],
  )
}
