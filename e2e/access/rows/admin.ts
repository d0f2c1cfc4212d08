import { everybody, type AccessRow } from '../access-row.ts'

const calls = [
  'GET /api/admin/summary',
  'GET /api/admin/settings',
  'PUT /api/admin/settings/publishing',
  'PUT /api/admin/settings/periods',
  'PUT /api/admin/settings/hero-figures',
  'GET /api/admin/audit',
  'GET /admin/audit.csv',
  'POST /api/admin/reload',
  'GET /admin/subscribers.csv',
  'POST /api/admin/import-apify',
  'GET /api/admin/system',
  'GET /api/admin/mails',
  'POST /api/admin/mails/resend',
  'GET /api/admin/suppressions',
  'DELETE /api/admin/suppressions/:id',
  'GET /api/admin/tasks',
  'POST /api/admin/tasks/retry',
  'DELETE /api/admin/tasks/:id',
]

export const rows: AccessRow[] = [
  ...calls.map((call) => ({ call, allowed: ['admin'] as const })),
  { call: 'POST /api/bounces', allowed: everybody, body: {} },
]
