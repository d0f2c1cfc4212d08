import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import { site } from '#features/site/config.ts'
import { isLoopback } from '#platform/server/oidc-settings.ts'
import { AppError } from '#shared/errors.ts'
import type { Passkey } from './queries-two-factor.ts'
import type { User } from './queries.ts'

/** A passkey belongs to a domain; `id` is its name. */
export type RelyingParty = { id: string; origin: string }

/**
 * The public address. Passkeys need a host name, so on the server's own machine 'localhost' will do
 * for '127.0.0.1'.
 */
export function relyingPartyOf(request: FastifyRequest, publicUrl: string): RelyingParty {
  const { hostname, port, protocol } = new URL(publicUrl)
  const asked = `${protocol}//${request.headers.host ?? ''}`
  if (isLoopback(publicUrl) && URL.canParse(asked)) {
    const called = new URL(asked)
    if (called.hostname === 'localhost' && called.port === port)
      return { id: 'localhost', origin: called.origin }
  }
  return { id: hostname, origin: publicUrl }
}

/** EdDSA, ES256 and RS256, by their COSE numbers: what authenticators have. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** For `navigator.credentials.create`. */
export async function registrationOptions(
  party: RelyingParty,
  user: User,
  known: readonly Passkey[],
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: party.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email ?? user.id,
    userDisplayName: [user.first_name, user.last_name].filter(Boolean).join(' '),
    excludeCredentials: known.map(descriptorOf),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** @throws {AppError} */
export async function readRegistration(party: RelyingParty, challenge: string, response: unknown) {
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await checked(() =>
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      supportedAlgorithmIDs,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
    }),
  )
  if (!registrationInfo) throw unreadable()
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { id, public_key: Buffer.from(publicKey), counter, transports: [...transports] }
}

/**
 * For `navigator.credentials.get`; without passkeys the browser offers those that it has for this
 * site.
 */
export async function authenticationOptions(party: RelyingParty, passkeys: readonly Passkey[]) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    allowCredentials: passkeys.map(descriptorOf),
  })
}

/** @returns the passkey's new count of signatures. @throws {AppError} */
export async function readAuthentication(
  party: RelyingParty,
  challenge: string,
  { id, public_key, counter }: Passkey,
  response: unknown,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await checked(() =>
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id, publicKey: new Uint8Array(public_key), counter: Number(counter) },
    }),
  )
  if (!verified) throw unreadable()
  return authenticationInfo.newCounter
}

/** Loaded on demand: few requests need it. */
const library = () => import('@simplewebauthn/server')

const descriptorOf = ({ id, transports }: Passkey) => ({
  id,
  transports: transports as AuthenticatorTransport[],
})

/** The library throws on whatever is not as it should be. */
async function checked<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch {
    throw unreadable()
  }
}

export const unreadable = () =>
  new AppError('BAD_REQUEST', 'We could not verify this passkey. Please try again.')
