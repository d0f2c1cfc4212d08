import { z } from 'zod'

export type OidcProvider = z.infer<typeof providerSchema>

/** The demo's own provider. */
export const demoProviderId = 'demo'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Needs no TLS, because nothing leaves the machine. */
export const isLoopback = (url: string): boolean => loopback.has(new URL(url).hostname)

const issuerSchema = z
  .url('must be an address')
  .refine((value) => value.startsWith('https://') || isLoopback(value), 'must be an https address')
  .refine((value) => !/[?#]/.test(value), 'must be an address without a query')

const requiredText = z.string('is required').trim().min(1, 'is required')

const providerSchema = z.strictObject(
  {
    /** Part of URLs and stored with identities: never change it or reuse it for another issuer. */
    id: z
      .string('is required')
      .regex(
        /^[a-z][a-z\d-]{0,30}$/,
        'must be a short name of lower-case letters, digits and hyphens',
      )
      .refine((value) => value !== demoProviderId, 'is taken by the demo'),
    label: requiredText.max(40, 'must have at most 40 characters'),
    issuer: issuerSchema,
    clientId: requiredText,
    /** Omitted for public clients, which use PKCE alone. */
    clientSecret: requiredText.optional(),
  },
  'must be an object',
)

const providersSchema = z
  .array(providerSchema, 'must be a JSON list of providers')
  .refine(
    (providers) => new Set(providers.map((provider) => provider.id)).size === providers.length,
    'must give every provider an id of its own',
  )

/**
 * Parses the setting's JSON. Error messages name the place but never the value, which may be
 * secret.
 */
export const oidcProvidersSchema = z.string().transform((text, context) => {
  const result = providersSchema.safeParse(parseJson(text))
  if (result.success) return result.data
  const issue = result.error.issues[0]
  context.addIssue({ code: 'custom', message: issue ? problemOf(issue) : 'is wrong' })
  return z.NEVER
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * 'must be right: 1.issuer must be an https address'; zod would quote the name of an unknown field,
 * which may be a secret, too.
 */
const problemOf = ({ code, message, path: [index, ...field] }: z.core.$ZodIssue) => {
  const problem = code === 'unrecognized_keys' ? 'has an unknown field' : message
  return index === undefined
    ? problem
    : `must be right: ${[Number(index) + 1, ...field].join('.')} ${problem}`
}
