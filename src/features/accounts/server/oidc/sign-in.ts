import type { FastifyRequest, FastifyReply } from 'fastify'
import { recordAnonymousAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import { sealer } from '#server/lib/secret.ts'
import { providerSignInPath } from '#shared/paths.ts'
import { spendState } from '../queries.ts'
import { hashSecret } from '../secrets.ts'
import { startSession } from '../service.ts'
import type { AccountHooks } from '../service.ts'
import { authorizationUrl, newProofs, readAnswer } from './code-flow.ts'
import type { Proofs } from './code-flow.ts'
import { SignInFault } from './identity-providers.ts'
import type { IdentityProviders } from './identity-providers.ts'
import { linkIdentity, resolveAccount } from './identities.ts'

export type ProviderSignIn = { db: Db; providers: IdentityProviders; publicUrl: string; demo: boolean; hooks: AccountHooks }

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
 * @returns the new session and its user; nothing if all that was wanted was another way in.
 * @throws {SignInFault}
 */
export async function finishSignIn(
  { db, providers, publicUrl, demo, hooks }: ProviderSignIn,
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
  const context = { publicUrl, demo, hooks, provider, ip: request.ip }
  if (attempt.linkTo !== null) {
    if (request.viewer?.id !== attempt.linkTo) throw new SignInFault('sign-in-first')
    await linkIdentity(db, context, profile.subject, attempt.linkTo)
    return undefined
  }
  const user = await resolveAccount(db, context, profile)
  const by = `oidc:${provider.id}`
  return { token: await db.transaction().execute((transaction) => startSession(transaction, user.id, request, by)), user }
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

/** Keeps the attempt in the visitor's own browser, unreadable there, so that nodes share nothing and nobody fills a table. */
export function attemptCookie(publicUrl: string, secret: string) {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-sign-in' : 'sign-in'
  // Lax, not strict: the provider's answer is a link from another site.
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const { seal, unseal } = sealer(secret, 'oidc-sign-in-attempt')

  return {
    set(reply: FastifyReply, attempt: Attempt): void {
      const expiresAt = Date.now() + attemptMinutes * 60_000
      reply.setCookie(name, seal(JSON.stringify({ ...attempt, expiresAt })), { ...options, maxAge: attemptMinutes * 60 })
    },

    /** Undefined if there is none, or it is too old, or not as we made it. */
    read(request: FastifyRequest): Attempt | undefined {
      const text = unseal(request.cookies[name] ?? '')
      if (text === undefined) return undefined
      const { expiresAt, ...attempt } = JSON.parse(text) as Attempt & { expiresAt: number }
      return expiresAt > Date.now() ? attempt : undefined
    },

    clear: (reply: FastifyReply): void => void reply.clearCookie(name, options),
  }
}
