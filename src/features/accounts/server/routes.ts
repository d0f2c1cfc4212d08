import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { recordAudit } from '#platform/server/audit.ts'
import type { Db } from '#platform/server/database.ts'
import { isFromOwnPage } from '#platform/server/http/access.ts'
import { attachmentNamed } from '#platform/server/http/attachment.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { encryptedCookie, type Secrets } from '#platform/server/secret.ts'
import type { OidcProvider } from '#platform/server/oidc-settings.ts'
import type { ResponseOf } from '#shared/contract.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { AppError } from '#shared/errors.ts'
import { homePath } from '#shared/paths.ts'
import * as contract from '../contract.ts'
import * as twoFactorContract from '../contract-two-factor.ts'
import { followLink, requestAddressChange } from './address-change.ts'
import { identityProviders } from './oidc/identity-providers.ts'
import { registerProviderSignIn } from './oidc/routes.ts'
import {
  relyingPartyOf,
  beginPasskey,
  signInWithPasskey,
  beginPasskeyRegistration,
  addPasskey,
  type Ceremony,
} from './passkeys.ts'
import { deleteMyAccount, exportMyData, getSecurity } from './personal-data.ts'
import * as sessionQueries from './queries-sessions.ts'
import { loadUser, type User } from './queries.ts'
import { hashSecret } from './secrets.ts'
import * as recovery from './service-recovery.ts'
import * as twoFactor from './service-two-factor.ts'
import * as service from './service.ts'
import { accountCookies, recognizeViewers, rotateSession, type AccountCookies } from './sessions.ts'
import { SignInThrottle } from './throttle.ts'
import { registerUser, registerInvited, chooseRole, updateProfile } from './sign-up.ts'

type Options = {
  db: Db
  publicUrl: string
  secrets: Secrets
  demo: boolean
  adminsNeedTwoFactor: boolean
  providers: readonly OidcProvider[]
  hooks: service.AccountHooks
}

const noCv = { cvFileName: null, cvFileSize: null, cvUploadedAt: null }

