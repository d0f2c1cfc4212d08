import type { AccessRow } from '../access-row.ts'

const calls = [
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

export const rows: AccessRow[] = calls.map((call) => ({ call, allowed: ['admin'] }))
