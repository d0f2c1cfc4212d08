import { signedIn, type AccessRow } from '../access-row.ts'

export const rows: AccessRow[] = [
  { call: 'GET /api/account/export', allowed: signedIn },
  { call: 'DELETE /api/account', allowed: signedIn },
  { call: 'DELETE /api/admin/users/:id', body: { requestedBy: 'person', revision: 0 }, allowed: ['admin'] },
]
