import type { FastifyInstance } from 'fastify'
import { sourceFile } from './endpoint.ts'

const validDays = 180

/** `/.well-known/security.txt` (RFC 9116): whom to tell about a weakness. It expires in half a year from each start. */
export function registerSecurityTxt(app: FastifyInstance, { contact, publicUrl }: { contact: string; publicUrl: string }): void {
  const expires = new Date(Date.now() + validDays * 24 * 60 * 60_000)
  expires.setUTCHours(0, 0, 0, 0)
  const path = '/.well-known/security.txt'
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}${path}`,
  ]
  const config = { access: 'public', name: 'securityTxt', file: sourceFile(import.meta.url) } as const
  const schema: object = { hide: true }
  app.get(path, { config, schema }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`),
  )
}
