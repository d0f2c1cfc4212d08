import { AppError } from '#shared/errors.ts'
import { alertsPath, confirmAlertPath, stopAlertPath, withQuery } from '#shared/paths.ts'
import { readSignedToken, signedToken } from '#server/lib/secret.ts'
import { alertTexts } from '../model.ts'

export type LinkSettings = { publicUrl: string; secret: string }

/** What a link lets its holder do, and what its token names. */
const purposes = {
  /** An alert, by its id. */
  confirm: 'alerts.confirm',
  /** An alert, by its id. */
  stop: 'alerts.stop',
  /** All alerts of an address. */
  manage: 'alerts.manage',
} as const
type Purpose = keyof typeof purposes

export const manageToken = ({ secret }: LinkSettings, email: string): string => signedToken(secret, purposes.manage, email)

export const manageLink = (links: LinkSettings, email: string): string =>
  links.publicUrl + withQuery(alertsPath, { token: manageToken(links, email) })

export const confirmLink = ({ publicUrl, secret }: LinkSettings, id: string): string =>
  publicUrl + withQuery(confirmAlertPath, { token: signedToken(secret, purposes.confirm, id) })

/** A page that asks, for who follows it; a POST to it stops the alert at once. */
export const stopLink = ({ publicUrl, secret }: LinkSettings, id: string): string =>
  publicUrl + withQuery(stopAlertPath, { token: signedToken(secret, purposes.stop, id) })

/** @throws {AppError} for a token that we have not made for this. */
export function subjectOf({ secret }: LinkSettings, purpose: Purpose, token: string): string {
  const subject = readSignedToken(secret, purposes[purpose], token)
  if (subject === undefined) throw new AppError('NOT_FOUND', alertTexts.deadLink)
  return subject
}
