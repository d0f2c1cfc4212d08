import { unsubscribePath, withQuery } from '#shared/paths.ts'
import { readSignedToken, signedToken } from '#server/lib/signed-link.ts'
import { unsubscribeOneClick } from '../contract.ts'

export type LinkSettings = { publicUrl: string; secret: string }

const purpose = 'newsletter.unsubscribe'

/** For a newsletter's mail to one subscriber: the page behind its link, and what `List-Unsubscribe` names (RFC 8058). */
export function unsubscribeLinks({ publicUrl, secret }: LinkSettings, subscriberId: string) {
  const token = signedToken(secret, purpose, subscriberId)
  return {
    page: publicUrl + withQuery(unsubscribePath, { token }),
    oneClick: publicUrl + withQuery(unsubscribeOneClick.path, { token }),
  }
}

export const subscriberOf = ({ secret }: LinkSettings, token: string): string | undefined =>
  readSignedToken(secret, purpose, token)
