import { everybody, type AccessRow } from '../access-row.ts'

/** In demo mode, which is how the tests run. */
export const rows: AccessRow[] = ['GET /api/dev/mail', 'GET /api/dev/mail/:id', 'GET /api/dev/mail/:id/html'].map((call) => ({
  call,
  allowed: everybody,
}))
