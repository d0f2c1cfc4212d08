import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Other sites, and mail programs, may make this call: it must do nothing on the strength of a cookie. */
    openToOtherSites?: boolean
  }
}

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A page of another site can make a browser send its visitor's cookies along. So calls that change something must come from
 * our own pages; browsers say where a call comes from, and scripts of other sites cannot change what they say.
 */
export function refuseOtherSites(app: FastifyInstance, publicOrigin: string): void {
  app.addHook('onRequest', async (request) => {
    if (harmless.has(request.method) || request.routeOptions.config.openToOtherSites) return
    if (!isOwn(request, publicOrigin)) throw new AppError('FORBIDDEN', 'This call must come from our own pages.')
  })
}

function isOwn({ headers }: FastifyRequest, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  // Browsers leave the header above out on plain HTTP.
  if (headers.origin !== undefined) return headers.origin === publicOrigin || hostOf(headers.origin) === headers.host
  // Neither is a program that is no browser. It has no cookies that it did not put there itself; if it has, it can send an Origin, too.
  return headers.cookie === undefined
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