export function registerAccounts(app: FastifyInstance, options: Options): void {
  const { db, publicUrl, secrets, hooks } = options
  const providers = identityProviders(options.providers)
  const cookies = accountCookies(publicUrl)
  const accounts: service.Accounts = {
    ...options,
    throttle: new SignInThrottle(db, secrets),
    cipher: twoFactor.authenticatorCipher(secrets),
  }
  const pendingSignIn = encryptedCookie<service.PendingSignIn>(options, {
    name: 'second-step',
    minutes: 10,
  })
  const serve = endpointsOf(app, import.meta.url)

  const enter = (reply: FastifyReply, entry: service.Entry) => {
    if ('pending' in entry) return pendingSignIn.set(reply, entry.pending)
    cookies.setSession(reply, entry.token)
    cookies.setDevice(reply, entry.device)
    pendingSignIn.clear(reply)
  }
  const entered = (
    reply: FastifyReply,
    entry: service.Entry,
  ): ResponseOf<typeof contract.login> => {
    enter(reply, entry)
    return 'pending' in entry ? { success: true, twoFactor: true } : { success: true }
  }
  const originOf = (request: FastifyRequest): service.Origin => ({
    request,
    device: cookies.device(request),
  })

  const ceremonies = encryptedCookie<Ceremony>(options, { name: 'passkey', minutes: 5 })
  const partyOf = (request: FastifyRequest) => relyingPartyOf(request, publicUrl)
  const begin = <Options>(
    reply: FastifyReply,
    { options, ceremony }: { options: Options; ceremony: Ceremony },
  ) => {
    ceremonies.set(reply, ceremony)
    return options
  }
  const endCeremony = (request: FastifyRequest, reply: FastifyReply) => {
    ceremonies.clear(reply)
    return ceremonies.read(request)
  }
  const added = (reply: FastifyReply, { device, recoveryCodes }: twoFactor.Added) => {
    cookies.setDevice(reply, device)
    return { recoveryCodes }
  }

  recognizeViewers(app, { ...options, cookies })
  auditRefusals(app, db)
  serveLogout(serve, db, cookies, publicUrl)
  registerProviderSignIn(app, { ...accounts, secrets, providers, originOf, enter })

  serve(contract.getCurrentUser, async ({ viewer }) => {
    const user = await loadUser(db, viewer.id)
    // Only physicians have a CV.
    const cv = user.role === 'physician' ? await hooks.findCv(db, user.id) : noCv
    return { ...currentUserView(user, cv), lacksTwoFactor: viewer.lacksTwoFactor }
  })

  serve(contract.register, async ({ body, request, reply }) =>
    body.website ? undefined : entered(reply, await registerUser(accounts, body, request)),
  )

  serve(contract.registerInvited, async ({ body, request, reply }) =>
    body.website ? undefined : entered(reply, await registerInvited(accounts, body, request)),
  )

  serve(contract.login, async ({ body, request, reply }) =>
    body.website
      ? undefined
      : entered(reply, await service.signIn(accounts, body, originOf(request))),
  )

  serve(contract.chooseRole, async ({ body, viewer, actor, reply }) => {
    await chooseRole(accounts, actor, body)
    await rotateSession(db, viewer.sessionId, cookies, reply)
  })

  serve(contract.updateProfile, ({ body, viewer }) => updateProfile(accounts, viewer, body))

  serve(contract.resendVerification, ({ viewer }) => recovery.resendVerification(accounts, viewer))

  serve(contract.mailLink, ({ body, request }) => recovery.mailLink(accounts, body, request))

  serve(contract.followLink, async ({ body, request, reply }) => {
    const { entry, device, ...rest } = await followLink(accounts, body, originOf(request))
    cookies.setDevice(reply, device)
    return { ...(entry ? entered(reply, entry) : { success: true as const }), ...rest }
  })

  serve(contract.changePassword, async ({ body, viewer, request, reply }) => {
    cookies.setDevice(
      reply,
      await recovery.changePassword(accounts, viewer, body, originOf(request)),
    )
    await rotateSession(db, viewer.sessionId, cookies, reply)
  })

  serve(contract.revokeSession, async ({ params, viewer }) => {
    if (!(await sessionQueries.deleteSession(db, viewer.id, params.id)))
      throw new AppError('NOT_FOUND')
  })

  serve(contract.revokeOtherSessions, ({ viewer }) =>
    sessionQueries.deleteSessions(db, viewer.id, viewer.sessionId),
  )

  serve(contract.exportMyData, async ({ viewer, reply }) => {
    reply.header('content-disposition', attachmentNamed('my-data.json'))
    return exportMyData(db, hooks.personalData, viewer)
  })

  serve(contract.deleteMyAccount, ({ body, viewer, request }) =>
    deleteMyAccount(accounts, viewer, body.password, originOf(request)),
  )

  serve(twoFactorContract.getTwoFactor, async ({ request, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return twoFactor.findPendingFactors(accounts, pendingSignIn.read(request))
  })

  serve(twoFactorContract.finishWithCode, async ({ body, request, reply }) =>
    entered(
      reply,
      await twoFactor.finishWithCode(
        accounts,
        pendingSignIn.read(request),
        body.code,
        originOf(request),
      ),
    ),
  )

  serve(twoFactorContract.beginPasskey, async ({ request, reply }) => {
    const userId = pendingSignIn.read(request)?.userId ?? request.viewer?.id ?? null
    return begin(reply, await beginPasskey(accounts, partyOf(request), userId))
  })

  serve(twoFactorContract.signInWithPasskey, async ({ body: { response }, request, reply }) => {
    const ceremony = endCeremony(request, reply)
    return entered(
      reply,
      await signInWithPasskey(accounts, partyOf(request), ceremony, response, originOf(request)),
    )
  })

  serve(contract.getSecurity, ({ viewer }) => getSecurity(accounts, providers.list, viewer))

  serve(twoFactorContract.beginPasskeyRegistration, async ({ viewer, request, reply }) =>
    begin(reply, await beginPasskeyRegistration(accounts, partyOf(request), viewer)),
  )

  serve(twoFactorContract.addPasskey, async ({ body, viewer, request, reply }) => {
    const ceremony = endCeremony(request, reply)
    return added(
      reply,
      await addPasskey(accounts, partyOf(request), ceremony, viewer, body, request.ip),
    )
  })

  serve(twoFactorContract.beginAuthenticator, ({ viewer }) =>
    twoFactor.beginAuthenticator(accounts, viewer),
  )

  serve(twoFactorContract.confirmAuthenticator, async ({ body, viewer, request, reply }) =>
    added(
      reply,
      await twoFactor.confirmAuthenticator(accounts, viewer, body.code, originOf(request)),
    ),
  )

  serve(twoFactorContract.removeTwoFactor, ({ params, viewer, request }) =>
    twoFactor.removeTwoFactor(accounts, viewer, params.id, request.ip),
  )

  serve(twoFactorContract.renewRecoveryCodes, async ({ viewer, request }) => ({
    recoveryCodes: await twoFactor.renewRecoveryCodes(accounts, viewer, request.ip),
  }))

  serve(twoFactorContract.getReauthentication, ({ viewer }) =>
    twoFactor.getReauthentication(accounts, viewer),
  )

  serve(twoFactorContract.reauthenticate, ({ body, viewer, request }) =>
    twoFactor.reauthenticate(accounts, viewer, body, originOf(request)),
  )

  serve(contract.requestAddressChange, ({ body, viewer, request }) =>
    requestAddressChange(accounts, viewer, body.email, request.ip),
  )
}

type Serve = ReturnType<typeof endpointsOf>

function serveLogout(serve: Serve, db: Db, cookies: AccountCookies, publicUrl: string) {
  serve(contract.logout, async ({ request, reply }) => {
    const token = cookies.session(request)
    // A link elsewhere shall not sign anybody out; an address that somebody typed may.
    const isWanted =
      isFromOwnPage(request, publicUrl) || request.headers['sec-fetch-site'] === 'none'
    if (token !== undefined && isWanted) {
      const userId = await sessionQueries.deleteSessionByToken(db, hashSecret(token))
      cookies.clearSession(reply)
      if (userId !== undefined)
        await service.auditOwner(db, 'accounts.signed-out', { id: userId }, request.ip)
    }
    return reply.header('cache-control', 'no-store').redirect(homePath)
  })
}

/**
 * Records refused calls of signed-in people, each at most once a minute so that nobody can fill the
 * log.
 */
function auditRefusals(app: FastifyInstance, db: Db) {
  const lately = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 })
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof AppError) || error.code !== 'FORBIDDEN' || request.viewer === null)
      return
    const call = `${request.method} ${request.routeOptions.url ?? ''}`
    const key = `${request.viewer.id} ${call}`
    if (lately.has(key)) return
    lately.set(key, true)
    await recordAudit(db, {
      action: 'access.refused',
      actorId: request.viewer.id,
      ip: request.ip,
      detail: { call },
    })
  })
}

const currentUserView = (
  user: User,
  cv: Awaited<ReturnType<service.AccountHooks['findCv']>>,
): Omit<CurrentUser, 'lacksTwoFactor'> => ({
  id: user.id,
  authenticated: true,
  firstName: user.first_name,
  lastName: user.last_name,
  email: user.email,
  emailVerified: user.email_verified_at !== null,
  profileImageUrl: user.profile_image_url,
  role: user.role,
  hasPassword: user.password_hash !== null,
  companyName: user.company_name,
  companyPhone: user.company_phone,
  companyWebsite: user.company_website,
  companySize: user.company_size,
  companyDescription: user.company_description,
  organizationType: user.organization_type,
  ...cv,
})
