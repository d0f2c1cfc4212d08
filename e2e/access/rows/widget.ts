import { everybody, type AccessRow } from '../access-row.ts'

export const rows: AccessRow[] = [
  { call: 'GET /api/widget', allowed: ['employer', 'recruiter', 'admin'] },
  { call: 'GET /widget', allowed: everybody },
  { call: 'GET /widget.js', allowed: everybody },
]
