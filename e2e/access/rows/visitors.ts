import { everybody, type AccessRow } from '../access-row.ts'

const email = 'reader@mail.test'

/** Contact, newsletter, salaries, the widget, and the demo's mailbox. */
export const rows: AccessRow[] = [
  { call: 'POST /api/contact', allowed: everybody },
  { call: 'POST /api/subscribe', allowed: everybody, body: { email } },
  { call: 'POST /subscribe', allowed: everybody, body: { email } },
  { call: 'POST /newsletter/confirmation', allowed: everybody },
  { call: 'POST /api/unsubscribe', allowed: everybody, body: { email } },
  { call: 'POST /unsubscribe/one-click', allowed: everybody },
  { call: 'GET /api/offer', allowed: everybody },
  { call: 'GET /api/salaries', allowed: everybody },
  { call: 'GET /api/salaries/:specialty', allowed: everybody, params: { specialty: 'cardiology' } },
  { call: 'GET /api/salaries/:specialty/:state', allowed: everybody, params: { specialty: 'cardiology', state: 'TX' } },
  { call: 'GET /api/widget', allowed: ['employer', 'recruiter', 'admin'] },
  { call: 'GET /widget', allowed: everybody },
  { call: 'GET /widget.js', allowed: everybody },
  ...['GET /api/dev/mail', 'GET /api/dev/mail/:id', 'GET /api/dev/mail/:id/html'].map((call) => ({ call, allowed: everybody })),
  { call: 'POST /api/dev/mail/:id/bounce', allowed: everybody, body: { kind: 'hard' } },
]
