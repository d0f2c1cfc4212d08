import { withQuery } from '#shared/paths.ts'
import type { BodyOf } from '#shared/contract.ts'
import { apiQuery, callApi } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { Search } from '#web/lib/page-route.ts'
import type { ListAuditLog, VerifyAuditEntries } from '../contract-audit.ts'

/** Something happens all the time: a list that is come back to is asked for anew. */
export const auditQuery = (params: Record<string, string>): ApiQuery<ListAuditLog> => ({
  ...apiQuery<ListAuditLog>('/api/admin/audit', params),
  staleTime: 5000,
})

const filters = ['action', 'actor', 'subject', 'from', 'to', 'address'] as const

/** What the page's address says, as the call wants it. */
export const auditParams = (search: Search): Record<string, string> =>
  Object.fromEntries([...filters, 'before'].flatMap((name) => (search[name] ? [[name, search[name]]] : [])))

/** All that is found, not only this page. */
export const auditFileUrl = (params: Record<string, string>): string =>
  withQuery('/admin/audit.csv', Object.fromEntries(Object.entries(params).filter(([name]) => name !== 'before')))

export const verifyAuditEntries = (body: BodyOf<VerifyAuditEntries>) =>
  callApi<VerifyAuditEntries>({ method: 'POST', url: '/api/admin/audit/verification', body })
