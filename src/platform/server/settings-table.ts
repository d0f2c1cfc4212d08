import { createPrivateKey } from 'node:crypto'
import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { oidcProvidersSchema } from './oidc-settings.ts'
import { parseAddress } from './mail/content.ts'
import type { Secrets } from './secret.ts'

/** A setting; docs/settings.md says what it does. */
export type Row = {
  /** The default text. */
  default?: string
  /** Parses the text; its error message continues the setting's name. */
  schema: z.ZodType
}

const text = z.string()
const oneOf = <const T extends string>(...values: T[]) =>
  z.enum(values, `must be one of ${values.join(', ')}`)
const portNumber = text
  .refine(
    (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
    'must be a port number (0 to 65535)',
  )
  .transform(Number)
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
/** The result of `parse`; the message if that is undefined. */
const parsed = <T>(message: string, parse: (it: string) => T | undefined) =>
  text.transform((candidate, context): T => {
    const value = parse(candidate)
    if (value !== undefined) return value
    context.addIssue(message)
    return z.NEVER
  })
const isOn = oneOf('on', 'off').transform((value) => value === 'on')
const number = (message: string, isRight: (it: number) => boolean) =>
  text.transform(Number).refine(isRight, message)
const wholeNumber = number(
  'must be a whole number above 0',
  (value) => Number.isInteger(value) && value > 0,
)
const list = (message: string, isRight: (it: string) => boolean) =>
  text
    .transform((value) => value.split(',').map((item) => item.trim()))
    .refine((items) => items.every(isRight), message)

const hostNames = list('must be host names separated by commas', (value) =>
  /^[a-z\d.-]+(:\d+)?$/i.test(value),
).transform((hosts) => hosts.map((host) => host.toLowerCase()))

const line = text
  .max(200, 'must have at most 200 characters')
  .refine((value) => !/[\r\n]/.test(value), 'must be one line')

/** A local part has 64 characters, of which the tag takes 49. */
const maxBounceLocalPart = 15

const bounceProviders = ['ses', 'postmark', 'mailgun', 'hmac'] as const
export type BounceWebhook = { provider: (typeof bounceProviders)[number]; key: string }

/** Values of samples, which must not reach visitors. */
const placeholder =
  /…|^(?:\.\.\.|<.*>|\[.*\]|(?:change|replace)[ -_]?me|todo|tbd|xxx|your\b.*|example\b.*)|\.example$|(?:^|[@.])example\.(?:com|net|org)$/i
export const isPlaceholder = (candidate: string): boolean => placeholder.test(candidate.trim())
const given = line.refine((value) => !isPlaceholder(value), 'is still a placeholder')
const givenAddress = z
  .email('must be an email address')
  .refine((value) => !isPlaceholder(value), 'is still a placeholder')

/** '310 Active Jobs; …': a value and its label each. */
const heroFigures = parsed(
  'must be three figures with their labels, separated by semicolons',
  (candidate) => {
    const figures = candidate
      .split(';')
      .map((figure) => /^\s*(\S*\d\S*)\s+(\S.*?)\s*$/.exec(figure))
    if (figures.length === 3 && figures.every((figure) => figure !== null))
      return figures.map(([, value = '', label = '']) => ({
        value,
        label,
        isPay: value.startsWith('$'),
      }))
    return undefined
  },
)

/** 'What they said; Name; Role': the words may hold semicolons, too. */
const testimonial = parsed(
  'must be what somebody said, their name and their role, separated by semicolons',
  (value) => {
    const [role = '', name = '', ...words] = value.split(/\s*;\s*/).toReversed()
    const quote = words.toReversed().join('; ')
    return quote && name && role ? { quote, name, role } : undefined
  },
)

/** Read at once, so that nothing that prints a setting prints the key. */
const serviceAccount = z.object({
  client_email: z.email(),
  private_key: text.transform((pem) => createPrivateKey(pem)),
  token_uri: webAddress,
})
export type ServiceAccount = z.output<typeof serviceAccount>

const serviceAccountKey = parsed('must be the JSON key of a service account', (value) => {
  try {
    return serviceAccount.parse(JSON.parse(value))
  } catch {
    return undefined
  }
})

/** The backgrounds on which text in a color is hardest to read, in each theme. */
const hardestBackgrounds = ['#f3efe7', '#172023']
const readableContrast = 5

const brandColors = parsed('must be two colors, as #0b585c, #72c7c1', (value) => {
  const [, light = '', dark = ''] =
    /^(#[\da-f]{6})\s*,\s*(#[\da-f]{6})$/.exec(value.toLowerCase()) ?? []
  return light === '' ? undefined : { light, dark }
}).refine(
  (value) =>
    Object.values(value).every(
      (color, theme) => contrast(color, hardestBackgrounds[theme] ?? '') >= readableContrast,
    ),
  'must be a color that can be read on white, and one that can be read on black',
)

/** As WCAG 2 defines it. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * An address for each host: `postgres://a,b/db` is `postgres://a/db` and `postgres://b/db`. Empty
 * if one of them is wrong.
 */
function databaseHosts(address: string): string[] {
  const [, start = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)(.*)$/.exec(address) ?? []
  // The server always looks for the one that accepts writes.
  const path = rest
    .replace(/([?&])target_session_attrs=(?:read-write|primary)(?:&|$)/, '$1')
    .replace(/[?&]$/, '')
  const addresses = hosts.split(',').map((host) => `${start}${host}${path}`)
  return addresses.every(
    (address) => z.url({ protocol: /^postgres(ql)?$/ }).safeParse(address).success,
  )
    ? addresses
    : []
}

/** One address for each host. */
const databaseAddress = parsed('must be a postgres:// address', (value) => {
  const [first, ...others] = databaseHosts(value)
  return first === undefined ? undefined : ([first, ...others] as const)
})

/** Addresses separated by commas, each with one host or several. */
const databaseAddresses = parsed('must be postgres:// addresses', (value) => {
  const hosts = value.split(/\s*,\s*(?=postgres(?:ql)?:)/).map(databaseHosts)
  return hosts.every((of) => of.length > 0) ? hosts.flat() : undefined
})

const cronRanges = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const

function isCron(value: string): boolean {
  const fields = value.split(/\s+/)
  const isField = (field: string, [least, most]: readonly [number, number]) =>
    /^(?:(?:\*|\d+(?:-\d+)?)(?:\/[1-9]\d*)?(?:,(?!$)|$))+$/.test(field) &&
    field
      .split(',')
      .every((part) =>
        [...part.replace(/\/.*/, '').matchAll(/\d+/g)].every(
          ([n]) => Number(n) >= least && Number(n) <= most,
        ),
      )
  return (
    fields.length === cronRanges.length &&
    cronRanges.every((range, at) => isField(fields[at] ?? '', range))
  )
}

/** A network of all addresses would let every visitor say who they are. */
function isProxy(value: string): boolean {
  const [address = '', bits] = value.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return (
    most > 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most))
  )
}

