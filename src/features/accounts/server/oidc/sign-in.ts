import type { FastifyRequest } from 'fastify'
import { recordAnonymousAudit } from '#platform/server/audit.ts'
import type { Db } from '#platform/server/database.ts'
import { encryptedCookie } from '#platform/server/http/encrypted-cookie.ts'
import type { Secrets } from '#platform/server/secret.ts'
import { providerSignInPath } from '#shared/paths.ts'
import { spendState } from '../queries.ts'
import { hashSecret } from '../secrets.ts'
import { openAccount } from '../service.ts'
import type { Accounts, Entry, Origin } from '../service.ts'
import { authorizationUrl, newProofs, readAnswer } from './code-flow.ts'
import type { Proofs } from './code-flow.ts'
import { SignInFault } from './identity-providers.ts'
import type { IdentityProviders } from './identity-providers.ts'
import { linkIdentity, resolveAccount } from './identities.ts'

export type ProviderSignIn = Accounts & { providers: IdentityProviders }

type Wanted = { provider: string | undefined; returnTo: string; linkTo: string | null }

/** @throws {SignInFault} */
export async function beginSignIn({ providers, publicUrl }: ProviderSignIn, { provider: id, returnTo, linkTo }: Wanted) {
  const provider = providers.find(id)
  const configuration = await providers.configurationOf(provider)
  const proofs = newProofs()
  const attempt: Attempt = { ...proofs, provider: provider.id, returnTo, linkTo }
  return { attempt, url: await authorizationUrl(configuration, callbackUrl(publicUrl, provider.id), proofs) }
}

const callbackUrl = (publicUrl: string, id: string): string => `${publicUrl}${providerSignInPath}/callback/${id}`

/**
 * Finishes the sign-in of a visitor who returns from a provider.
 * @returns the new session, or the wait for a second factor; nothing if all that was wanted was another way in.
 * @throws {SignInFault}
 */
export async function finishSignIn(accounts: ProviderSignIn, attempt: Attempt, origin: Origin): Promise<Entry | undefined> {
  const { db, providers, publicUrl, demo, hooks } = accounts
  const { request } = origin
  const spentUntil = new Date(Date.now() + attemptMinutes * 60_000)
  if (!(await spendState(db, hashSecret(attempt.state), spentUntil))) throw new SignInFault('expired')
  const provider = providers.find(attempt.provider)
  const configuration = await providers.configurationOf(provider)
  // What the visitor's browser calls this site does not matter: the provider knows it by its public address.
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
  return db.transaction().execute((transaction) => openAccount(transaction, accounts, user, origin, by))
}

const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

/** The visitor gets the reason; what led to it is for the log, without what the provider said about anybody. */
export async function noteFault(db: Db, { reason, cause }: SignInFault, provider: string | undefined, request: FastifyRequest) {
  const { name, message, code } = cause instanceof Error ? (cause as Error & { code?: unknown }) : {}
  request.log.warn({ provider, reason, cause: { name, message, code } }, 'sign-in with a provider failed')
  await recordAnonymousAudit(db, {
    action: 'accounts.sign-in-refused',
    ip: request.ip,
    detail: { by: `oidc:${provider ?? 'unknown'}`, reason },
  })
}

/** A sign-in that is under way: between leaving for the provider and coming back. */
export type Attempt = Proofs & {
  provider: string
  returnTo: string
  /** Whose account gets another way in; null for signing in. */
  linkTo: string | null
}

const attemptMinutes = 10

export const attemptCookie = (publicUrl: string, secrets: Secrets) =>
  encryptedCookie<Attempt>({ publicUrl, secrets, name: 'sign-in', purpose: 'oidc-sign-in-attempt', minutes: attemptMinutes })
