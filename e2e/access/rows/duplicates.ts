import type { AccessRow } from '../access-row.ts'

const calls = ['GET /api/admin/duplicates', 'POST /api/admin/duplicates/:id/dismissal', 'POST /api/admin/duplicates/:id/merge']

export const rows: AccessRow[] = calls.map((call) => ({ call, allowed: ['moderator', 'admin'] }))
