import type { FastifyInstance } from 'fastify'
import { findCvSummary } from '#features/cv/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { viewerOf } from '#server/lib/http/access.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import type { OidcProvider } from '#server/lib/oidc-settings.ts'
import { AppError } from '#shared/errors.ts'
import * as contract from '../contract.ts'
import { auditRefusals } from './audit-refusals.ts'
import { accountCookies } from './cookies.ts'
import { IdentityProviders } from './oidc/identity-providers.ts'
import { registerProviderSignIn } from './oidc/routes.ts'
import { selectUser } from './queries.ts'
import * as sessionQueries from './queries-sessions.ts'
import { registerUserAdministration } from './routes-administration.ts'
import { registerLogout } from './routes-logout.ts'
import * as service from './service.ts'
import * as recovery from './service-recovery.ts'
import { recognizeViewers, rotateSession } from './sessions.ts'
import { SignInThrottle } from './throttle.ts'
import { currentUserView, sessionView } from './views.ts'

type Options = { db: Db; publicUrl: string; secret: string; demo: boolean; providers: readonly OidcProvider[] }

const done = { success: true } as const
const noCv = { cvFileName: null, cvFileSize: null, cvUploadedAt: null }

export function registerAccounts(app: FastifyInstance, { db, publicUrl, secret, demo, providers: configured }: Options): void {
  const providers = new IdentityProviders(configured)
  const cookies = accountCookies(publicUrl)
  const throttle = new SignInThrottle(db, secret)
  const accounts: service.Accounts = { db, publicUrl, throttle, demo }
  const serve = endpointsOf(app, import.meta.url)

  recognizeViewers(app, { db, cookies, demo })
  auditRefusals(app, db)
  registerLogout(app, { db, cookies })
  registerProviderSignIn(app, { db, publicUrl, secret, demo, providers, cookies, throttle })
  registerUserAdministration(app, { db, publicUrl, demo, providers })

  serve(contract.getCurrentUser, async ({ request, reply }) => {
    const user = await selectUser(db, viewerOf(request).id)
    if (!user) throw new AppError('UNAUTHENTICATED')
    reply.header('cache-control', 'private, no-store')
    // Nobody else can have one.
    return currentUserView(user, user.role === 'physician' ? await findCvSummary(db, user.id) : noCv)
  })

  serve(contract.register, async ({ body, request, reply }) => {
    if (body.website) return done
    cookies.setSession(reply, await service.registerUser(accounts, body, request))
    cookies.setDevice(reply, throttle.markDevice(body.email))
    return done
  })

  serve(contract.login, async ({ body, request, reply }) => {
    if (body.website) return done
    cookies.setSession(reply, await service.signIn(accounts, body, cookies.device(request), request))
    cookies.setDevice(reply, throttle.markDevice(body.email))
    return done
  })

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

  serve(contract.verifyEmail, async ({ body, request }) => {
    await recovery.verifyEmail(accounts, body.token, request.ip)
    return done
  })

  serve(contract.resendVerification, async ({ request }) => {
    await recovery.resendVerification(accounts, viewerOf(request))
    return done
  })

  serve(contract.forgotPassword, async ({ body, request }) => {
    await recovery.forgotPassword(accounts, body.email, request)
    return done
  })

  serve(contract.resetPassword, async ({ body, request }) => {
    await recovery.resetPassword(accounts, body, request.ip)
    return done
  })

  serve(contract.changePassword, async ({ body, request, reply }) => {
    const viewer = viewerOf(request)
    await recovery.changePassword(accounts, viewer, body, request.ip)
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
}
