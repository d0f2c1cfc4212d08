import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:tls'
import {
  checkDatabaseRole,
  describeAbsent,
  describeApart,
  machineChecks,
  ownerServes,
  probePort,
} from '#app/server/checks.ts'
import { readStartSettings } from '#app/server/run.ts'
import { connectDatabase } from '#platform/server/connect-database.ts'
import { listNodes } from '#platform/server/http/invalidate-on-change.ts'
import { checkDatabase, listMigrations, ownsAuditLog } from '#platform/server/migrate.ts'
import { findRunningPostgres, requireRoom } from '#platform/server/postgres/data-folder.ts'
import { Replicas } from '#platform/server/replicas.ts'
import { checkSecret } from '#platform/server/secret.ts'
import type { Settings } from '#platform/server/settings.ts'
import { openStorage, type EncryptedStorage } from '#platform/server/storage/open-storage.ts'
import { messageOf, StartError } from '#platform/server/errors.ts'
import { settingsTable } from '#platform/server/settings-table.ts'
import { ambiguousNames, doubtfulValues } from './environment-file.ts'
import { readArguments } from './run-command.ts'
import { serviceText } from './service-environment.ts'

type Say = (line: string) => void

export async function check(args: string[]): Promise<void> {
  readArguments(args, 'whitecoat check', {})
  for (const name of ambiguousNames(serviceText ?? ''))
    console.log(
      `${name} has another value for Docker and for Node's --env-file: put the value into single quotes.`,
    )
  const problems = [
    ...doubtfulValues(process.env, Object.keys(settingsTable)),
    ...(await checkSetup(process.env, console.log)),
  ]
  for (const line of problems) console.error(line)
  if (problems.length > 0) process.exitCode = 1
  else console.log('Settings, database, services and certificates are in order.')
}

const hour = 3_600_000
const day = 24 * hour
const soonDays = 14
const connectWithinMs = 10_000

/**
 * Whether a start with these settings would work. It changes nothing.
 * @returns a line for each problem.
 * @throws {StartError} for settings that cannot be read.
 */
export async function checkSetup(
  env: Record<string, string | undefined>,
  say: Say,
): Promise<string[]> {
  const settings = readStartSettings(env, existsSync(new URL('../../demo', import.meta.url)))
  const problems: string[] = []
  const attempt = (check: () => Promise<void>) =>
    check().catch((error: unknown) => {
      if (!(error instanceof StartError)) throw error
      problems.push(error.message)
    })
  for (const check of machineChecks) {
    if (check !== probePort || !(await isRunning(settings, say)))
      await attempt(() => check(settings))
  }
  await attempt(async () => void problems.push(...(await checkDatabases(settings, say))))
  let storage: EncryptedStorage | undefined
  await attempt(async () => void (storage = await openStorage(settings)))
  problems.push(...(await describeAbsent({ settings, storage })))
  storage?.close()
  for (const [name, address] of Object.entries({
    PUBLIC_URL: settings.publicUrl,
    SMTP_URL: settings.smtpUrl,
  })) {
    // Whoever does not answer has a line already.
    const isAway = problems.some((line) => line.startsWith(`${name} `))
    if (!isAway && address !== undefined && /^(https|smtps):/.test(address))
      await attempt(() => checkCertificate(name, new URL(address), say))
  }
  return problems
}

/** Before an upgrade, the former version listens. */
async function isRunning({ host, port }: Settings, say: Say): Promise<boolean> {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/healthz`
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
  const body: unknown = await answer?.json().catch(() => undefined)
  const runs = typeof body === 'object' && body !== null && 'version' in body
  if (runs) say(`PORT ${port} is not checked: a board runs there (${String(body.version)}).`)
  return runs
}

/** @returns a line for each problem that a start goes on with. */
async function checkDatabases(settings: Settings, say: Say): Promise<string[]> {
  if (!settings.databaseUrl && !(await findRunningPostgres(settings.dataDir))) {
    await requireRoom(settings.dataDir)
    say(
      'The database, and SECRET against its data, are not checked: the embedded database runs with the server only.',
    )
    return []
  }
  const database = await connectDatabase(settings, { shared: true })
  const replicas = new Replicas(database.connection, settings.databaseReplicaUrls ?? [])
  try {
    const { db } = database
    await checkDatabaseRole(db, settings)
    const applied = await checkDatabase(db)
    const pending = (await listMigrations()).filter((migration) => !applied.has(migration))
    if (pending.length > 0)
      say(
        `The start will run ${pending.length} migrations; \`whitecoat migrate --plan\` tells more.`,
      )
    await checkSecret(db, settings.secrets)
    // One of them is the node that is checked.
    const apart = describeApart(settings, (await listNodes(db)).length - 1)
    return [
      ...((await ownsAuditLog(db)) ? [ownerServes] : []),
      ...apart,
      ...(await replicas.start()),
    ]
  } finally {
    await replicas.close()
    await database.close()
  }
}

async function checkCertificate(
  name: string,
  { hostname, port, protocol }: URL,
  say: Say,
): Promise<void> {
  const host = hostname.replaceAll(/[[\]]/g, '')
  // Looked at below, where the message can say what to do.
  const options = {
    host,
    port: Number(port) || (protocol === 'https:' ? 443 : 465),
    servername: host,
    rejectUnauthorized: false,
  }
  const socket = connect(options).setTimeout(connectWithinMs, () =>
    socket.destroy(new Error('it does not answer')),
  )
  try {
    await once(socket, 'secureConnect')
    const left = Date.parse(socket.getPeerCertificate().valid_to) - Date.now()
    if (left < 0) throw new StartError(`The certificate of ${name} (${host}) has ended: renew it.`)
    if (left <= day)
      throw new StartError(
        `The certificate of ${name} (${host}) ends in ${Math.floor(left / hour)} hours: renew it.`,
      )
    if (!socket.authorized)
      throw new StartError(
        `The certificate of ${name} (${host}) is not trusted (${String(socket.authorizationError)}): replace it.`,
      )
    if (left <= soonDays * day)
      say(`The certificate of ${name} (${host}) ends in ${Math.floor(left / day)} days.`)
  } catch (error) {
    throw error instanceof StartError
      ? error
      : new StartError(`${name} (${host}) cannot be reached: ${messageOf(error)}`)
  } finally {
    socket.destroy()
  }
}
