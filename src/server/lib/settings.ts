import { isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import type { Row, SettingName, SettingValue } from './settings-table.ts'
import { settingsTable } from './settings-table.ts'
import { keptSecret } from './secret.ts'
import { StartError } from './start-error.ts'

export class SettingsError extends StartError {
  override readonly name = 'SettingsError'
}

type Env = Readonly<Record<string, string | undefined>>

export type Settings = Readonly<ReturnType<typeof readSettings>>

export type S3Settings = {
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  endpoint: string | undefined
  region: string
  forcePathStyle: boolean
}

/**
 * What the operator decided, checked. An empty setting counts as not set.
 * @throws {SettingsError} naming every setting that is wrong or missing, never its value: it may be a secret.
 */
export function readSettings(env: Env) {
  const problems: string[] = []

  function read<K extends SettingName>(name: K): SettingValue<K> {
    const row: Row = settingsTable[name]
    const value = env[name]?.trim() || row.default
    if (value === undefined) return undefined as SettingValue<K>
    const result = row.schema.safeParse(value)
    if (!result.success) problems.push(`${name} ${result.error.issues[0]?.message ?? 'is wrong'}`)
    return result.data as SettingValue<K>
  }

  function readS3(): S3Settings | undefined {
    const bucket = read('S3_BUCKET')
    const accessKeyId = read('S3_ACCESS_KEY_ID')
    const secretAccessKey = read('S3_SECRET_ACCESS_KEY')
    const others = { endpoint: read('S3_ENDPOINT'), region: read('S3_REGION'), forcePathStyle: read('S3_PATH_STYLE') }
    if (bucket === undefined) return undefined
    if (accessKeyId !== undefined && secretAccessKey !== undefined) return { bucket, accessKeyId, secretAccessKey, ...others }
    if (accessKeyId === undefined) problems.push('S3_ACCESS_KEY_ID is required with S3_BUCKET')
    if (secretAccessKey === undefined) problems.push('S3_SECRET_ACCESS_KEY is required with S3_BUCKET')
    return undefined
  }

  const port = read('PORT')
  const host = read('HOST')
  const appMode = read('APP_MODE')
  const given = {
    port,
    host,
    appMode,
    dataDir: resolve(read('DATA_DIR')),
    databaseUrl: read('DATABASE_URL'),
    publicUrl: read('PUBLIC_URL') ?? `http://${visitableHost(host)}:${port}`,
    trustedProxies: read('TRUSTED_PROXIES') ?? [],
    rateLimits: read('RATE_LIMITS'),
    oidcProviders: read('OIDC_PROVIDERS') ?? [],
    demoIdentityPort: read('DEMO_IDENTITY_PORT'),
    redisUrl: read('REDIS_URL'),
    /** Where files are kept if not in `dataDir`. */
    s3: readS3(),
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM'),
    /** Whether this node works background tasks off. */
    worker: read('WORKER'),
    logLevel: read('LOG_LEVEL'),
    /** Whether answers are kept and sent again. */
    cache: read('CACHE'),
    importAllowedHosts: read('IMPORT_ALLOWED_HOSTS'),
    apifyToken: read('APIFY_TOKEN'),
    contactFormUrl: read('CONTACT_FORM_URL'),
    trackerUrl: read('TRACKER_URL'),
  }
  const secret = read('SECRET')

  if (appMode === 'production') {
    for (const name of ['PUBLIC_URL', 'SECRET', 'SMTP_URL', 'MAIL_FROM'] as const) {
      if (!env[name]?.trim()) problems.push(`${name} is required when APP_MODE is production`)
    }
    if (!given.oidcProviders.every((it) => it.issuer.startsWith('https:'))) {
      problems.push('OIDC_PROVIDERS must name https issuers only when APP_MODE is production')
    }
  }
  if (problems.length > 0) throw new SettingsError(`Wrong settings: ${problems.join('; ')}.`)
  return { ...given, secret: secret ?? keptSecret(given.dataDir) }
}

/** The wildcard addresses cannot be visited; IPv6 addresses stand in brackets. */
function visitableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}
