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
import { recordAnonymousAudit } from '#platform/server/audit.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import * as queries from './queries.ts'
import * as factors from './queries-two-factor.ts'
import { hashSecret } from './secrets.ts'
import * as service from './service.ts'
import type { Accounts, Origin, Session } from './service.ts'
import { expired, ownerOf, addFactor, type Added } from './service-two-factor.ts'

/** A passkey belongs to a domain; `id` is its name. */
export type RelyingParty = { id: string; origin: string }

/**
 * The public address. Passkeys need a host name, so on the server's own machine 'localhost' will do
 * for '127.0.0.1'.
 */
export function relyingPartyOf(request: FastifyRequest, publicUrl: string): RelyingParty {
  const { hostname, port, protocol } = new URL(publicUrl)
  const requested = `${protocol}//${request.headers.host ?? ''}`
  if (isLoopback(publicUrl) && URL.canParse(requested)) {
    const called = new URL(requested)
    if (called.hostname === 'localhost' && called.port === port)
      return { id: 'localhost', origin: called.origin }
  }
  return { id: hostname, origin: publicUrl }
}

/** EdDSA, ES256 and RS256, by their COSE numbers: what authenticators have. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** @throws {AppError} */
async function readRegistration(party: RelyingParty, challenge: string, response: unknown) {
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

/** @returns the passkey's new count of signatures. @throws {AppError} */
async function readAuthentication(
  party: RelyingParty,
  challenge: string,
  { id, public_key, counter }: Passkey,
  response: unknown,
) {
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
async function checked<T>(verify: () => Promise<T>) {
  try {
    return await verify()
  } catch {
    throw unreadable()
  }
}

const unreadable = () =>
  new AppError('BAD_REQUEST', 'We could not verify this passkey. Please try again.')

/**
 * A passkey ceremony under way: its challenge, and whose account it is for; null when anybody may
 * sign in.
 */
export type Ceremony = { challenge: string; userId: string | null; adds: boolean }

const ceremonyMinutes = 10

/** For signing in with a passkey, for the second factor of a sign-in, and for re-authentication. */
export async function beginPasskey({ db }: Accounts, party: RelyingParty, userId: string | null) {
  const { generateAuthenticationOptions } = await library()
  const known = userId === null ? [] : await factors.findPasskeys(db, userId)
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    // Without any, the browser offers those that it has for this site.
    allowCredentials: known.map(descriptorOf),
  })
  return begun(options, userId, false)
}

const begun = <Options extends { challenge: string }>(
  options: Options,
  userId: string | null,
  adds: boolean,
) => ({
  options,
  ceremony: { challenge: options.challenge, userId, adds },
})

/** A passkey that verifies its holder is both factors in one. */
export async function signInWithPasskey(
  accounts: Accounts,
  party: RelyingParty,
  ceremony: Ceremony | undefined,
  response: { id: string },
  origin: Origin,
): Promise<Session> {
  const { db, demo } = accounts
  if (!ceremony || ceremony.adds) throw expired()
  await spend(db, ceremony)
  const passkey = await factors.findPasskey(db, response.id)
  const isOwn = passkey && (ceremony.userId === null || ceremony.userId === passkey.user_id)
  try {
    if (!isOwn) throw unreadable()
    const counter = await readAuthentication(party, ceremony.challenge, passkey, response)
    return await inTransaction(db, async (trx) => {
      const user = await queries.lockUser(trx, passkey.user_id)
      if (!user || (user.is_demo && !demo)) throw unreadable()
      service.refuseSuspended(user)
      // A count that goes back is a copy's.
      if (!(await factors.usePasskey(trx, passkey.id, counter))) throw unreadable()
      return service.startSession(trx, accounts, user, origin, 'passkey')
    })
  } catch (error) {
    const subject = ceremony.userId ?? passkey?.user_id
    await recordAnonymousAudit(db, {
      action: 'accounts.second-step-refused',
      ip: origin.request.ip,
      ...(subject !== undefined && { subject: `user:${subject}` }),
    })
    throw error
  }
}

/** A challenge is answered once. */
async function spend(db: Db, { challenge }: Ceremony) {
  const until = new Date(Date.now() + ceremonyMinutes * 60_000)
  if (!(await queries.spendState(db, hashSecret(challenge), until))) throw expired()
}

export async function beginPasskeyRegistration(
  accounts: Accounts,
  party: RelyingParty,
  viewer: Viewer,
) {
  const { generateRegistrationOptions } = await library()
  const user = await ownerOf(accounts, accounts.db, viewer)
  const known = await factors.findPasskeys(accounts.db, user.id)
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: party.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email ?? user.id,
    userDisplayName: [user.first_name, user.last_name].filter(Boolean).join(' '),
    excludeCredentials: known.map(descriptorOf),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return begun(options, user.id, true)
}

/** @returns recovery codes with the first second factor. */
export async function addPasskey(
  accounts: Accounts,
  party: RelyingParty,
  ceremony: Ceremony | undefined,
  viewer: Viewer,
  { name, response }: { name: string; response: unknown },
  ip: string,
): Promise<Added> {
  if (!ceremony?.adds || ceremony.userId !== viewer.id) throw expired()
  await spend(accounts.db, ceremony)
  const credential = await readRegistration(party, ceremony.challenge, response)
  const passkey = { ...credential, user_id: viewer.id, name }
  return addFactor(accounts, viewer, ip, 'passkey', (trx) => factors.insertPasskey(trx, passkey))
}
