import { everybody, type AccessRow } from '../access-row.ts'

/** The desks of administrators and moderators. */

const callsOfAdministrators = [
  'GET /api/admin/summary',
  'GET /api/admin/settings',
  'PUT /api/admin/settings/publishing',
  'PUT /api/admin/settings/periods',
  'PUT /api/admin/settings/hero-figures',
  'GET /api/admin/audit',
  'GET /api/admin/explained-search',
  'GET /admin/audit.csv',
  'POST /api/admin/reload',
  'GET /admin/subscribers.csv',
  'POST /api/admin/import-apify',
  'GET /api/admin/system',
  'GET /api/admin/notices',
  'POST /api/admin/held-runs',
  'POST /api/admin/test-mail',
  'GET /api/admin/mails',
  'POST /api/admin/mails/resend',
  'GET /api/admin/suppressions',
  'DELETE /api/admin/suppressions/:id',
  'GET /api/admin/tasks',
  'POST /api/admin/tasks/retry',
  'DELETE /api/admin/tasks/:id',

  'GET /api/admin/imports',
  'GET /api/admin/imports/:id',
  'POST /api/admin/imports/:id/cancel',
  'GET /api/admin/import-sources',
  'POST /api/admin/import-sources',
  'GET /api/admin/import-sources/:id',
  'PUT /api/admin/import-sources/:id',
  'DELETE /api/admin/import-sources/:id',
  'GET /api/admin/import-sources/:id/answers',
  'PUT /api/admin/import-sources/:id/answers',
  'POST /api/admin/import-sources/:id/check',
  'POST /api/admin/import-sources/:id/run',
  'GET /api/admin/imports/:id/rows.csv',
  'POST /api/admin/import-files',
]

const callsOfModerators = [
  'GET /api/admin/queue',
  'GET /api/admin/queue/sources',
  'GET /api/admin/postings',
  'GET /api/admin/postings/:id',
  'PUT /api/admin/postings/:id',
  'POST /api/admin/postings/:id/fact-answers',
  'POST /api/admin/postings/:id/decision',
  'GET /api/admin/decisions',
  'POST /api/admin/decisions',
  'POST /api/admin/decisions/:id/undo',
  'POST /api/admin/source-decisions',
  'GET /api/admin/duplicates',
  'POST /api/admin/duplicates/:id/dismissal',
  'DELETE /api/admin/duplicates/:id/dismissal',
  'POST /api/admin/duplicates/:id/merge',
  'DELETE /api/admin/duplicates/:id/merge',
]

export const rows: AccessRow[] = [
  ...callsOfAdministrators.map((call) => ({ call, allowed: ['admin'] as const })),
  ...callsOfModerators.map((call) => ({ call, allowed: ['moderator', 'admin'] as const })),
  { call: 'POST /api/bounces', allowed: everybody, body: {} },
]
