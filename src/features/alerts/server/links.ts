import { filtersOf, parseSearchCriteria, searchParamsOf, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { AppError } from '#shared/errors.ts'
import { alertsPath, confirmAlertPath, jobsPath, stopAlertPath, withQuery } from '#shared/paths.ts'
import { readSignedToken, signedToken, type Secrets } from '#platform/server/secret.ts'
import { alertLabel, alertTexts } from '../model.ts'

export type LinkSettings = { publicUrl: string; secrets: Secrets }

/** The purposes of links; a token names a subject. */
const purposes = {
  confirm: 'alerts.confirm',
  stop: 'alerts.stop',
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

/** @throws {AppError} for a token that was not made for this purpose. */
export function subjectOf({ secrets }: LinkSettings, purpose: Purpose, token: string): string {
  const subject = readSignedToken(secrets, purposes[purpose], token)
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
