import { everybody, type AccessRow } from '../access-row.ts'

export const rows: AccessRow[] = [
  ...['GET /api/dev/mail', 'GET /api/dev/mail/:id', 'GET /api/dev/mail/:id/html'].map((call) => ({ call, allowed: everybody })),
  { call: 'POST /api/dev/mail/:id/bounce', allowed: everybody, body: { kind: 'hard' } },
]
