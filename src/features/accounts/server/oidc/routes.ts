import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isFromOwnPage } from '#platform/server/http/access.ts'
import { errorCode } from '#platform/server/errors.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import type { Endpoint } from '#shared/contract.ts'
import { encryptedCookie, type Secrets } from '#platform/server/secret.ts'
import { isLoopback } from '#platform/server/oidc-settings.ts'
import {
  accountPath,
  safeReturnTo,
  signInPath,
  twoFactorPath,
  withQuery,
  withReturnTo,
  providerSignInPath,
} from '#shared/paths.ts'
import { type Accounts, type Entry, type Origin, openAccount } from '../service.ts'
import { unlinkIdentity, linkIdentity, resolveAccount } from './identities.ts'
import {
  SignInFault,
  type IdentityProviders,
  authorizationUrl,
  newProofs,
  readAnswer,
  type Proofs,
} from './identity-providers.ts'
import * as contract from '#features/accounts/contract.ts'
import { recordAnonymousAudit } from '#platform/server/audit.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { spendState } from '../queries.ts'
import { hashSecret } from '../secrets.ts'

type Options = Accounts & {
  secrets: Secrets
  providers: IdentityProviders
  originOf: (request: FastifyRequest) => Origin
  /** Sends the cookies of a session, or of the wait for a second factor. */
  enter: (reply: FastifyReply, entry: Entry) => void
}

/**
 * Signing in with identity providers: two page loads with the provider in between, and the ways in
 * of an account.
 */
export function registerProviderSignIn(app: FastifyInstance, options: Options): void {
  const { db, publicUrl, providers } = options
  const attempts = encryptedCookie<Attempt>(options, { name: 'sign-in', minutes: attemptMinutes })
  const serve = endpointsOf(app, import.meta.url)

  redirect(contract.beginProviderSignIn, async (request, reply) => {
    const better = publicAddressOf(request, publicUrl)
    if (better !== undefined) return better
    const query = tableIn(request.query)
    const linkTo = textOf(query['link']) === undefined ? null : request.viewer?.id
    const returnTo = safeReturnTo(textOf(query['returnTo']) ?? (linkTo ? accountPath : undefined))
    const wanted = { provider: textOf(query['provider']), returnTo, linkTo: linkTo ?? null }
    // Another site must not sign its visitors in: here they press the button themselves.
    if (linkTo === null && isFromOtherSite(request))
      return withReturnTo(signInPath, wanted.returnTo)
    return orError(request, wanted, async () => {
      // A link on another site must not add that site's identity to the visitor's account.
      if (linkTo === undefined || (linkTo !== null && !isFromOwnPage(request, publicUrl)))
        throw new SignInFault('sign-in-first')
      if (linkTo !== null && !request.viewer?.isRecentlyAuthenticated)
        throw new SignInFault('reauthenticate-first')
      const { attempt, url } = await beginSignIn(options, wanted)
      attempts.set(reply, attempt)
      return url
    })
  })

  redirect(contract.finishProviderSignIn, async (request, reply) => {
    const provider = textOf(tableIn(request.params)['provider']) ?? ''
    const attempt = attempts.read(request)
    const isOwn =
      attempt?.provider === provider && attempt.state === tableIn(request.query)['state']
    // A made-up answer shall not end a sign-in that is under way.
    if (!isOwn)
      return orError(request, { provider, returnTo: '/', linkTo: null }, () =>
        Promise.reject(new SignInFault('expired')),
      )
    attempts.clear(reply)
    return orError(request, attempt, async () => {
      const entry = await finishSignIn(options, attempt, options.originOf(request))
      if (entry) options.enter(reply, entry)
      return entry && 'pending' in entry
        ? withReturnTo(twoFactorPath, attempt.returnTo)
        : attempt.returnTo
    })
  })

  serve(contract.listProviders, async () => ({
    providers: providers.list.map(({ id, label }) => ({ id, label })),
  }))

  serve(contract.unlinkIdentity, ({ params, viewer, request }) =>
    unlinkIdentity(db, providers.list, viewer, params.provider, request.ip),
  )

  function redirect(
    endpoint: Endpoint,
    target: (request: FastifyRequest, reply: FastifyReply) => Promise<string>,
  ) {
    serve(endpoint, async ({ request, reply }) =>
      reply.header('cache-control', 'no-store').redirect(await target(request, reply)),
    )
  }

  async function orError(
    request: FastifyRequest,
    {
      provider,
      returnTo,
      linkTo,
    }: Pick<Attempt, 'returnTo' | 'linkTo'> & { provider: string | undefined },
    work: () => Promise<string>,
  ) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SignInFault)) throw error
      // The address may name any provider; the log gets the known ones only.
      await noteFault(db, error, providers.list.find(({ id }) => id === provider)?.id, request)
      const path = withQuery(linkTo === null ? signInPath : accountPath, { error: error.reason })
      return linkTo === null ? withReturnTo(path, returnTo) : path
    }
  }
}

