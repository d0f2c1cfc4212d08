import type { AccessRow } from '../access-row.ts'

/** What only administrators do. */
const calls = [
  'GET /api/admin/summary',
  'POST /api/admin/reload',
  'GET /admin/subscribers.csv',
  'POST /api/admin/import-apify',
  'GET /api/admin/queue',
  'POST /api/admin/approvals',
  'POST /api/admin/postings/:id/approval',
  'POST /api/admin/postings/:id/reading',
  'POST /api/admin/postings/:id/rejection',
  'POST /api/admin/postings/:id/removal',
  'POST /api/admin/reports/:id/decision',
]

export const rows: AccessRow[] = calls.map((call) => ({ call, allowed: ['admin'] }))