export const settingsTable = {
  PORT: { default: '3000', schema: portNumber },
  HOST: {
    default: '127.0.0.1',
    schema: text.refine(
      (value) => isIP(value) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value),
      'must be an IP address or a host name',
    ),
  },
  DATA_DIR: { default: '.data', schema: text },
  DATABASE_URL: { schema: databaseAddress },
  DATABASE_OWNER_URL: { schema: databaseAddress },
  DATABASE_REPLICA_URLS: { schema: databaseAddresses },
  PUBLIC_URL: {
    schema: webAddress
      .refine(
        (value) => /^https?:\/\/[^/?#]+\/?$/i.test(value),
        'must be an address without a path',
      )
      .transform((value) => new URL(value).origin),
  },
  APP_MODE: { default: 'demo', schema: oneOf('demo', 'production') },
  SECRET: {
    schema: list(
      'must have at least 32 characters, and so must each of several',
      (value) => value.length >= 32,
    ).transform(([current = '', ...previous]): Secrets => [current, ...previous]),
  },
  OIDC_PROVIDERS: { schema: oidcProvidersSchema },
  DEMO_IDENTITY_PORT: { default: '0', schema: portNumber },
  ADMIN_SECOND_STEP: { schema: isOn },
  TRUSTED_PROXIES: {
    schema: list('must be IP addresses or networks, and not all addresses (/0)', isProxy),
  },
  RATE_LIMITS: { default: 'on', schema: isOn },
  S3_BUCKET: {
    schema: text.refine(
      (value) => /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(value),
      'must be the name of a bucket',
    ),
  },
  S3_ACCESS_KEY_ID: { schema: text },
  S3_SECRET_ACCESS_KEY: { schema: text },
  S3_ENDPOINT: { schema: webAddress },
  S3_REGION: {
    default: 'us-east-1',
    schema: text.refine((value) => /^[a-z\d-]+$/.test(value), 'must be the name of a region'),
  },
  S3_PATH_STYLE: { default: 'off', schema: isOn },
  CLAMD_URL: {
    schema: z.url({ protocol: /^(tcp|unix)$/, error: 'must be a tcp:// or unix:// address' }),
  },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }),
  },
  MAIL_FROM: {
    default: 'Whitecoat <no-reply@whitecoat.example>',
    schema: parsed(
      'must be an email address, or a name and an address in angle brackets',
      parseAddress,
    ),
  },
  BOUNCE_ADDRESS: {
    schema: z
      .email('must be an email address')
      .refine(
        (value) => value.indexOf('@') <= maxBounceLocalPart && !value.includes('+'),
        `must have at most ${maxBounceLocalPart} characters before the @, and no +`,
      ),
  },
  BOUNCE_WEBHOOK_KEY: {
    schema: parsed(
      `must be ${bounceProviders.join(', ')}, a colon, and a key of at least 8 characters`,
      (value) => {
        const [, provider = '', key = ''] = /^(\w+):(\S{8,})$/.exec(value) ?? []
        const known = bounceProviders.find((name) => name === provider)
        return known && { provider: known, key }
      },
    ),
  },
  BOUNCE_MAILBOX: {
    schema: z.url({ protocol: /^imaps?$/, error: 'must be an imap:// or imaps:// address' }),
  },
  SITE_NAME: { schema: line },
  SITE_TAGLINE: { schema: line },
  OPERATOR_NAME: { schema: given },
  OPERATOR_ADDRESS: { schema: given },
  GOVERNING_LAW: {
    schema: given.refine(
      (value) => !/^the laws? of/i.test(value),
      "must be the place alone, such as 'the State of Ohio'",
    ),
  },
  COURTS: { schema: given },
  CONTACT_EMAIL: { schema: givenAddress },
  PRIVACY_EMAIL: { schema: givenAddress },
  ABUSE_EMAIL: { schema: givenAddress },
  POSTINGS_EMAIL: { schema: givenAddress },
  HERO_FIGURES: { schema: heroFigures },
  TESTIMONIAL: { schema: testimonial },
  BRAND_COLORS: { schema: brandColors },
  BRAND_DIR: {
    schema: text
      .refine(
        (value) => statSync(value, { throwIfNoEntry: false })?.isDirectory() === true,
        'must be a folder',
      )
      .transform((value) => resolve(value)),
  },
  WORKER: { default: 'on', schema: isOn },
  DRAIN_SECONDS: {
    default: '0',
    schema: number(
      'must be a number from 0 to 600',
      (value) => Number.isInteger(value) && value >= 0 && value <= 600,
    ),
  },
  LOG_LEVEL: {
    default: 'info',
    schema: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  ACCESS_LOG: { default: 'off', schema: isOn },
  SLOW_QUERY_MS: {
    default: '1000',
    schema: number('must be a whole number', (value) => Number.isInteger(value) && value >= 0),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: { schema: webAddress },
  OTEL_TRACES_SAMPLER_ARG: {
    default: '0.1',
    schema: number('must be a number from 0 to 1', (share) => share >= 0 && share <= 1),
  },
  METRICS_TOKEN: { schema: text.min(16, 'must have at least 16 characters') },
  CACHE: { default: 'on', schema: isOn },
  CACHE_MB: { default: '128', schema: wholeNumber },
  IMPORT_ALLOWED_HOSTS: { default: 'api.apify.com', schema: hostNames },
  EMPLOYER_PAGE_HOSTS: { schema: hostNames },
  IMPORT_MAX_MB: { default: '8000', schema: wholeNumber },
  APIFY_TOKEN: { schema: text },
  USAJOBS_API_KEY: { schema: text },
  USAJOBS_EMAIL: { schema: text },
  SECURITY_CONTACT: {
    schema: z.url({ protocol: /^(mailto|https)$/, error: 'must be a mailto: or https: address' }),
  },
  KEEP_INQUIRIES_DAYS: { default: '730', schema: wholeNumber },
  KEEP_IDLE_CVS_DAYS: { default: '730', schema: wholeNumber },
  KEEP_AUDIT_ADDRESSES_DAYS: {
    default: '365',
    schema: wholeNumber.refine((value) => value >= 7, 'must be at least 7'),
  },
  KEEP_MAILS_DAYS: { default: '30', schema: wholeNumber },
  KEEP_CLOSED_JOBS_DAYS: { default: '730', schema: wholeNumber },
  LANDING_MIN_JOBS: { default: '5', schema: wholeNumber },
  BACKUP_TO: {
    schema: text.refine(
      (value) => !value.includes('://') || /^s3:\/\/[a-z\d][a-z\d.-]+\/.+$/.test(value),
      'must be a folder or s3://bucket/folder',
    ),
  },
  BACKUP_SCHEDULE: {
    default: '15 2 * * *',
    schema: text.refine(
      isCron,
      'must be the five fields of cron: minute (0–59), hour (0–23), day, month, weekday',
    ),
  },
  BACKUP_KEEP: { default: '14', schema: wholeNumber },
  INDEXNOW_URL: {
    default: 'https://api.indexnow.org/indexnow',
    schema: z.union(
      [z.literal('off').transform(() => undefined), webAddress],
      'must be an http(s) address or off',
    ),
  },
  GOOGLE_INDEXING_KEY: { schema: serviceAccountKey },
  CONTACT_FORM_URL: { schema: webAddress },
  TRACKER_URL: { schema: webAddress },
} as const satisfies Record<string, Row>

type Table = typeof settingsTable
export type SettingName = keyof Table
export type SettingValue<K extends SettingName> =
  | z.output<Table[K]['schema']>
  | (Table[K] extends { default: string } ? never : undefined)
