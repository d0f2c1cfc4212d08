import { LRUCache } from 'lru-cache'
import type { Configuration } from 'openid-client'
import type { SignInError } from '#features/accounts/model.ts'
import { isLoopback, type OidcProvider } from '#platform/server/oidc-settings.ts'
import { z } from 'zod'
import { emailSchema } from '#features/accounts/schemas.ts'
import { newSecret } from '../secrets.ts'

/**
 * A sign-in with a provider that came to nothing: its reason is for the visitor, its cause for the
 * log.
 */
export class SignInFault extends Error {
  readonly reason: SignInError

  constructor(reason: SignInError, options?: ErrorOptions) {
    super(`sign-in with a provider: ${reason}`, options)
    this.name = 'SignInFault'
    this.reason = reason
  }
}

const timeoutSeconds = 10
/** For everything but keys: the library loads those again when an unknown one turns up. */
const keepMs = 60 * 60 * 1000

/**
 * The providers of the settings. Nobody is asked for anything, and no library loaded, before
 * somebody wants to sign in there.
 */
export function identityProviders(list: readonly OidcProvider[]) {
  // A provider that was down is asked again at the next sign-in; one that goes down later is talked
  // to as before.
  const configurations = new LRUCache<string, Configuration, OidcProvider>({
    max: 100,
    ttl: keepMs,
    allowStaleOnFetchRejection: true,
    fetchMethod: (_id, _stale, { context }) => discover(context),
  })
  return {
    list,

    /** @throws {SignInFault} for an id that no provider has. Without an id it is the first one. */
    find(id: string | undefined) {
      const provider = id === undefined ? list[0] : list.find((provider) => provider.id === id)
      if (!provider) throw new SignInFault('unknown-provider')
      return provider
    },

    /** How to talk to a provider. @throws {SignInFault} */
    configurationOf: (provider: OidcProvider) =>
      configurations.forceFetch(provider.id, { context: provider }).catch((error: unknown) => {
        throw new SignInFault('unavailable', { cause: error })
      }),
  }
}

export type IdentityProviders = ReturnType<typeof identityProviders>

async function discover({ issuer, clientId, clientSecret }: OidcProvider) {
  const client = await import('openid-client')
  const authentication =
    clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret)
  return client.discovery(new URL(issuer), clientId, undefined, authentication, {
    timeout: timeoutSeconds,
    // The signature of ID tokens is checked, although they come from the provider directly.
    execute: [
      client.enableNonRepudiationChecks,
      ...(isLoopback(issuer) ? [client.allowInsecureRequests] : []),
    ],
  })
}

/**
 * What proves, when the visitor comes back, that it is this browser's own sign-in that comes back.
 */
export type Proofs = { state: string; nonce: string; codeVerifier: string }

/** What a provider says about somebody. */
export type ProviderProfile = {
  subject: string
  /** Lower case; only if the provider has verified it. */
  email: string | null
  firstName: string | null
  lastName: string | null
  pictureUrl: string | null
}

const maxName = 50

export const newProofs = (): Proofs => ({
  state: newSecret(),
  nonce: newSecret(),
  codeVerifier: newSecret(),
})

/** Where the visitor's browser goes to sign in. */
export async function authorizationUrl(
  configuration: Configuration,
  redirectUri: string,
  { state, nonce, codeVerifier }: Proofs,
): Promise<string> {
  const client = await import('openid-client')
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })
  return url.href
}

/**
 * Who came back. Issuer, state, nonce, signature, audience and age are checked by the library.
 * @throws {SignInFault}
 */
export async function readAnswer(
  configuration: Configuration,
  answerUrl: URL,
  { state, nonce, codeVerifier }: Proofs,
): Promise<ProviderProfile> {
  const client = await import('openid-client')
  try {
    const tokens = await client.authorizationCodeGrant(configuration, answerUrl, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('There is no ID token')
    if (configuration.serverMetadata().userinfo_endpoint === undefined)
      return profileOf(claims.sub, claims)
    // Many providers keep the address out of the ID token.
    const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return profileOf(claims.sub, { ...claims, ...more })
  } catch (error) {
    if (error instanceof client.AuthorizationResponseError && error.error === 'access_denied')
      throw new SignInFault('canceled')
    // Node's fetch says so when there is no connection.
    const isAway =
      error instanceof TypeError ||
      (error instanceof client.ClientError && error.code === 'OAUTH_TIMEOUT')
    throw new SignInFault(isAway ? 'unavailable' : 'refused', { cause: error })
  }
}

function profileOf(subject: string, claims: Record<string, unknown>): ProviderProfile {
  const given = textOf(claims['given_name'])
  const family = textOf(claims['family_name'])
  return {
    subject,
    // Some providers spell the boolean as a text.
    email:
      claims['email_verified'] === true || claims['email_verified'] === 'true'
        ? readOr(emailSchema, claims['email'])
        : null,
    ...(given === null && family === null
      ? splitName(textOf(claims['name']))
      : { firstName: given, lastName: family }),
    pictureUrl: readOr(z.url({ protocol: /^https$/ }).max(2000), claims['picture']),
  }
}

/** Short enough for our columns; null for what is no text, or an empty one. */
const textOf = (value: unknown) =>
  (typeof value === 'string' && value.trim().slice(0, maxName)) || null

const readOr = (schema: z.ZodType<string>, value: unknown) => schema.safeParse(value).data ?? null

/** The last word is the family name: wrong for some, who can mend it on their account page. */
function splitName(name: string | null) {
  const [, first = null, last = null] = /^(.*)\s(\S+)$/.exec(name ?? '') ?? [undefined, name]
  return { firstName: first, lastName: last }
}
