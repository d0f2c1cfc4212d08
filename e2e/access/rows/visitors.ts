import { everybody, signedIn, type AccessRow } from '../access-row.ts'

const email = 'reader@mail.test'

/** Contact, newsletter, alerts, salaries, the widget, and the demo's mailbox. */
export const rows: AccessRow[] = [
  { call: 'POST /api/contact', allowed: everybody },
  { call: 'POST /api/subscribe', allowed: everybody, body: { email } },
  { call: 'POST /subscribe', allowed: everybody, body: { email } },
  { call: 'POST /newsletter/confirmation', allowed: everybody },
  { call: 'POST /api/unsubscribe', allowed: everybody, body: { email } },
  { call: 'POST /unsubscribe/one-click', allowed: everybody },

  // Who is not signed in needs the token of a mail's link.
  { call: 'POST /api/alerts', allowed: everybody, body: { search: {}, email } },
  { call: 'POST /api/alerts/confirm', allowed: everybody, body: { token: 'none' } },
  { call: 'POST /api/alerts/link', allowed: everybody, body: { email } },
  { call: 'GET /api/alerts', allowed: signedIn },
  { call: 'PUT /api/alerts/:id', allowed: signedIn, body: { status: 'paused' } },
  { call: 'DELETE /api/alerts/:id', allowed: signedIn },
  { call: 'POST /alerts/stop', allowed: everybody },

  { call: 'GET /api/offer', allowed: everybody },
  { call: 'GET /api/salaries', allowed: everybody },
  { call: 'GET /api/salaries/:specialty', allowed: everybody, params: { specialty: 'cardiology' } },
  {
    call: 'GET /api/salaries/:specialty/:state',
    allowed: everybody,
    params: { specialty: 'cardiology', state: 'TX' },
  },
  { call: 'GET /api/widget', allowed: ['employer', 'recruiter', 'admin'] },
  { call: 'GET /widget', allowed: everybody },
  { call: 'GET /widget.js', allowed: everybody },
  ...['GET /api/dev/mail', 'GET /api/dev/mail/:id', 'GET /api/dev/mail/:id/html'].map((call) => ({
    call,
    allowed: everybody,
  })),
  { call: 'POST /api/dev/mail/:id/bounce', allowed: everybody, body: { kind: 'hard' } },
]
