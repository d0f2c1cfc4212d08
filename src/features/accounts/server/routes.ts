import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { recordAudit } from '#platform/server/audit.ts'
import type { Db } from '#platform/server/database.ts'
import { isFromOwnPage, viewerOf } from '#platform/server/http/access.ts'
import { attachmentNamed } from '#platform/server/http/attachment.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { encryptedCookie, type EncryptedCookie } from '#platform/server/http/encrypted-cookie.ts'
import type { OidcProvider } from '#platform/server/oidc-settings.ts'
import type { Secrets } from '#platform/server/secret.ts'
import type { ResponseOf } from '#shared/contract.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { AppError } from '#shared/errors.ts'
import { homePath } from '#shared/paths.ts'
import * as contract from '../contract.ts'
import * as security from '../contract-security.ts'
import { confirmAddressChange, requestAddressChange } from './address-change.ts'
import { IdentityProviders } from './oidc/identity-providers.ts'
import { registerProviderSignIn } from './oidc/routes.ts'
import { relyingPartyOf } from './passkeys.ts'
import { deleteMyAccount, exportMyData } from './personal-data.ts'
import * as sessionQueries from './queries-sessions.ts'
import type { SessionRow } from './queries-sessions.ts'
import { selectUser } from './queries.ts'
import type { User } from './queries.ts'
import { hashSecret } from './secrets.ts'
import * as recovery from './service-recovery.ts'
import * as twoFactor from './service-two-factor.ts'
import type { Ceremony } from './service-two-factor.ts'
import * as service from './service.ts'
import type { AccountHooks } from './service.ts'
import { accountCookies, recognizeViewers, rotateSession } from './sessions.ts'
import type { AccountCookies } from './sessions.ts'
import { SignInThrottle } from './throttle.ts'
import { undoAddressChange, undoTwoFactor } from './undo.ts'

type Options = {
  db: Db
  publicUrl: string
  secrets: Secrets
  demo: boolean
  adminsNeedTwoFactor: boolean
  providers: readonly OidcProvider[]
  hooks: AccountHooks
}

const done = { success: true } as const
const noCv = { cvFileName: null, cvFileSize: null, cvUploadedAt: null }

