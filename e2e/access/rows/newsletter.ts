import { everybody, type AccessRow } from '../access-row.ts'

const email = 'reader@mail.test'

export const rows: AccessRow[] = [
  { call: 'POST /api/subscribe', allowed: everybody, body: { email } },
  { call: 'POST /subscribe', allowed: everybody, body: { email } },
  { call: 'POST /newsletter/confirmation', allowed: everybody },
  { call: 'POST /api/unsubscribe', allowed: everybody, body: { email } },
  { call: 'POST /unsubscribe/one-click', allowed: everybody },
]
