import { posting } from '#test/posting-forms.ts'
import type { AccessRow } from '../access-row.ts'

const posters = ['employer', 'recruiter', 'admin'] as const
const byKey = { allowed: [], byKey: true } as const
const params = { reference: 'REQ-7' }

export const rows: AccessRow[] = [
  { call: 'GET /api/connections', allowed: posters },
  {
    call: 'POST /api/connections/keys',
    allowed: posters,
    body: { name: 'Our ATS', scope: 'postings' },
  },
  {
    call: 'POST /api/connections/hooks',
    allowed: posters,
    body: { url: 'https://hooks.mail.test/whitecoat' },
  },
  { call: 'DELETE /api/connections/:id', allowed: posters },
  { call: 'POST /api/connections/hooks/:id/deliveries', allowed: posters, body: {} },

  { call: 'PUT /api/v1/postings/:reference', ...byKey, params, body: posting() },
  { call: 'GET /api/v1/postings/:reference', ...byKey, params },
  { call: 'DELETE /api/v1/postings/:reference', ...byKey, params },
  { call: 'GET /api/v1/applications', ...byKey },
  { call: 'GET /api/v1/applications/:id', ...byKey },
  { call: 'GET /api/v1/applications/:id/cv', ...byKey },
]
