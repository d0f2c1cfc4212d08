// npm run check: whether a start with these settings would work. It changes nothing.
import { once } from 'node:events'
import { connect } from 'node:tls'
import { openDatabase } from '#platform/server/database.ts'
import { checkDatabase, listMigrations } from '#platform/server/migrate.ts'
import { findRunningPostgres } from '#platform/server/postgres/data-folder.ts'
import { Replicas } from '#platform/server/replicas.ts'
import { readSettings } from '#platform/server/settings.ts'
import type { Settings } from '#platform/server/settings.ts'
import { StartError } from '#platform/server/start-error.ts'
import { runCommand } from './lib/run-command.ts'

const hour = 3_600_000
const day = 24 * hour
const soonDays = 14
const connectWithinMs = 10_000

await runCommand(main)

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  await checkPending(settings)
  await checkReplicas(settings)
  for (const [name, address] of Object.entries({ PUBLIC_URL: settings.publicUrl, SMTP_URL: settings.smtpUrl })) {
    if (address !== undefined && /^(https|smtps):/.test(address)) await checkCertificate(name, new URL(address))
  }
  console.log('Settings, database and certificates are in order.')
}

async function checkPending({ databaseUrl, dataDir }: Settings): Promise<void> {
  const connection = databaseUrl ? { connectionString: databaseUrl[0] } : await findRunningPostgres(dataDir)
  // The embedded database runs with the server only.
  if (!connection) return
  const db = openDatabase({ ...connection, max: 1, connectionTimeoutMillis: connectWithinMs })
  try {
    const applied = await checkDatabase(db)
    const pending = (await listMigrations()).filter((it) => !applied.has(it))
    if (pending.length > 0)
      console.log(`The start will run ${pending.length} migrations; \`npm run db:migrate -- --plan\` tells more.`)
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`The database at DATABASE_URL cannot be read: ${messageOf(error)}`)
  } finally {
    await db.destroy()
  }
}

async function checkReplicas({ databaseUrl, databaseReplicaUrls = [] }: Settings): Promise<void> {
  if (!databaseUrl) return
  const replicas = new Replicas({ connectionString: databaseUrl[0] }, databaseReplicaUrls)
  try {
    for (const line of await replicas.start()) console.log(line)
  } finally {
    await replicas.close()
  }
}

async function checkCertificate(name: string, { hostname, port, protocol }: URL): Promise<void> {
  const host = hostname.replaceAll(/[[\]]/g, '')
  // Looked at below, where the message can say what to do.
  const options = { host, port: Number(port) || (protocol === 'https:' ? 443 : 465), servername: host, rejectUnauthorized: false }
  const socket = connect(options).setTimeout(connectWithinMs, () => socket.destroy(new Error('it does not answer')))
  try {
    await once(socket, 'secureConnect')
    const left = Date.parse(socket.getPeerCertificate().valid_to) - Date.now()
    if (left < 0) throw new StartError(`The certificate of ${name} (${host}) has ended: renew it.`)
    if (left <= day)
      throw new StartError(`The certificate of ${name} (${host}) ends in ${Math.floor(left / hour)} hours: renew it.`)
    if (!socket.authorized)
      throw new StartError(
        `The certificate of ${name} (${host}) is not trusted (${String(socket.authorizationError)}): replace it.`,
      )
    if (left <= soonDays * day) console.log(`The certificate of ${name} (${host}) ends in ${Math.floor(left / day)} days.`)
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${name} (${host}) cannot be reached: ${messageOf(error)}`)
  } finally {
    socket.destroy()
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
