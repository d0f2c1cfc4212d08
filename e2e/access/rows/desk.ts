import type { AccessRow } from '../access-row.ts'

export const rows: AccessRow[] = [
  { call: 'GET /api/desk', allowed: ['physician'] },
  { call: 'POST /api/desk/visits', allowed: ['physician'] },
  { call: 'PUT /api/desk/introduction', allowed: ['physician'], body: { text: 'I am looking for a position.', version: 0 } },
  { call: 'POST /api/desk/inquiries', allowed: ['physician'], body: { jobId: '01a1fcb2-d45d-78f3-89a3-a50cc17759c6' } },
]
