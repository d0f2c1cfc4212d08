import { isIP } from 'node:net'
import { z } from 'zod'
import { oidcProvidersSchema } from './oidc-settings.ts'
import { parseAddress } from './mail/address.ts'

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
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })

export const settingsTable = {
  PORT: {
    about: 'The TCP port to listen on; 0 takes a free one.',
    default: '3000',
    schema: portNumber,
  },
  HOST: {
    about: 'The address to listen on; `0.0.0.0` lets other machines in.',
    default: '127.0.0.1',
    schema: text.refine(
      (it) => isIP(it) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(it),
      'must be an IP address or a host name',
    ),
  },
  DATA_DIR: {
    about: 'The folder of the embedded database and of everything else that has to be kept. One server at a time.',
    default: '.data',
    schema: text,
  },
  DATABASE_URL: {
    about: 'A PostgreSQL (15 or newer) to use instead of the embedded one, as `postgres://user:password@host/database`.',
    otherwise: 'the embedded PostgreSQL',
    schema: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }),
  },
  PUBLIC_URL: {
    about: 'The address that visitors type, for links that leave the site. Required in production.',
    otherwise: '`http://HOST:PORT`',
    schema: webAddress
      .refine((it) => /^https?:\/\/[^/?#]+\/?$/i.test(it), 'must be an address without a path')
      .transform((it) => new URL(it).origin),
  },
  APP_MODE: {
    about:
      '`demo` brings sample data and a visible mark; `production` brings neither, and insists on the settings that it needs.',
    default: 'demo',
    schema: oneOf('demo', 'production'),
  },
  SECRET: {
    about: 'At least 32 characters that nobody can guess, the same on every node. Required in production.',
    otherwise: 'made once and kept in `DATA_DIR`',
    schema: text.min(32, 'must have at least 32 characters'),
  },
  OIDC_PROVIDERS: {
    about: 'The OpenID Connect providers that people may sign in with, as a JSON list: [operate.md](operate.md) shows one.',
    otherwise: 'none; a demo has its own',
    schema: oidcProvidersSchema,
  },
  DEMO_IDENTITY_PORT: {
    about: "The port, on 127.0.0.1, of the demo's own identity provider, which browsers visit; 0 takes a free one.",
    default: '0',
    schema: portNumber,
  },
  TRUSTED_PROXIES: {
    about:
      'The proxies in front, as addresses or networks parted by commas: who they say is asking is believed, for rate limits and logs.',
    otherwise: 'nobody is believed',
    schema: text
      .transform((it) => it.split(',').map((proxy) => proxy.trim()))
      .refine((proxies) => proxies.every((it) => isIP(it.split('/', 1)[0] ?? '') > 0), 'must be IP addresses or networks'),
  },
  RATE_LIMITS: {
    about: '`off` lets everybody call as often as they like; for load tests.',
    default: 'on',
    schema: oneOf('on', 'off').transform((it) => it === 'on'),
  },
  REDIS_URL: {
    about: 'Where several nodes count calls together for the rate limits.',
    otherwise: 'each node counts for itself',
    schema: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' }),
  },
  S3_BUCKET: {
    about: 'The bucket that uploaded files are kept in, at any store that speaks S3. Several nodes need one.',
    otherwise: 'files are kept in `DATA_DIR`',
    schema: text.refine((it) => /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(it), 'must be the name of a bucket'),
  },
  S3_ACCESS_KEY_ID: {
    about: 'The name of the key to that store. Required with `S3_BUCKET`.',
    otherwise: 'none',
    schema: text,
  },
  S3_SECRET_ACCESS_KEY: {
    about: 'The secret of that key. Required with `S3_BUCKET`.',
    otherwise: 'none',
    schema: text,
  },
  S3_ENDPOINT: {
    about: 'The address of that store.',
    otherwise: "Amazon's, in the region",
    schema: webAddress,
  },
  S3_REGION: {
    about: 'The region of the bucket, as its store calls it.',
    default: 'us-east-1',
    schema: text.refine((it) => /^[a-z\d-]+$/.test(it), 'must be the name of a region'),
  },
  S3_PATH_STYLE: {
    about: '`on` writes the bucket into the path instead of the host name, as most stores other than Amazon want it.',
    default: 'off',
    schema: oneOf('on', 'off').transform((it) => it === 'on'),
  },
  SMTP_URL: {
    about:
      'The mail server, as `smtp://user:password@host:587` (`smtps://` for TLS from the start). Required in production; a demo sends there as well as to its mailbox page.',
    otherwise: 'mail is only shown at `/dev/mail`',
    schema: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }),
  },
  MAIL_FROM: {
    about: 'Who mail is from, as `Name <name@host>`. Required in production.',
    default: 'Whitecoat <no-reply@whitecoat.example>',
    schema: text.transform((it, context) => {
      const address = parseAddress(it)
      if (!address) context.addIssue('must be an e-mail address, or a name and an address in angle brackets')
      return address ?? z.NEVER
    }),
  },
  WORKER: {
    about: '`off` leaves background tasks, mail among them, to other nodes.',
    default: 'on',
    schema: oneOf('on', 'off').transform((it) => it === 'on'),
  },
  LOG_LEVEL: {
    about: 'How much is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    default: 'info',
    schema: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  CACHE: {
    about: '`off` answers every request anew; for measuring.',
    default: 'on',
    schema: oneOf('on', 'off').transform((it) => it === 'on'),
  },
  CACHE_MB: {
    about: 'How many megabytes finished answers and pages may take in memory, compressed copies included.',
    default: '128',
    schema: text.transform(Number).refine((it) => Number.isInteger(it) && it > 0, 'must be a whole number above 0'),
  },
  IMPORT_ALLOWED_HOSTS: {
    about: 'The hosts that datasets may be imported from, parted by commas.',
    default: 'api.apify.com',
    schema: text
      .transform((it) => it.split(',').map((host) => host.trim().toLowerCase()))
      .refine((hosts) => hosts.every((it) => /^[a-z\d.-]+(:\d+)?$/.test(it)), 'must be host names parted by commas'),
  },
  APIFY_TOKEN: {
    about: 'The token for datasets on Apify that are not public.',
    otherwise: 'none',
    schema: text,
  },
  CONTACT_FORM_URL: {
    about: 'A form elsewhere that the contact page embeds.',
    otherwise: 'the address to write to',
    schema: webAddress,
  },
  TRACKER_URL: {
    about: 'The script of a service that measures visits, for the public pages. The privacy page then names its host.',
    otherwise: 'none: postings have insights without one',
    schema: webAddress,
  },
} as const satisfies Record<string, Row>

type Table = typeof settingsTable
export type SettingName = keyof Table
export type SettingValue<K extends SettingName> =
  | z.output<Table[K]['schema']>
  | (Table[K] extends { default: string } ? never : undefined)
