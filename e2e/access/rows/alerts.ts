import { everybody, signedIn, type AccessRow } from '../access-row.ts'

const change = { status: 'paused' }

/** Who is not signed in needs the token of a mail's link. */
export const rows: AccessRow[] = [
  { call: 'POST /api/alerts', allowed: everybody, body: { search: {}, email: 'reader@mail.test' } },
  { call: 'POST /api/alerts/confirm', allowed: everybody, body: { token: 'none' } },
  { call: 'POST /api/alerts/link', allowed: everybody, body: { email: 'reader@mail.test' } },
  { call: 'GET /api/alerts', allowed: signedIn },
  { call: 'PUT /api/alerts/:id', allowed: signedIn, body: change },
  { call: 'DELETE /api/alerts/:id', allowed: signedIn },
  { call: 'POST /alerts/stop', allowed: everybody },
]
