import { isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { settingsTable, type Row, type SettingName, type SettingValue } from './settings-table.ts'
import { isPlaceholder } from './setting-values.ts'
import { editDistance } from './edit-distance.ts'
import { dataDirSecret, type Secrets } from './secret.ts'
import { StartError } from './errors.ts'

export class SettingsError extends StartError {
  override readonly name = 'SettingsError'
}

/** Without them pages and mails would name an operator that does not exist. */
const identityNames = [
  'OPERATOR_NAME',
  'OPERATOR_ADDRESS',
  'GOVERNING_LAW',
  'COURTS',
  'CONTACT_EMAIL',
  'PRIVACY_EMAIL',
  'ABUSE_EMAIL',
] as const
const requiredInProduction = [
  'PUBLIC_URL',
  'SECRET',
  'SMTP_URL',
  'MAIL_FROM',
  ...identityNames,
] as const

type Env = Readonly<Record<string, string | undefined>>

export type Settings = Readonly<ReturnType<typeof readSettings>>

export type S3Settings = NonNullable<Settings['s3']>

/**
 * Parses and checks the operator's settings. An empty one counts as not set.
 * @throws {SettingsError} naming every invalid or missing setting, never its value, which may be
 * secret.
 */
export function readSettings(env: Env) {
  const problems: string[] = []
  for (const [name, meant] of misspelledNames(env))
    problems.push(`${name} is no setting: ${meant} is meant`)
  const values = Object.fromEntries(
    Object.entries<Row>(settingsTable).map(([name, row]) => {
      const text = env[name]?.trim() || row.default
      const result = text === undefined ? undefined : row.schema.safeParse(text)
      if (result?.success === false)
        problems.push(`${name} ${result.error.issues[0]?.message ?? 'is wrong'}`)
      return [camelCase(name), result?.data]
    }),
  ) as Values
  const {
    port,
    host,
    appMode,
    secret,
    s3Bucket,
    oidcProviders = [],
    trustedProxies = [],
    ...others
  } = values
  const dataDir = resolve(others.dataDir)
  const isMissing = (name: SettingName) => !isSet(env, name)

  if (!isMissing('DATABASE_OWNER_URL') && isMissing('DATABASE_URL'))
    problems.push('DATABASE_OWNER_URL requires DATABASE_URL')
  if (others.databaseReplicaUrls) {
    if (!others.databaseUrl) problems.push('DATABASE_REPLICA_URLS requires DATABASE_URL')
    else if (
      others.databaseReplicaUrls.some(
        (url) => new URL(url).pathname !== databaseOf(others.databaseUrl ?? ['']),
      )
    )
      problems.push('DATABASE_REPLICA_URLS must name the database of DATABASE_URL')
  }
  for (const pair of [
    ['USAJOBS_API_KEY', 'USAJOBS_EMAIL'],
    ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ] as const) {
    const missing = pair.find(isMissing)
    const given = pair.find((name) => !isMissing(name))
    if (missing && given) problems.push(`${given} requires ${missing}`)
  }
  if (
    others.databaseUrl &&
    others.databaseOwnerUrl &&
    databaseOf(others.databaseUrl) !== databaseOf(others.databaseOwnerUrl)
  )
    problems.push('DATABASE_OWNER_URL must name the database of DATABASE_URL')
  if (!others.worker && isMissing('DATABASE_URL'))
    problems.push(
      'WORKER=off requires DATABASE_URL: no other node runs the tasks of an embedded database',
    )
  if (appMode === 'production') {
    for (const name of requiredInProduction) {
      if (isMissing(name)) problems.push(`${name} is required when APP_MODE is production`)
    }
    for (const [name, host] of [
      ['PUBLIC_URL', others.publicUrl && new URL(others.publicUrl).hostname],
      ['MAIL_FROM', others.mailFrom?.address],
    ] as const) {
      if (host !== undefined && !isMissing(name) && isPlaceholder(host))
        problems.push(`${name} is still a placeholder`)
    }
    if (secret?.some(isWeak))
      problems.push('SECRET must be random: `openssl rand -base64 32` makes one')
    if (others.publicUrl && !isPrivateUrl(others.publicUrl))
      problems.push('PUBLIC_URL must start with https:// when APP_MODE is production')
    if (!oidcProviders.every((provider) => provider.issuer.startsWith('https:')))
      problems.push('OIDC_PROVIDERS must name https issuers only when APP_MODE is production')
  }
  const s3Access = {
    /** Without a key, the machine's role: see `connectS3`. */
    accessKeyId: others.s3AccessKeyId,
    secretAccessKey: others.s3SecretAccessKey,
    endpoint: others.s3Endpoint,
    region: others.s3Region,
    forcePathStyle: others.s3PathStyle,
  }
  const { usajobsApiKey: key, usajobsEmail: email } = others
  if (problems.length > 0) throw new SettingsError(`Wrong settings: ${problems.join('; ')}.`)
  return {
    ...others,
    port,
    host,
    appMode,
    dataDir,
    oidcProviders,
    trustedProxies,
    publicUrl: others.publicUrl ?? `http://${visitableHost(host)}:${port}`,
    secrets: secret ?? ([dataDirSecret(dataDir)] satisfies Secrets),
    adminSecondStep: others.adminSecondStep ?? appMode === 'production',
    /** The account for the USAJOBS API. */
    usaJobs: key && email ? { key, email } : undefined,
    s3Access,
    /** Stores files instead of `dataDir`. */
    s3: s3Bucket === undefined ? undefined : { bucket: s3Bucket, ...s3Access },
    /** For administrators, without secrets. */
    shown: shownSettings(env),
    /** Set, and gone: a line each. */
    removed: Object.entries(removedSettings).flatMap(([name, line]) =>
      isSet(env, name) ? [`${name} is gone: ${line}`] : [],
    ),
  }
}

/** Settings of earlier releases, and what replaces them. */
const removedSettings: Readonly<Record<string, string>> = {
  REDIS_URL:
    'each node counts calls for itself, and PostgreSQL counts for all nodes what protects a ' +
    'person. Remove the setting.',
}

const isSet = (env: Env, name: string) => Boolean(env[name]?.trim())

/** Few different characters, a repeated part, or a sample that was not replaced. */
const isWeak = (secret: string) =>
  new Set(secret).size < 8 ||
  /^(.{1,16})\1+$/.test(secret) ||
  /change.?me|placeholder|example|your.?secret|0123456789|abcdefgh/i.test(secret)

/** Nobody can read along: the way is encrypted, or within this machine. */
const isPrivateUrl = (url: string) =>
  url.startsWith('https:') || /^(localhost|127\..*|\[::1\])$/.test(new URL(url).hostname)

/**
 * Variables that are nearly a setting's name, which would silently be without effect. Short names
 * are common words.
 */
function misspelledNames(env: Env): [string, string][] {
  const names = Object.keys(settingsTable)
  const unknown = Object.keys(env).filter(
    (key) =>
      key.length >= 6 &&
      isSet(env, key) &&
      !Object.hasOwn({ ...settingsTable, ...removedSettings }, key),
  )
  return unknown.flatMap((name) => {
    const meant = names.find(
      (setting) =>
        setting.length >= 6 &&
        editDistance(name.toUpperCase(), setting) <= (setting.length < 9 ? 1 : 2),
    )
    return meant === undefined ? [] : [[name, meant]]
  })
}

/** Names of secrets, and addresses with a password or a query: new settings are covered, too. */
const [secretNames, credentials] = [/SECRET|TOKEN|KEY|PASSWORD|PROVIDERS/, /\/\/[^@/\s]*@/g]

const shownSettings = (env: Env) =>
  Object.entries<Row>(settingsTable).map(([name, row]) => {
    const given = env[name]?.trim()
    const text = given || row.default
    const value =
      text === undefined
        ? null
        : secretNames.test(name)
          ? '•••'
          : text.replaceAll(credentials, '//•••@').replace(/\?.*$/s, '')
    return { name, value, isDefault: !given }
  })

/** Its name: a pooler may have another host and port. */
const databaseOf = ([address]: readonly [string, ...string[]]) => new URL(address).pathname

type Values = { [K in SettingName as CamelCase<K>]: SettingValue<K> }

/** `DATA_DIR` becomes `dataDir`. */
const camelCase = (name: string) =>
  name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())

type CamelCase<S extends string> = S extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<S>

/** Wildcard addresses cannot be visited, and passkeys need a name; IPv6 addresses need brackets. */
function visitableHost(host: string) {
  if (['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)) return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}
