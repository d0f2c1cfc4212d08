import { createPrivateKey } from 'node:crypto'
import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { oidcProvidersSchema } from './oidc-settings.ts'
import { parseAddress } from './mail/content.ts'
import type { Secrets } from './secret.ts'

/** A setting: what the server reads and docs/settings.md shows. */
export type Row = {
  about: string
  /** The default text. */
  default?: string
  /** What happens without a value or default. */
  otherwise?: string
  /** Parses the text; its error message continues the setting's name. */
  schema: z.ZodType
}

const text = z.string()
const oneOf = <const T extends string>(...values: T[]) => z.enum(values, `must be one of ${values.join(', ')}`)
const portNumber = text
  .refine((it) => /^\d{1,5}$/.test(it) && Number(it) <= 65_535, 'must be a port number (0 to 65535)')
  .transform(Number)
const days = text.transform(Number).refine((it) => Number.isInteger(it) && it > 0, 'must be a whole number above 0')
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })

const wholeNumber = text.transform(Number).refine((it) => Number.isInteger(it) && it > 0, 'must be a whole number above 0')

const line = text.max(200, 'must have at most 200 characters').refine((it) => !/[\r\n]/.test(it), 'must be one line')

/** A local part has 64 characters, of which the tag takes 49. */
const maxBounceLocalPart = 15

const bounceProviders = ['ses', 'postmark', 'mailgun', 'hmac'] as const
export type BounceWebhook = { provider: (typeof bounceProviders)[number]; key: string }

/** What stands in samples, and must not reach visitors. */
const placeholder =
  /^(?:…|\.\.\.|<.*>|\[.*\]|(?:change|replace)[ -_]?me|todo|tbd|xxx|your\b.*|example\b.*)|\.example$|(?:^|[@.])example\.(?:com|net|org)$/i
export const isPlaceholder = (it: string): boolean => placeholder.test(it.trim())
const given = line.refine((it) => !isPlaceholder(it), 'is still a placeholder')
const givenAddress = z.email('must be an email address').refine((it) => !isPlaceholder(it), 'is still a placeholder')

/** '310 Active Jobs; …': a value and its label each. */
const heroFigures = text.transform((it, context) => {
  const figures = it.split(';').map((figure) => /^\s*(\S*\d\S*)\s+(\S.*?)\s*$/.exec(figure))
  if (figures.length === 3 && figures.every((figure) => figure !== null))
    return figures.map(([, value = '', label = '']) => ({ value, label, isPay: value.startsWith('$') }))
  context.addIssue('must be three figures with their labels, separated by semicolons')
  return z.NEVER
})

/** 'What they said; Name; Role': the words may hold semicolons, too. */
const testimonial = text.transform((it, context) => {
  const [role = '', name = '', ...words] = it.split(/\s*;\s*/).toReversed()
  const quote = words.toReversed().join('; ')
  if (quote && name && role) return { quote, name, role }
  context.addIssue('must be what somebody said, their name and their role, separated by semicolons')
  return z.NEVER
})

/** Read at once, so that nothing that prints a setting prints the key. */
const serviceAccount = z.object({
  client_email: z.email(),
  private_key: text.transform((pem) => createPrivateKey(pem)),
  token_uri: webAddress,
})
export type ServiceAccount = z.output<typeof serviceAccount>

const serviceAccountKey = text.transform((it, context) => {
  try {
    return serviceAccount.parse(JSON.parse(it))
  } catch {
    context.addIssue('must be the JSON key of a service account')
    return z.NEVER
  }
})

/** The backgrounds on which text in a color is hardest to read, in each theme. */
const hardestBackgrounds = ['#f3efe7', '#172023']
const readableContrast = 5

