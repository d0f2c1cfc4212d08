import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { oidcProvidersSchema } from './oidc-settings.ts'
import { parseAddress } from './mail/content.ts'
import type { Secrets } from './secret.ts'
import {
  hostNames,
  text,
  oneOf,
  portNumber,
  webAddress,
  parsed,
  isOn,
  number,
  wholeNumber,
  list,
  line,
  bounceProviders,
  given,
  givenAddress,
  heroFigures,
  testimonial,
  serviceAccountKey,
  brandColors,
  databaseAddress,
  databaseAddresses,
  isCron,
  isProxy,
} from './setting-values.ts'

/** A setting; docs/settings.md says what it does. */
export type Row = {
  /** The default text. */
  default?: string
  /** Parses the text; its error message continues the setting's name. */
  schema: z.ZodType
}

/** A local part has 64 characters, of which the tag takes 49. */
const maxBounceLocalPart = 15

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
  MEMORY_MB: { schema: wholeNumber },
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
