import { filtersOf, parseSearchCriteria, searchParamsOf } from '#features/jobs/search-criteria.ts'
import { AppError } from '#shared/errors.ts'
import { alertsPath, confirmAlertPath, jobsPath, stopAlertPath, withQuery } from '#shared/paths.ts'
import { readSignedToken, signedToken, type Secrets } from '#platform/server/secret.ts'
import { alertLabel, alertTexts } from '../model.ts'

export type LinkSettings = { publicUrl: string; secrets: Secrets }

/**
 * A link's token names a subject: an alert's id, an address, or the frequency and address of alerts
 * that are mailed together.
 */
const paths = {
  confirm: confirmAlertPath,
  stop: stopAlertPath,
  'stop-all': stopAlertPath,
  manage: alertsPath,
}
type Purpose = keyof typeof paths

export const tokenOf = ({ secrets }: LinkSettings, purpose: Purpose, subject: string) =>
  signedToken(secrets, `alerts.${purpose}`, subject)

/** The page asks first; a POST to the path of a link that stops alerts does so at once. */
export const linkOf = (links: LinkSettings, purpose: Purpose, subject: string): string => {
  const search = {
    token: tokenOf(links, purpose, subject),
    ...(purpose === 'stop-all' && { all: 'true' }),
  }
  return links.publicUrl + withQuery(paths[purpose], search)
}

/** What a token names; undefined for one that was not made for this purpose. */
export const subjectIn = ({ secrets }: LinkSettings, purpose: Purpose, token: string) =>
  readSignedToken(secrets, `alerts.${purpose}`, token)

/** @throws {AppError} for a token that was not made for this purpose. */
export function subjectOf(links: LinkSettings, purpose: Purpose, token: string): string {
  const subject = subjectIn(links, purpose, token)
  if (subject === undefined) throw new AppError('NOT_FOUND', alertTexts.deadLink)
  return subject
}

/** A search as an alert stores it: a canonical query string without sort order and page. */
export const searchTextOf = (params: Record<string, unknown>) =>
  withQuery('', searchParamsOf(filtersOf(parseSearchCriteria(params))))

export const paramsOf = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

export const criteriaOf = (search: string) => parseSearchCriteria(paramsOf(search))

/** The search as text. */
export const labelOf = (search: string) => alertLabel(criteriaOf(search))

export const resultsPath = (search: string) => `${jobsPath}${search}`
