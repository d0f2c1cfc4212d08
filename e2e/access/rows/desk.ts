import type { AccessRow } from '../access-row.ts'

export const rows: AccessRow[] = [
  { call: 'GET /api/desk', allowed: ['physician'] },
  { call: 'POST /api/desk/visits', allowed: ['physician'] },
  { call: 'PUT /api/desk/introduction', allowed: ['physician'], body: { text: 'I am looking for a position.' } },
]
