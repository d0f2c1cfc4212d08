import type { AccessRow } from '../access-row.ts'

export const rows: AccessRow[] = [
  { call: 'POST /api/profile/cv', allowed: ['physician'] },
  { call: 'DELETE /api/profile/cv', allowed: ['physician'] },
  { call: 'GET /api/profile/cv/download', allowed: ['physician'] },
  { call: 'GET /api/profile/cv/openings', allowed: ['physician'] },
]
