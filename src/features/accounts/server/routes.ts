import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import { viewerOf } from '#server/lib/http/access.ts'
import { attachmentNamed } from '#server/lib/http/attachment.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import type { OidcProvider } from '#server/lib/oidc-settings.ts'
import type { ResponseOf } from '#shared/contract.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { AppError } from '#shared/errors.ts'
import { homePath } from '#shared/paths.ts'
import * as contract from '../contract.ts'
import { IdentityProviders } from './oidc/identity-providers.ts'
import { registerProviderSignIn } from './oidc/routes.ts'
import { deleteMyAccount, exportMyData } from './personal-data.ts'
import * as sessionQueries from './queries-sessions.ts'
import type { SessionRow } from './queries-sessions.ts'
import { selectUser } from './queries.ts'
import type { User } from './queries.ts'
import { hashSecret } from './secrets.ts'
import * as recovery from './service-recovery.ts'
import * as service from './service.ts'
import type { AccountHooks } from './service.ts'
import { accountCookies, recognizeViewers, rotateSession } from './sessions.ts'
import type { AccountCookies } from './sessions.ts'
import { SignInThrottle } from './throttle.ts'

type Options = {
  db: Db
  publicUrl: string
  secret: string
  demo: boolean
  providers: readonly OidcProvider[]
  hooks: AccountHooks
}

const done = { success: true } as const
const noCv = { cvFileName: null, cvFileSize: null, cvUploadedAt: null }

export function registerAccounts(app: FastifyInstance, options: Options): void {
  const { db, publicUrl, secret, demo, hooks } = options
  const providers = new IdentityProviders(options.providers)
  const cookies = accountCookies(publicUrl)
  const throttle = new SignInThrottle(db, secret)
  const accounts: service.Accounts = { db, publicUrl, throttle, demo, hooks }
  const serve = endpointsOf(app, import.meta.url)

  recognizeViewers(app, { db, cookies, demo })
  auditRefusals(app, db)
  registerLogout(app, db, cookies)
  registerProviderSignIn(app, { ...accounts, secret, providers, cookies })

  serve(contract.getCurrentUser, async ({ request, reply }) => {
    const user = await selectUser(db, viewerOf(request).id)
    if (!user) throw new AppError('UNAUTHENTICATED')
    reply.header('cache-control', 'private, no-store')
    // Nobody else can have one.
    return currentUserView(user, user.role === 'physician' ? await hooks.findCv(db, user.id) : noCv)
  })

  const signedIn = (reply: FastifyReply, { token, device }: service.Entry) => {
    cookies.setSession(reply, token)
    cookies.setDevice(reply, device)
    return done
  }
  const originOf = (request: FastifyRequest): service.Origin => ({ request, device: cookies.device(request) })

  serve(contract.register, async ({ body, request, reply }) =>
    body.website ? done : signedIn(reply, await service.registerUser(accounts, body, request)),
  )

  serve(contract.login, async ({ body, request, reply }) =>
    body.website ? done : signedIn(reply, await service.signIn(accounts, body, originOf(request))),
  )

  serve(contract.chooseRole, async ({ body, request, reply }) => {
    const viewer = viewerOf(request)
    await service.chooseRole(accounts, viewer, body.role, request.ip)
    await rotateSession(db, viewer.sessionId, cookies, reply)
    return done
  })

  serve(contract.updateProfile, async ({ body, request }) => {
    await service.updateProfile(accounts, viewerOf(request), body)
    return done
  })

  serve(contract.verifyEmail, async ({ body, request, reply }) => {
    const entry = await recovery.verifyEmail(accounts, body, request)
    return entry ? signedIn(reply, entry) : done
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
    const { passwordRemoved, ...entry } = await recovery.signInByLink(accounts, body.token, request)
    return { ...signedIn(reply, entry), passwordRemoved }
  })

  serve(contract.resetPassword, async ({ body, request, reply }) =>
    signedIn(reply, await recovery.resetPassword(accounts, body, request)),
  )

  serve(contract.changePassword, async ({ body, request, reply }) => {
    const viewer = viewerOf(request)
    await recovery.changePassword(accounts, viewer, body, originOf(request))
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

function registerLogout(app: FastifyInstance, db: Db, cookies: AccountCookies): void {
  endpointsOf(app, import.meta.url)(contract.logout, async ({ request, reply }) => {
    const token = cookies.session(request)
    // A link on another site shall not sign anybody out.
    if (token !== undefined && request.headers['sec-fetch-site'] !== 'cross-site') {
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

const currentUserView = (user: User, cv: typeof noCv | Awaited<ReturnType<AccountHooks['findCv']>>): CurrentUser => ({
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