const brandColors = text.transform((it, context) => {
  const [light = '', dark = '', ...more] = it.toLowerCase().split(/\s*,\s*/)
  const colors = [light, dark]
  if (more.length > 0 || !colors.every((color) => /^#[\da-f]{6}$/.test(color))) {
    context.addIssue('must be two colors, as #0b585c, #72c7c1')
    return z.NEVER
  }
  if (!colors.every((color, theme) => contrast(color, hardestBackgrounds[theme] ?? '') >= readableContrast)) {
    context.addIssue('must be a color that can be read on white, and one that can be read on black')
    return z.NEVER
  }
  return { light, dark }
})

/** As WCAG 2 defines it. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((it) => (it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** An address for each host: `postgres://a,b/db` is `postgres://a/db` and `postgres://b/db`. Empty if one of them is wrong. */
function databaseHosts(address: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)(.*)$/.exec(address) ?? []
  // The server always looks for the one that accepts writes.
  const path = rest.replace(/([?&])target_session_attrs=(?:read-write|primary)(?:&|$)/, '$1').replace(/[?&]$/, '')
  const addresses = hosts.split(',').map((host) => `${start}${host}${path}`)
  return addresses.every((it) => z.url({ protocol: /^postgres(ql)?$/ }).safeParse(it).success) ? addresses : []
}

/** One address for each host. */
const databaseAddress = text.transform((it, context) => {
  const [first, ...others] = databaseHosts(it)
  if (first !== undefined) return [first, ...others] as const
  context.addIssue('must be a postgres:// address')
  return z.NEVER
})

/** Addresses separated by commas, each with one host or several. */
const databaseAddresses = text.transform((it, context) => {
  const hosts = it.split(/\s*,\s*(?=postgres(?:ql)?:)/).map(databaseHosts)
  if (hosts.every((of) => of.length > 0)) return hosts.flat()
  context.addIssue('must be postgres:// addresses')
  return z.NEVER
})

