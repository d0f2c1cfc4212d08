import { everybody, signedIn, type AccessRow } from '../access-row.ts'

export const rows: AccessRow[] = [
  { call: 'GET /api/login', allowed: everybody },
  { call: 'GET /api/login/callback/:provider', allowed: everybody },
  { call: 'GET /api/auth/providers', allowed: everybody },
  { call: 'DELETE /api/account/identities/:provider', allowed: signedIn },
]
