import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashSecret, newSecret } from '#features/accounts/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { hasLink, insertLink } from './queries-links.ts'

/** The secrets by which people without an account come back to what they posted. */

/** For one mail; every mail about a posting has its own, and all of them work. */
export async function newManageToken(trx: Db, jobId: string): Promise<string> {
  const token = newSecret()
  await insertLink(trx, hashSecret(token), jobId, 'manage')
  return token
}

const days = 30
const seconds = days * 24 * 60 * 60

/** The cookie that shows a browser the confirmation of what was posted in it, and opens nothing else. */
export function postedCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-posted' : 'posted'

  return {
    /** One secret for all that a browser posts; one that we did not give out is replaced. */
    async remember(db: Db, request: FastifyRequest, reply: FastifyReply, jobId: string): Promise<void> {
      const held = request.cookies[name]
      const token = held !== undefined && (await hasLink(db, hashSecret(held), 'posted')) ? held : newSecret()
      await insertLink(db, hashSecret(token), jobId, 'posted')
      reply.setCookie(name, token, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: seconds })
    },

    async opens(db: Db, request: FastifyRequest, jobId: string): Promise<boolean> {
      const held = request.cookies[name]
      return held !== undefined && hasLink(db, hashSecret(held), 'posted', jobId)
    },
  }
}