export const settingsTable = {
  PORT: { about: 'The TCP port; 0 takes a free one.', default: '3000', schema: portNumber },
  HOST: {
    about: 'The address to listen on; `0.0.0.0` accepts other machines.',
    default: '127.0.0.1',
    schema: text.refine(
      (it) => isIP(it) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(it),
      'must be an IP address or a host name',
    ),
  },
  DATA_DIR: {
    about: 'The folder of the embedded database and all other stored data. One server at a time.',
    default: '.data',
    schema: text,
  },
  DATABASE_URL: {
    about:
      'A PostgreSQL (15 or newer) to use instead of the embedded one, as `postgres://user:password@host/database`. Several hosts, separated by commas, are a primary and its standbys; fence a primary before you promote another ([operate.md](operate.md)).',
    otherwise: 'the embedded PostgreSQL',
    schema: databaseAddress,
  },
  DATABASE_OWNER_URL: {
    about:
      'The same database as its owner, for migrations: then the server, with `DATABASE_URL`, owns no table and cannot change the audit log. See [install.md](install.md#database-roles).',
    otherwise: '`DATABASE_URL` migrates, too',
    schema: databaseAddress,
  },
  DATABASE_REPLICA_URLS: {
    about:
      'Standbys of `DATABASE_URL` that public pages and lists are read from, as addresses separated by commas, or one with several hosts. See [operate.md](operate.md).',
    otherwise: 'everything is read from the primary',
    schema: databaseAddresses,
  },
  PUBLIC_URL: {
    about: 'The public address, for absolute links. Required in production.',
    otherwise: '`http://HOST:PORT`, with `localhost` for the own machine',
    schema: webAddress
      .refine((it) => /^https?:\/\/[^/?#]+\/?$/i.test(it), 'must be an address without a path')
      .transform((it) => new URL(it).origin),
  },
  APP_MODE: {
    about: '`demo` adds sample data and a visible mark; `production` adds neither, and requires more settings.',
    default: 'demo',
    schema: oneOf('demo', 'production'),
  },
  SECRET: {
    about:
      'At least 32 random characters, the same on every node. Required in production. Several, separated by commas, rotate keys: the first signs and encrypts, all verify and decrypt. See [operate.md](operate.md).',
    otherwise: 'created once in `DATA_DIR`',
    schema: text
      .transform((it) => it.split(',').map((secret) => secret.trim()))
      .refine((all) => all.every((it) => it.length >= 32), 'must have at least 32 characters, and so must each of several')
      .transform(([current = '', ...previous]): Secrets => [current, ...previous]),
  },
  OIDC_PROVIDERS: {
    about: 'OpenID Connect providers for signing in, as a JSON list: [operate.md](operate.md) shows one.',
    otherwise: 'none; a demo has its own',
    schema: oidcProvidersSchema,
  },
  DEMO_IDENTITY_PORT: {
    about: "The port, on 127.0.0.1, of the demo's own identity provider, which browsers visit; 0 takes a free one.",
    default: '0',
    schema: portNumber,
  },
  ADMIN_SECOND_STEP: {
    about:
      '`on` gives administrators and moderators their rights only with a second step (a passkey or an authenticator app), `off` leaves it to them.',
    otherwise: '`on` in production, `off` in a demo',
    schema: oneOf('on', 'off').transform((it) => it === 'on'),
  },
  TRUSTED_PROXIES: {
    about:
      "Trusted proxies, as addresses or networks separated by commas: their `X-Forwarded-For` counts for rate limits and logs. A value there that is no address ends what is read of it: the proxy's own address counts then.",
    otherwise: 'none',
    schema: text
      .transform((it) => it.split(',').map((proxy) => proxy.trim()))
      .refine((proxies) => proxies.every((proxy) => isIP(proxy.split('/', 1)[0] ?? '') > 0), 'must be IP addresses or networks'),
  },
  RATE_LIMITS: {
    about: '`off` disables rate limits; for load tests.',
    default: 'on',
    schema: oneOf('on', 'off').transform((it) => it === 'on'),
  },
  REDIS_URL: {
    about: 'A Redis server that shares rate limits between nodes.',
    otherwise: 'each node counts for itself',
    schema: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' }),
  },
  S3_BUCKET: {
    about: 'The bucket for uploaded files, in any S3-compatible store. Several nodes need one.',
    otherwise: 'files are stored in `DATA_DIR`',
    schema: text.refine((it) => /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(it), 'must be the name of a bucket'),
  },
  S3_ACCESS_KEY_ID: {
    about: 'The id of the store’s access key.',
    otherwise: 'the role of the machine, container or pod, as the AWS SDK finds it',
    schema: text,
  },
  S3_SECRET_ACCESS_KEY: { about: 'The secret of the access key.', otherwise: 'as above', schema: text },
  S3_ENDPOINT: { about: 'The address of the store.', otherwise: "Amazon's, in the region", schema: webAddress },
  S3_REGION: {
    about: 'The region of the bucket.',
    default: 'us-east-1',
    schema: text.refine((it) => /^[a-z\d-]+$/.test(it), 'must be the name of a region'),
  },
  S3_PATH_STYLE: {
    about: '`on` puts the bucket into the path instead of the host name, as most other stores than Amazon require.',
    default: 'off',
    schema: oneOf('on', 'off').transform((it) => it === 'on'),
  },
  CLAMD_URL: {
    about:
      'A ClamAV daemon that scans uploaded CVs, as `tcp://host:3310` or `unix:///run/clamav/clamd.ctl`. While it does not answer, uploads are refused.',
    otherwise: 'CVs are not scanned',
    schema: z.url({ protocol: /^(tcp|unix)$/, error: 'must be a tcp:// or unix:// address' }),
  },
  SMTP_URL: {
    about:
      'The mail server, as `smtp://user:password@host:587` (`smtps://` for TLS from the start). Required in production; a demo sends there as well as to its mailbox page.',
    otherwise: 'mail is only shown at `/dev/mail`',
    schema: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }),
  },
  MAIL_FROM: {
    about: 'The sender of mail, as `Name <name@host>`. Required in production.',
    default: 'Whitecoat <no-reply@whitecoat.example>',
    schema: text.transform((it, context) => {
      const address = parseAddress(it)
      if (!address) context.addIssue('must be an email address, or a name and an address in angle brackets')
      return address ?? z.NEVER
    }),
  },
  BOUNCE_ADDRESS: {
    about:
      'The envelope sender of mail, as `bounces@mail.host`: each mail adds a signed tag (`bounces+…@mail.host`), by which a bounce names it. See [operate.md](operate.md#bounces-and-complaints).',
    otherwise: 'the address of `MAIL_FROM`, and bounces are not read',
    schema: z
      .email('must be an email address')
      .refine(
        (it) => it.indexOf('@') <= maxBounceLocalPart && !it.includes('+'),
        `must have at most ${maxBounceLocalPart} characters before the @, and no +`,
      ),
  },
  BOUNCE_WEBHOOK_KEY: {
    about:
      'Who may report bounces to `/api/bounces`, and its key: `ses:` with the ARN of the SNS topic, `postmark:` with a password, `mailgun:` with the signing key, or `hmac:` with a secret.',
    otherwise: 'the webhook is closed',
    schema: text.transform((it, context) => {
      const [, provider = '', key = ''] = /^(\w+):(\S{8,})$/.exec(it) ?? []
      const known = bounceProviders.find((name) => name === provider)
      if (known) return { provider: known, key }
      context.addIssue(`must be ${bounceProviders.join(', ')}, a colon, and a key of at least 8 characters`)
      return z.NEVER
    }),
  },
  BOUNCE_MAILBOX: {
    about:
      'The mailbox of `BOUNCE_ADDRESS`, as `imaps://user:password@host/INBOX`. It is read every five minutes, and everything in it is deleted.',
    otherwise: 'no mailbox is read',
    schema: z.url({ protocol: /^imaps?$/, error: 'must be an imap:// or imaps:// address' }),
  },
  SITE_NAME: { about: 'What the site is called.', otherwise: 'Whitecoat', schema: line },
  SITE_TAGLINE: {
    about: 'What stands below the name; it must be true of you.',
    otherwise: 'that of the demo',
    schema: line,
  },
  OPERATOR_NAME: {
    about:
      'The registered name of who runs the site, for the terms, the privacy policy, the foot of pages and mails. Required in production, with the next six.',
    otherwise: 'the demo’s company',
    schema: given,
  },
  OPERATOR_ADDRESS: {
    about: 'Its postal address on one line, which mails to subscribers must carry.',
    otherwise: 'none',
    schema: given,
  },
  GOVERNING_LAW: {
    about: 'Whose law governs the terms, as in ‘the law of the State of Ohio’ without ‘the law of’.',
    otherwise: 'the Republic of Korea',
    schema: given,
  },
  COURTS: {
    about: 'Where disputes are heard, such as `Columbus, Ohio`.',
    otherwise: 'Seoul, Republic of Korea',
    schema: given,
  },
  CONTACT_EMAIL: {
    about: 'Where people write about the site; messages of the contact form go there.',
    otherwise: '`support@whitecoat.example`',
    schema: givenAddress,
  },
  PRIVACY_EMAIL: {
    about: 'Where people write about their data.',
    otherwise: '`privacy@whitecoat.example`',
    schema: givenAddress,
  },
  ABUSE_EMAIL: {
    about: 'Where people report spam, fraud and what is illegal.',
    otherwise: '`abuse@whitecoat.example`',
    schema: givenAddress,
  },
  POSTINGS_EMAIL: {
    about: 'Where employers write about their postings.',
    otherwise: 'the address of `CONTACT_EMAIL`',
    schema: givenAddress,
  },
  HERO_FIGURES: {
    about:
      'Three figures for Home, as `310 Active Jobs; 45 Hospitals; $285K Avg. Salary`, for the choice ‘Fixed figures’ at `/admin/settings`. They must be true.',
    otherwise: 'the board’s own; in a demo the specification’s',
    schema: heroFigures,
  },
  TESTIMONIAL: {
    about: 'What an employer said of the site, with their leave, for `/employers`, as `What they said; Name; Role`.',
    otherwise: 'none',
    schema: testimonial,
  },
  BRAND_COLORS: {
    about: 'The color of links and buttons in the light and the dark theme, as `#0b585c, #72c7c1`. Text in it must be readable.',
    otherwise: 'petrol',
    schema: brandColors,
  },
  BRAND_DIR: {
    about:
      'A folder with a logo (logo.svg), and with `favicon.svg`, `favicon.ico`, `apple-touch-icon.png` and `og.png` (the picture of shared links), which replace ours.',
    otherwise: 'ours',
    schema: text
      .refine((it) => statSync(it, { throwIfNoEntry: false })?.isDirectory() === true, 'must be a folder')
      .transform((it) => resolve(it)),
  },
  WORKER: {
    about: '`off` leaves background tasks, including mail, to other nodes.',
    default: 'on',
    schema: oneOf('on', 'off').transform((it) => it === 'on'),
  },
  DRAIN_SECONDS: {
    about:
      'How long a node that gets SIGTERM goes on answering while `/readyz` says 503, so that a balancer takes it out first. Longer than the interval of its probes.',
    default: '0',
    schema: text.transform(Number).refine((it) => Number.isInteger(it) && it >= 0 && it <= 600, 'must be a number from 0 to 600'),
  },
  LOG_LEVEL: {
    about: 'The log level: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    default: 'info',
    schema: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  ACCESS_LOG: {
    about:
      '`on` logs each request as a line with its id, route, status and time; never its address, which may hold personal words.',
    default: 'off',
    schema: oneOf('on', 'off').transform((it) => it === 'on'),
  },
  SLOW_QUERY_MS: {
    about:
      'A query of the database that takes longer than this many milliseconds is logged with the route or task that asked; 0 logs none.',
    default: '1000',
    schema: text.transform(Number).refine((it) => Number.isInteger(it) && it >= 0, 'must be a whole number'),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about:
      'An OpenTelemetry collector, as `http://host:4318`, that gets a trace of requests and their queries, without addresses and values.',
    otherwise: 'nothing is traced',
    schema: webAddress,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    about: 'The share of requests that are traced, from 0 to 1.',
    default: '0.1',
    schema: text.transform(Number).refine((it) => it >= 0 && it <= 1, 'must be a number from 0 to 1'),
  },
  METRICS_TOKEN: {
    about: 'Opens `/metrics`, in the format of Prometheus, to requests with this bearer token.',
    otherwise: 'there is no `/metrics`',
    schema: text.min(16, 'must have at least 16 characters'),
  },
  CACHE: {
    about: '`off` disables the answer cache; for measurements.',
    default: 'on',
    schema: oneOf('on', 'off').transform((it) => it === 'on'),
  },
  CACHE_MB: { about: 'The size of the answer cache in megabytes.', default: '128', schema: wholeNumber },
  IMPORT_ALLOWED_HOSTS: {
    about: 'The hosts of datasets, separated by commas.',
    default: 'api.apify.com',
    schema: text
      .transform((it) => it.split(',').map((host) => host.trim().toLowerCase()))
      .refine((hosts) => hosts.every((host) => /^[a-z\d.-]+(:\d+)?$/.test(host)), 'must be host names separated by commas'),
  },
  IMPORT_MAX_MB: {
    about:
      'The most megabytes that a dataset may have, unpacked: it ends a feed that never does. Reading needs the memory of a few rows.',
    default: '8000',
    schema: wholeNumber,
  },
  APIFY_TOKEN: { about: 'The token for private datasets on Apify.', otherwise: 'none', schema: text },
  USAJOBS_API_KEY: {
    about: 'The key for the API of USAJOBS, which lists the jobs of the VA.',
    otherwise: 'none',
    schema: text,
  },
  USAJOBS_EMAIL: { about: 'The address that the key for USAJOBS was given to.', otherwise: 'none', schema: text },
  SECURITY_CONTACT: {
    about: 'Whom to tell about a weakness, as `mailto:security@host` or `https://…`, for `/.well-known/security.txt`.',
    otherwise: 'the address for support',
    schema: z.url({ protocol: /^(mailto|https)$/, error: 'must be a mailto: or https: address' }),
  },
  KEEP_INQUIRIES_DAYS: {
    about:
      'After how many days inquiries, their answers and CVs, reports, and messages of the contact form are deleted. The privacy page states it, and the next four.',
    default: '730',
    schema: days,
  },
  KEEP_IDLE_CVS_DAYS: {
    about:
      'After how many days without a sign-in a physician is warned by mail, and the CV is deleted 30 days later unless they sign in.',
    default: '730',
    schema: days,
  },
  KEEP_AUDIT_ADDRESSES_DAYS: {
    about: 'After how many days the network addresses of the audit log are deleted; its entries stay.',
    default: '365',
    schema: days.refine((it) => it >= 7, 'must be at least 7'),
  },
  KEEP_MAILS_DAYS: { about: 'After how many days sent and dead mails are deleted.', default: '30', schema: days },
  KEEP_CLOSED_JOBS_DAYS: {
    about:
      'After how many days a closed job that no account owns is deleted, with its history, figures and facts. One that still has inquiries stays until these go.',
    default: '730',
    schema: days,
  },
  LANDING_MIN_JOBS: {
    about:
      'How many jobs a specialty needs in a city, in a metropolitan area, by telehealth and the like for search engines to be led to a page of them.',
    default: '5',
    schema: days,
  },
  BACKUP_TO: {
    about: 'Where a task puts backups: a folder, or `s3://bucket/folder` with the S3 keys above. See [operate.md](operate.md).',
    otherwise: 'there are no scheduled backups',
    schema: text.refine(
      (it) => !it.includes('://') || /^s3:\/\/[a-z\d][a-z\d.-]+\/.+$/.test(it),
      'must be a folder or s3://bucket/folder',
    ),
  },
  BACKUP_SCHEDULE: {
    about: 'When, as the five fields of cron, in UTC.',
    default: '15 2 * * *',
    schema: text.refine((it) => /^([\d*,/-]+ ){4}[\d*,/-]+$/.test(it), 'must be the five fields of cron'),
  },
  BACKUP_KEEP: {
    about: 'How many scheduled backups stay; older ones are removed.',
    default: '14',
    schema: wholeNumber,
  },
  INDEXNOW_URL: {
    about: 'The search engine that is told, in production, which jobs were published and closed (IndexNow); `off` tells none.',
    default: 'https://api.indexnow.org/indexnow',
    schema: z.union([z.literal('off').transform(() => undefined), webAddress], 'must be an http(s) address or off'),
  },
  GOOGLE_INDEXING_KEY: {
    about:
      'The JSON key of a service account that owns the site in Search Console, in one line: in production, Google’s Indexing API is told which jobs were published and closed. See [operate.md](operate.md).',
    otherwise: 'Google finds them by the sitemap',
    schema: serviceAccountKey,
  },
  CONTACT_FORM_URL: {
    about: 'An external form that the contact page embeds.',
    otherwise: 'its own form, which mails to the support address',
    schema: webAddress,
  },
  TRACKER_URL: {
    about: 'The script of an analytics service for public pages. The privacy page then names its host.',
    otherwise: 'none; insights work without it',
    schema: webAddress,
  },
} as const satisfies Record<string, Row>

type Table = typeof settingsTable
export type SettingName = keyof Table
export type SettingValue<K extends SettingName> =
  | z.output<Table[K]['schema']>
  | (Table[K] extends { default: string } ? never : undefined)