/** Given twice, a parameter is a list, and as good as none. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

const isFromOtherSite = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'

/**
 * The same call at the site's public address, for visitors on the server's own machine who typed
 * '127.0.0.1' for 'localhost': the provider leads back to the public address, where cookies of
 * another name's host are not sent.
 */
function publicAddressOf(request: FastifyRequest, publicUrl: string) {
  const { protocol, host } = new URL(publicUrl)
  const origin = `${protocol}//${request.headers.host ?? host}`
  if (
    origin === publicUrl ||
    !URL.canParse(origin) ||
    !isLoopback(origin) ||
    !isLoopback(publicUrl)
  )
    return undefined
  return new URL(origin).port === new URL(publicUrl).port ? publicUrl + request.url : undefined
}

type Wanted = { provider: string | undefined; returnTo: string; linkTo: string | null }

/** @throws {SignInFault} */
async function beginSignIn(
  { providers, publicUrl }: Options,
  { provider: id, returnTo, linkTo }: Wanted,
) {
  const provider = providers.find(id)
  const configuration = await providers.configurationOf(provider)
  const proofs = newProofs()
  const attempt: Attempt = { ...proofs, provider: provider.id, returnTo, linkTo }
  return {
    attempt,
    url: await authorizationUrl(configuration, callbackUrl(publicUrl, provider.id), proofs),
  }
}

const callbackUrl = (publicUrl: string, id: string) =>
  `${publicUrl}${providerSignInPath}/callback/${id}`

/**
 * Finishes the sign-in of a visitor who returns from a provider.
 * @returns the new session, or the wait for a second factor; nothing if all that was wanted was
 * another way in.
 * @throws {SignInFault}
 */
async function finishSignIn(
  accounts: Options,
  attempt: Attempt,
  origin: Origin,
): Promise<Entry | undefined> {
  const { db, providers, publicUrl, demo, hooks } = accounts
  const { request } = origin
  const spentUntil = new Date(Date.now() + attemptMinutes * 60_000)
  if (!(await spendState(db, hashSecret(attempt.state), spentUntil)))
    throw new SignInFault('expired')
  const provider = providers.find(attempt.provider)
  const configuration = await providers.configurationOf(provider)
  // What the visitor's browser calls this site does not matter: the provider knows it by its public
  // address.
  const answerUrl = new URL(callbackUrl(publicUrl, provider.id) + queryOf(request.url))
  const profile = await readAnswer(configuration, answerUrl, attempt)
  const context = { publicUrl, demo, hooks, provider, ip: request.ip }
  if (attempt.linkTo !== null) {
    if (request.viewer?.id !== attempt.linkTo) throw new SignInFault('sign-in-first')
    await linkIdentity(db, context, profile.subject, request.viewer)
    return undefined
  }
  const user = await resolveAccount(db, context, profile)
  const by = `oidc:${provider.id}`
  return inTransaction(db, (trx) => openAccount(trx, accounts, user, origin, by))
}

const queryOf = (url: string) => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

/**
 * The visitor gets the reason; what led to it is for the log, without what the provider said about
 * anybody.
 */
async function noteFault(
  db: Db,
  { reason, cause }: SignInFault,
  provider: string | undefined,
  request: FastifyRequest,
) {
  const { name, message } = cause instanceof Error ? cause : {}
  const code = errorCode(cause)
  request.log.warn(
    { provider, reason, cause: { name, message, code } },
    'sign-in with a provider failed',
  )
  await recordAnonymousAudit(db, {
    action: 'accounts.sign-in-refused',
    ip: request.ip,
    detail: { by: `oidc:${provider ?? 'unknown'}`, reason },
  })
}

/** A sign-in that is under way: between leaving for the provider and coming back. */
type Attempt = Proofs & {
  provider: string
  returnTo: string
  /** Whose account gets another way in; null for signing in. */
  linkTo: string | null
}

const attemptMinutes = 10

/** The parameters of a call that its contract leaves unread. */
const tableIn = (parameters: unknown): Record<string, unknown> => ({ ...Object(parameters) })
