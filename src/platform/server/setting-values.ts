import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'

export const text = z.string()

export const oneOf = <const T extends string>(...values: T[]) =>
  z.enum(values, `must be one of ${values.join(', ')}`)

export const portNumber = text
  .refine(
    (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
    'must be a port number (0 to 65535)',
  )
  .transform(Number)

export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })

/** The result of `parse`; the message if that is undefined. */
export const parsed = <T>(message: string, parse: (value: string) => T | undefined) =>
  text.transform((candidate, context): T => {
    const value = parse(candidate)
    if (value !== undefined) return value
    context.addIssue(message)
    return z.NEVER
  })

export const isOn = oneOf('on', 'off').transform((value) => value === 'on')

export const number = (message: string, isRight: (value: number) => boolean) =>
  text.transform(Number).refine(isRight, message)

export const wholeNumber = number(
  'must be a whole number above 0',
  (value) => Number.isInteger(value) && value > 0,
)

export const list = (message: string, isRight: (value: string) => boolean) =>
  text
    .transform((value) => value.split(',').map((item) => item.trim()))
    .refine((items) => items.every(isRight), message)

export const hostNames = list('must be host names separated by commas', (value) =>
  /^[a-z\d.-]+(:\d+)?$/i.test(value),
).transform((hosts) => hosts.map((host) => host.toLowerCase()))

export const line = text
  .max(200, 'must have at most 200 characters')
  .refine((value) => !/[\r\n]/.test(value), 'must be one line')

export const bounceProviders = ['ses', 'postmark', 'mailgun', 'hmac'] as const

export type BounceWebhook = { provider: (typeof bounceProviders)[number]; key: string }

/** Values of samples, which must not reach visitors. */
const sample =
  /…|^(?:\.\.\.|<.*>|\[.*\]|(?:change|replace)[ -_]?me|todo|tbd|xxx|your\b.*|example\b.*)/i

const sampleHost = /\.example$|(?:^|[@.])example\.(?:com|net|org)$/i

export const isPlaceholder = (candidate: string): boolean =>
  sample.test(candidate.trim()) || sampleHost.test(candidate.trim())

export const given = line.refine((value) => !isPlaceholder(value), 'is still a placeholder')

export const givenAddress = z
  .email('must be an email address')
  .refine((value) => !isPlaceholder(value), 'is still a placeholder')

/** '310 Active Jobs; …': a value and its label each. */
export const heroFigures = parsed(
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
export const testimonial = parsed(
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

export const serviceAccountKey = parsed('must be the JSON key of a service account', (value) => {
  try {
    return serviceAccount.parse(JSON.parse(value))
  } catch {
    return undefined
  }
})

/** The backgrounds on which text in a color is hardest to read, in each theme. */
const hardestBackgrounds = ['#f3efe7', '#172023']

const readableContrast = 5

export const brandColors = parsed('must be two colors, as #0b585c, #72c7c1', (value) => {
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
export function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * An address for each host: `postgres://a,b/db` is `postgres://a/db` and `postgres://b/db`. Empty
 * if one of them is wrong.
 */
function databaseHosts(address: string) {
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
export const databaseAddress = parsed('must be a postgres:// address', (value) => {
  const [first, ...others] = databaseHosts(value)
  return first === undefined ? undefined : ([first, ...others] as const)
})

/** Addresses separated by commas, each with one host or several. */
export const databaseAddresses = parsed('must be postgres:// addresses', (value) => {
  const hosts = value.split(/\s*,\s*(?=postgres(?:ql)?:)/).map(databaseHosts)
  return hosts.every((found) => found.length > 0) ? hosts.flat() : undefined
})

const cronRanges = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const

export function isCron(value: string): boolean {
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
export function isProxy(value: string): boolean {
  const [address = '', bits] = value.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return (
    most > 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most))
  )
}
