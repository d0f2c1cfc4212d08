import type { AccessRow } from '../access-row.ts'

const calls = [
  'GET /api/admin/queue',
  'GET /api/admin/queue/sources',
  'PUT /api/admin/postings/:id',
  'GET /api/admin/places',
  'POST /api/admin/postings/:id/fact-answers',
  'POST /api/admin/postings/:id/decision',
  'GET /api/admin/decisions',
  'POST /api/admin/decisions',
  'POST /api/admin/decisions/:id/undo',
  'POST /api/admin/source-decisions',
  'POST /api/admin/source-decisions/:id/stop',
  'GET /api/admin/duplicates',
  'POST /api/admin/duplicates/:id/dismissal',
  'POST /api/admin/duplicates/:id/merge',
]

const callsOfAdministrators = [
  'GET /api/admin/vouched-employers',
  'POST /api/admin/vouched-employers',
  'DELETE /api/admin/vouched-employers/:id',
]

export const rows: AccessRow[] = [
  ...calls.map((call) => ({ call, allowed: ['moderator', 'admin'] as const })),
  ...callsOfAdministrators.map((call) => ({ call, allowed: ['admin'] as const })),
]
