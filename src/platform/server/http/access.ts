import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { keyScopeOf, type Access, type KeyScope, type Role } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'

/** The signed-in user of a request. */
export type Viewer = {
  id: string
  sessionId: string
  role: Role | null
  email: string | null
  emailVerified: boolean
  firstName: string | null
  lastName: string | null
  /** Whether the session's holder signed in or re-authenticated within the last minutes. */
  isRecentlyAuthenticated: boolean
  /**
   * An administrator or moderator who has to set up a second factor first; `role` is null
   * meanwhile.
   */
  lacksTwoFactor: boolean
}

/** The key that calls in place of a session; `viewer` is the person who made the key. */
type CallerKey = { id: string; scope: KeyScope; organizationId: string }

/** The person behind an audited action, and the IP address. */
export type Actor = { actorId: string; ip: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The roles that may call the route. The server refuses to start without it. */
    access?: Access
    name?: string
    file?: string
  }
  interface FastifyRequest {
    /** Null for anonymous requests. */
    viewer: Viewer | null
    key: CallerKey | null
  }
  interface FastifyInstance {
    /** Every registered route, for the check below and for docs/map.md. */
    routeList: RouteOptions[]
  }
}

/** Closed by default: the server refuses to start with a route that declares no access. */
export function guardAccess(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.decorate('routeList', routes)
  app.decorateRequest('viewer', null)
  app.decorateRequest('key', null)
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => {
    const open = routes.filter((route) => route.config?.access === undefined)
    if (open.length > 0)
      throw new Error(
        `These routes declare no access: ${open.map((route) => `${String(route.method)} ${route.url}`).join(', ')}`,
      )
  })
  app.addHook('preParsing', async (request) => requireAccess(request))
}

/** The signed-in user, in handlers that require one. */
export function viewerOf(request: FastifyRequest): Viewer {
  if (request.viewer === null) throw new AppError('UNAUTHENTICATED')
  return request.viewer
}

// Runs before the body is read.
function requireAccess(request: FastifyRequest) {
  const { access, endpoint } = request.routeOptions.config
  // An unknown route is answered by the not-found handler.
  if (access === undefined || access === 'public') return
  const scope = keyScopeOf(access)
  if (scope) return requireScope(request, scope)
  const { role, isRecentlyAuthenticated, lacksTwoFactor } = viewerOf(request)
  if (typeof access !== 'string' && (role === null || !access.includes(role)))
    throw new AppError(
      'FORBIDDEN',
      lacksTwoFactor
        ? 'Administrators and moderators need a second step. Please set it up first.'
        : undefined,
    )
  if (endpoint?.requiresReauthentication && !isRecentlyAuthenticated)
    throw new AppError('REAUTHENTICATION_REQUIRED')
}

function requireScope({ key }: FastifyRequest, scope: KeyScope) {
  if (key === null)
    throw new AppError(
      'UNAUTHENTICATED',
      'This call takes a key that works, as “Authorization: Bearer …”.',
    )
  if (key.scope !== scope) throw new AppError('FORBIDDEN', `This key is for ${key.scope} only.`)
}

/**
 * Whether a page of ours led to this address: for the few that a browser opens and that change
 * something. Unlike elsewhere, saying nothing about it counts as no.
 */
export function isFromOwnPage({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return (
    headers.referer !== undefined &&
    URL.canParse(headers.referer) &&
    new URL(headers.referer).origin === publicUrl
  )
}
