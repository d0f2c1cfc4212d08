import type { FastifyRequest } from 'fastify'
import { isLoopback } from '#server/lib/oidc-settings.ts'

/** Whether a page of ours led here. Unlike elsewhere, saying nothing about it counts as no. */
export function isFromOwnPage({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.referer !== undefined && URL.canParse(headers.referer) && new URL(headers.referer).origin === publicUrl
}

/**
 * The same call at the site's public address, for visitors on the server's own machine who typed 'localhost' for '127.0.0.1':
 * the provider leads back to the public address, where cookies of another name's host are not sent.
 */
export function publicAddressOf(request: FastifyRequest, publicUrl: string): string | undefined {
  const { protocol, host } = new URL(publicUrl)
  const asked = `${protocol}//${request.headers.host ?? host}`
  if (asked === publicUrl || !URL.canParse(asked) || !isLoopback(asked) || !isLoopback(publicUrl)) return undefined
  return new URL(asked).port === new URL(publicUrl).port ? publicUrl + request.url : undefined
}
