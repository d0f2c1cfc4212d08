import type { FastifyRequest } from 'fastify'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import { providerSignInPath } from '#shared/paths.ts'
import { spendState } from '../queries-identities.ts'
import { hashSecret } from '../secrets.ts'
import { startSession } from '../service.ts'
import { attemptMinutes } from './attempt-cookie.ts'
import type { Attempt } from './attempt-cookie.ts'
import { authorizationUrl, newProofs, readAnswer } from './code-flow.ts'
import type { IdentityProviders } from './identity-providers.ts'
import { linkIdentity, resolveAccount } from './resolve-account.ts'
import { SignInFault } from './sign-in-fault.ts'

export type ProviderSignIn = { db: Db; providers: IdentityProviders; publicUrl: string; demo: boolean }

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
 * Somebody came back from a provider.
 * @returns the new session's token and the account's address; nothing if all that was wanted was another way in.
 * @throws {SignInFault}
 */
export async function finishSignIn(
  { db, providers, publicUrl, demo }: ProviderSignIn,
  attempt: Attempt,
  request: FastifyRequest,
) {
  const spentUntil = new Date(Date.now() + attemptMinutes * 60_000)
  if (!(await spendState(db, hashSecret(attempt.state), spentUntil))) throw new SignInFault('expired')
  const provider = providers.find(attempt.provider)
  const configuration = await providers.configurationOf(provider)
  // What the visitor's browser calls this site does not matter: the provider knows it by its public address.
  const answerUrl = new URL(callbackUrl(publicUrl, provider.id) + queryOf(request.url))
  const profile = await readAnswer(configuration, answerUrl, attempt)
  const context = { publicUrl, demo, provider, ip: request.ip }
  if (attempt.linkTo !== null) {
    if (request.viewer?.id !== attempt.linkTo) throw new SignInFault('sign-in-first')
    await linkIdentity(db, context, profile.subject, attempt.linkTo)
    return undefined
  }
  const user = await resolveAccount(db, context, profile)
  return { token: await startSession(db, user.id, request, `oidc:${provider.id}`), email: user.email }
}

const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

/** The visitor gets the reason; what led to it is for the log, without what the provider said about anybody. */
export async function noteFault(db: Db, { reason, cause }: SignInFault, provider: string | undefined, request: FastifyRequest) {
  const { name, message, code } = cause instanceof Error ? (cause as Error & { code?: unknown }) : {}
  request.log.warn({ provider, reason, cause: { name, message, code } }, 'sign-in with a provider failed')
  await recordAudit(db, {
    action: 'accounts.sign-in-refused',
    actorId: null,
    ip: request.ip,
    detail: { by: `oidc:${provider ?? ''}`, reason },
  })
}
