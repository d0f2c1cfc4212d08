import { everybody, type AccessRow, type Who } from '../access-row.ts'

const posters = ['employer', 'recruiter', 'admin'] as const satisfies readonly Who[]

export const rows: AccessRow[] = [
  { call: 'POST /api/job-inquiry', allowed: everybody },
  { call: 'POST /api/job-inquiry/form', allowed: everybody },
  { call: 'GET /api/jobs/:id/recipient', allowed: everybody },
  { call: 'GET /api/waiting-inquiry', allowed: everybody },
  { call: 'POST /api/waiting-inquiry', body: { token: 'x' }, allowed: everybody },
  { call: 'POST /api/job-report', allowed: everybody },
  { call: 'GET /api/job-postings/:id/questions', allowed: posters },
  { call: 'PUT /api/job-postings/:id/questions', allowed: posters, body: { questions: [] } },
  { call: 'GET /api/applications', allowed: ['physician'] },
  { call: 'POST /api/applications/:id/withdrawal', allowed: ['physician'] },
  { call: 'GET /api/inbox', allowed: posters },
  { call: 'GET /api/inbox.csv', allowed: posters },
  { call: 'GET /api/inbox/:id', allowed: posters },
  { call: 'GET /api/inbox/:id/cv', allowed: posters },
  { call: 'PUT /api/inbox/:id/status', allowed: posters },
  { call: 'POST /api/inbox/:id/replies', allowed: posters },
  { call: 'POST /api/mailed-inquiry', body: { token: 'x' }, allowed: everybody },
  { call: 'GET /api/inquiry-cv', allowed: everybody },
  { call: 'POST /api/inquiry-cv', body: { token: 'x' }, allowed: everybody },
  { call: 'POST /api/inquiry-cv/renewal', body: { token: 'x' }, allowed: everybody },
]
