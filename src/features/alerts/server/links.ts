import { filtersOf, parseSearchCriteria, searchParamsOf, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { AppError } from '#shared/errors.ts'
import { alertsPath, confirmAlertPath, jobsPath, stopAlertPath, withQuery } from '#shared/paths.ts'
import { readSignedToken, signedToken, type Secrets } from '#platform/server/secret.ts'
import { alertLabel, alertTexts } from '../model.ts'
import type { AlertRow } from './tables.ts'

export type LinkSettings = { publicUrl: string; secrets: Secrets }

/** The purposes of links; a token names a subject. */
const purposes = {
  confirm: 'alerts.confirm',
  stop: 'alerts.stop',
  stopAll: 'alerts.stop-all',
  manage: 'alerts.manage',
} as const
type Purpose = keyof typeof purposes

export const manageToken = ({ secrets }: LinkSettings, email: string): string => signedToken(secrets, purposes.manage, email)

export const manageLink = (links: LinkSettings, email: string): string =>
  links.publicUrl + withQuery(alertsPath, { token: manageToken(links, email) })

export const confirmLink = ({ publicUrl, secrets }: LinkSettings, id: string): string =>
  publicUrl + withQuery(confirmAlertPath, { token: signedToken(secrets, purposes.confirm, id) })

/** The page asks first; a POST to it stops the alert at once. */
export const stopLink = ({ publicUrl, secrets }: LinkSettings, id: string): string =>
  publicUrl + withQuery(stopAlertPath, { token: signedToken(secrets, purposes.stop, id) })

/** The same for all alerts of an address that are mailed together. */
export const stopAllLink = (
  { publicUrl, secrets }: LinkSettings,
  { email, frequency }: Pick<AlertRow, 'email' | 'frequency'>,
): string =>
  publicUrl + withQuery(stopAlertPath, { token: signedToken(secrets, purposes.stopAll, `${frequency} ${email}`), all: 'true' })

/** What a token names; undefined for one that was not made for this purpose. */
export const subjectIn = ({ secrets }: LinkSettings, purpose: Purpose, token: string): string | undefined =>
  readSignedToken(secrets, purposes[purpose], token)

/** @throws {AppError} for a token that was not made for this purpose. */
export function subjectOf(links: LinkSettings, purpose: Purpose, token: string): string {
  const subject = subjectIn(links, purpose, token)
  if (subject === undefined) throw new AppError('NOT_FOUND', alertTexts.deadLink)
  return subject
}

/** A search as an alert stores it: a canonical query string without sort order and page. */
export const searchTextOf = (params: Record<string, unknown>): string =>
  withQuery('', searchParamsOf(filtersOf(parseSearchCriteria(params))))

export const paramsOf = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

export const criteriaOf = (search: string): SearchCriteria => parseSearchCriteria(paramsOf(search))

/** The search as text. */
export const labelOf = (search: string): string => alertLabel(criteriaOf(search))

export const resultsPath = (search: string): string => `${jobsPath}${search}`
