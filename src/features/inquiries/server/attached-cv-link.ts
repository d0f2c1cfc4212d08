import { readSignedToken, signedToken } from '#server/lib/signed-link.ts'
import { withQuery } from '#shared/paths.ts'

/** For posters without an account: the link in their mail opens the one CV that was sent to them. */
const purpose = 'attached-cv'
const days = 30

export const attachedCvPath = '/api/inquiry-cv'

export const attachedCvLink = (secret: string, inquiryId: string, now = Date.now()): string =>
  withQuery(attachedCvPath, { token: signedToken(secret, purpose, `${inquiryId} ${now + days * 24 * 60 * 60 * 1000}`) })

/** The inquiry whose CV a link opens; undefined once it has run out, or if it is not ours. */
export function inquiryOfLink(secret: string, token: string, now = Date.now()): string | undefined {
  const [inquiryId, until] = readSignedToken(secret, purpose, token)?.split(' ') ?? []
  return Number(until) > now ? inquiryId : undefined
}