export function registerAccounts(app: FastifyInstance, options: Options): void {
  const { db, publicUrl, secrets, demo, adminsNeedTwoFactor, hooks } = options
  const providers = new IdentityProviders(options.providers)
  const cookies = accountCookies(publicUrl)
  const throttle = new SignInThrottle(db, secrets)
  const accounts: service.Accounts = {
    db,
    publicUrl,
    throttle,
    cipher: twoFactor.authenticatorCipher(secrets),
    adminsNeedTwoFactor,
    demo,
    hooks,
  }
  const pendingSignIn = encryptedCookie<service.PendingSignIn>({
    publicUrl,
    secrets,
    name: 'second-step',
    purpose: 'pending-sign-in',
    minutes: 10,
  })
  const serve = endpointsOf(app, import.meta.url)

  const enter = (reply: FastifyReply, entry: service.Entry): void => {
    if ('pending' in entry) {
      pendingSignIn.set(reply, entry.pending)
      return
    }
    cookies.setSession(reply, entry.token)
    cookies.setDevice(reply, entry.device)
    pendingSignIn.clear(reply)
  }
  const entered = (reply: FastifyReply, entry: service.Entry) => {
    enter(reply, entry)
    return 'pending' in entry ? ({ success: true, twoFactor: true } as const) : done
  }
  const originOf = (request: FastifyRequest): service.Origin => ({ request, device: cookies.device(request) })

  recognizeViewers(app, { db, cookies, demo, adminsNeedTwoFactor })
  auditRefusals(app, db)
  registerLogout(app, db, cookies, publicUrl)
  registerProviderSignIn(app, { ...accounts, secrets, providers, originOf, enter })
  serveSecurity(serve, { accounts, cookies, secrets, pendingSignIn, entered, originOf })

  serve(contract.getCurrentUser, async ({ request, reply }) => {
    const user = await selectUser(db, viewerOf(request).id)
    if (!user) throw new AppError('UNAUTHENTICATED')
    reply.header('cache-control', 'private, no-store')
    // Only physicians have a CV.
    const cv = user.role === 'physician' ? await hooks.findCv(db, user.id) : noCv
    return { ...currentUserView(user, cv), lacksTwoFactor: viewerOf(request).lacksTwoFactor }
  })

  serve(contract.register, async ({ body, request, reply }) =>
    body.website ? done : entered(reply, await service.registerUser(accounts, body, request)),
  )

  serve(contract.login, async ({ body, request, reply }) =>
    body.website ? done : entered(reply, await service.signIn(accounts, body, originOf(request))),
  )

  serve(contract.chooseRole, async ({ body, request, reply }) => {
    const viewer = viewerOf(request)
    await service.chooseRole(accounts, viewer, body, request.ip)
    await rotateSession(db, viewer.sessionId, cookies, reply)
    return done
  })

  serve(contract.updateProfile, async ({ body, request }) => {
    await service.updateProfile(accounts, viewerOf(request), body)
    return done
  })

  serve(contract.verifyEmail, async ({ body, request, reply }) => {
    const entry = await recovery.verifyEmail(accounts, body, originOf(request))
    return entry ? entered(reply, entry) : done
  })

  serve(contract.resendVerification, async ({ request }) => {
    await recovery.resendVerification(accounts, viewerOf(request))
    return done
  })

  serve(contract.forgotPassword, async ({ body, request }) => {
    await recovery.mailLink(accounts, 'reset-password', body.email, request)
    return done
  })

  serve(contract.mailSignInLink, async ({ body, request }) => {
    await recovery.mailLink(accounts, 'sign-in', body.email, request)
    return done
  })

  serve(contract.signInByLink, async ({ body, request, reply }) => {
    const { passwordRemoved, ...entry } = await recovery.signInByLink(accounts, body.token, originOf(request))
    return { ...entered(reply, entry), passwordRemoved }
  })

  serve(contract.resetPassword, async ({ body, request, reply }) =>
    entered(reply, await recovery.resetPassword(accounts, body, originOf(request))),
  )

  serve(contract.changePassword, async ({ body, request, reply }) => {
    const viewer = viewerOf(request)
    cookies.setDevice(reply, await recovery.changePassword(accounts, viewer, body, originOf(request)))
    await rotateSession(db, viewer.sessionId, cookies, reply)
    return done
  })

  serve(contract.listSessions, async ({ request }) => {
    const viewer = viewerOf(request)
    const sessions = await sessionQueries.selectSessions(db, viewer.id)
    return { sessions: sessions.map((it) => sessionView(it, viewer.sessionId)) }
  })

  serve(contract.revokeSession, async ({ params, request }) => {
    if (!(await sessionQueries.deleteSession(db, viewerOf(request).id, params.id))) throw new AppError('NOT_FOUND')
    return done
  })

  serve(contract.revokeOtherSessions, async ({ request }) => {
    const viewer = viewerOf(request)
    await sessionQueries.deleteSessions(db, viewer.id, viewer.sessionId)
    return done
  })

  serve(contract.exportMyData, async ({ request, reply }) => {
    reply.header('content-disposition', attachmentNamed('my-data.json')).header('cache-control', 'private, no-store')
    return exportMyData(db, hooks.personalData, viewerOf(request))
  })

  serve(contract.deleteMyAccount, async ({ body, request }) => {
    await deleteMyAccount(accounts, viewerOf(request), body.password, originOf(request))
    return done
  })
}

type SecurityParts = {
  accounts: service.Accounts
  cookies: AccountCookies
  secrets: Secrets
  pendingSignIn: EncryptedCookie<service.PendingSignIn>
  entered: (reply: FastifyReply, entry: service.Entry) => ResponseOf<typeof contract.login>
  originOf: (request: FastifyRequest) => service.Origin
}

