import { everybody, signedIn } from '../access-row.ts'
import type { AccessRow } from '../access-row.ts'

export const rows: AccessRow[] = [
  { call: 'GET /api/auth/user', allowed: signedIn },
  { call: 'POST /api/auth/login', allowed: everybody },
  { call: 'POST /api/auth/register', allowed: everybody },
  { call: 'GET /api/logout', allowed: everybody },
  { call: 'PUT /api/auth/user/role', allowed: signedIn },
  { call: 'POST /api/auth/verify-email', allowed: everybody },
  { call: 'POST /api/auth/verify-email/resend', allowed: signedIn },
  { call: 'POST /api/auth/forgot-password', allowed: everybody },
  { call: 'POST /api/auth/reset-password', allowed: everybody },
  { call: 'POST /api/auth/sign-in-link', allowed: everybody },
  { call: 'POST /api/auth/sign-in-link/use', allowed: everybody },
  { call: 'PUT /api/auth/password', allowed: signedIn },
  { call: 'PUT /api/account/profile', allowed: signedIn },
  { call: 'GET /api/account/sessions', allowed: signedIn },
  { call: 'DELETE /api/account/sessions/:id', allowed: signedIn },
  { call: 'DELETE /api/account/sessions', allowed: signedIn },
  { call: 'GET /api/admin/users', allowed: ['admin'] },
  { call: 'GET /api/admin/users/:id', allowed: ['admin'] },
  { call: 'PUT /api/admin/users/:id/role', body: { role: 'employer', revision: 0 }, allowed: ['admin'] },
  { call: 'PUT /api/admin/users/:id/verified-hospital', body: { verified: true, revision: 0 }, allowed: ['admin'] },
  { call: 'POST /api/admin/users/:id/suspend', body: { reason: 'other', revision: 0 }, allowed: ['admin'] },
  { call: 'POST /api/admin/users/:id/reinstate', body: { revision: 0 }, allowed: ['admin'] },
  { call: 'POST /api/admin/users/:id/password-reset', allowed: ['admin'] },
]