/** The second factor, re-authentication, and the account's address. */
function serveSecurity(
  serve: ReturnType<typeof endpointsOf>,
  { accounts, cookies, secrets, pendingSignIn, entered, originOf }: SecurityParts,
): void {
  const { publicUrl } = accounts
  const ceremony = encryptedCookie<Ceremony>({ publicUrl, secrets, name: 'passkey', purpose: 'passkey-ceremony', minutes: 5 })
  const partyOf = (request: FastifyRequest) => relyingPartyOf(request, publicUrl)

  serve(security.getTwoFactor, async ({ request, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return twoFactor.findPendingFactors(accounts, pendingSignIn.read(request))
  })

  serve(security.finishWithCode, async ({ body, request, reply }) => {
    const session = await twoFactor.finishWithCode(accounts, pendingSignIn.read(request), body.code, originOf(request))
    entered(reply, session)
    return done
  })

  serve(security.beginPasskey, async ({ request, reply }) => {
    const userId = pendingSignIn.read(request)?.userId ?? request.viewer?.id ?? null
    const { options, ceremony: begun } = await twoFactor.beginPasskey(accounts, partyOf(request), userId)
    ceremony.set(reply, begun)
    return { ...options }
  })

  serve(security.signInWithPasskey, async ({ body, request, reply }) => {
    const begun = ceremony.read(request)
    ceremony.clear(reply)
    const { response } = body
    entered(reply, await twoFactor.signInWithPasskey(accounts, partyOf(request), begun, response, originOf(request)))
    return done
  })

  serve(security.getSecurity, async ({ request }) => twoFactor.getSecurity(accounts, viewerOf(request)))

  serve(security.beginPasskeyRegistration, async ({ request, reply }) => {
    const party = partyOf(request)
    const { options, ceremony: begun } = await twoFactor.beginPasskeyRegistration(accounts, party, viewerOf(request))
    ceremony.set(reply, begun)
    return { ...options }
  })

  serve(security.addPasskey, async ({ body, request, reply }) => {
    const begun = ceremony.read(request)
    ceremony.clear(reply)
    const { device, ...added } = await twoFactor.addPasskey(accounts, partyOf(request), begun, viewerOf(request), body, request)
    cookies.setDevice(reply, device)
    return added
  })

  serve(security.removePasskey, async ({ params, request }) => {
    await twoFactor.removeFactor(accounts, viewerOf(request), params.id, request)
    return done
  })

  serve(security.beginAuthenticator, async ({ request }) => twoFactor.beginAuthenticator(accounts, viewerOf(request)))

  serve(security.confirmAuthenticator, async ({ body, request, reply }) => {
    const { device, ...added } = await twoFactor.confirmAuthenticator(accounts, viewerOf(request), body.code, originOf(request))
    cookies.setDevice(reply, device)
    return added
  })

  serve(security.removeAuthenticator, async ({ request }) => {
    await twoFactor.removeFactor(accounts, viewerOf(request), undefined, request)
    return done
  })

  serve(security.renewRecoveryCodes, async ({ request }) => ({
    recoveryCodes: await twoFactor.renewRecoveryCodes(accounts, viewerOf(request), request),
  }))

  serve(security.getReauthentication, async ({ request }) => twoFactor.getReauthentication(accounts, viewerOf(request)))

  serve(security.reauthenticate, async ({ body, request }) => {
    await twoFactor.reauthenticate(accounts, viewerOf(request), body, originOf(request))
    return done
  })

  serve(security.requestAddressChange, async ({ body, request }) => {
    await requestAddressChange(accounts, viewerOf(request), body.email, request.ip)
    return done
  })

  serve(security.confirmAddressChange, async ({ body, request, reply }) => {
    cookies.setDevice(reply, await confirmAddressChange(accounts, viewerOf(request), body.token, request.ip))
    return done
  })

  serve(security.undoAddressChange, async ({ body, request }) => {
    await undoAddressChange(accounts, body.token, request.ip)
    return done
  })

  serve(security.undoTwoFactor, async ({ body, request }) => {
    await undoTwoFactor(accounts, body.token, request.ip)
    return done
  })
}

function registerLogout(app: FastifyInstance, db: Db, cookies: AccountCookies, publicUrl: string): void {
  endpointsOf(app, import.meta.url)(contract.logout, async ({ request, reply }) => {
    const token = cookies.session(request)
    // A link elsewhere shall not sign anybody out; an address that somebody typed may.
    const isWanted = isFromOwnPage(request, publicUrl) || request.headers['sec-fetch-site'] === 'none'
    if (token !== undefined && isWanted) {
      const userId = await sessionQueries.deleteSessionByToken(db, hashSecret(token))
      cookies.clearSession(reply)
      if (userId !== undefined) {
        await recordAudit(db, { action: 'accounts.signed-out', actorId: userId, subject: `user:${userId}`, ip: request.ip })
      }
    }
    return reply.header('cache-control', 'no-store').redirect(homePath)
  })
}

/** Records refused calls of signed-in people, each at most once a minute so that nobody can fill the log. */
function auditRefusals(app: FastifyInstance, db: Db): void {
  const lately = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 })
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof AppError) || error.code !== 'FORBIDDEN' || request.viewer === null) return
    const call = `${request.method} ${request.routeOptions.url ?? ''}`
    const key = `${request.viewer.id} ${call}`
    if (lately.has(key)) return
    lately.set(key, true)
    await recordAudit(db, { action: 'access.refused', actorId: request.viewer.id, ip: request.ip, detail: { call } })
  })
}

const currentUserView = (
  user: User,
  cv: typeof noCv | Awaited<ReturnType<AccountHooks['findCv']>>,
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
  isVerifiedHospital: user.is_verified_hospital,
  ...cv,
})

const sessionView = (row: SessionRow, currentId: string): ResponseOf<'GET /api/account/sessions'>['sessions'][number] => ({
  id: row.id,
  current: row.id === currentId,
  createdAt: row.created_at.toISOString(),
  seenAt: row.seen_at.toISOString(),
  ip: row.ip,
  userAgent: row.user_agent,
})
