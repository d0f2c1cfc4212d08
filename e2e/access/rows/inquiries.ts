import { everybody, signedIn, type AccessRow, type Who } from '../access-row.ts'

const posters = ['employer', 'recruiter', 'admin'] as const satisfies readonly Who[]

const token = 'x'.repeat(30)

const both = ['physician', ...posters] as const satisfies readonly Who[]

export const rows: AccessRow[] = [
  { call: 'POST /api/job-inquiry', allowed: everybody },
  { call: 'POST /api/job-inquiry/form', allowed: everybody },
  { call: 'GET /api/jobs/:id/recipient', allowed: everybody },
  { call: 'GET /api/waiting-inquiry', allowed: everybody },
  { call: 'POST /api/waiting-inquiry', body: { token: 'x' }, allowed: everybody },
  { call: 'POST /api/job-report', allowed: everybody },
  { call: 'GET /api/job-postings/:id/questions', allowed: posters },
  {
    call: 'PUT /api/job-postings/:id/questions',
    allowed: posters,
    body: { questions: [], version: null },
  },
  { call: 'GET /api/job-postings/:id/outcome', allowed: posters },
  { call: 'PUT /api/job-postings/:id/outcome', allowed: posters },
  { call: 'POST /api/found-postings/:id/disowning', allowed: posters },
  { call: 'GET /api/open-outcomes', allowed: posters },
  { call: 'GET /api/applications', allowed: ['physician'] },
  { call: 'GET /api/applications/:id', allowed: ['physician'] },
  { call: 'PUT /api/threads/:id', allowed: both, body: { blocked: true } },
  { call: 'PUT /api/threads/:id/read', allowed: both },
  { call: 'POST /api/threads/:id/messages', allowed: both },
  { call: 'POST /api/threads/:id/report', allowed: both },
  { call: 'GET /api/threads/:id/files/:messageId', allowed: both },
  { call: 'GET /api/notices', allowed: signedIn },
  { call: 'PUT /api/notices', allowed: signedIn },
  { call: 'POST /api/applications/:id/withdrawal', allowed: ['physician'] },
  { call: 'POST /api/applications/:id/hire', allowed: ['physician'] },
  { call: 'GET /api/inbox', allowed: posters },
  { call: 'GET /api/inbox.csv', allowed: posters },
  { call: 'GET /api/inbox/:id', allowed: posters },
  { call: 'GET /api/inbox/:id/cv', allowed: posters },
  { call: 'PUT /api/inbox/:id/stage', allowed: posters },
  { call: 'PUT /api/inbox/:id/assignee', allowed: posters, body: { userId: null } },
  { call: 'PUT /api/inbox/:id/person', allowed: posters },
  { call: 'PUT /api/inbox/:id/interview', allowed: posters },
  { call: 'POST /api/applications/:id/interview', allowed: ['physician'] },
  { call: 'POST /api/threads/:id/interview/cancellation', allowed: both },
  { call: 'GET /api/threads/:id/interview.ics', allowed: both },
  { call: 'POST /api/inbox/:id/notes', allowed: posters },
  { call: 'DELETE /api/inbox/:id/notes/:noteId', allowed: posters },
  { call: 'POST /api/inbox/replies', allowed: posters },
  { call: 'GET /api/saved-replies', allowed: posters },
  { call: 'POST /api/saved-replies', allowed: posters },
  { call: 'DELETE /api/saved-replies/:id', allowed: posters },
  { call: 'POST /api/mailed-inquiry', body: { token: 'x' }, allowed: everybody },
  { call: 'POST /api/manage-posting/inquiries', body: { token }, allowed: everybody },
  { call: 'POST /api/manage-posting/inquiries/:id/cv', body: { token }, allowed: everybody },
  {
    call: 'POST /api/mailed-inquiry/messages',
    body: { token: 'x', message: 'x' },
    allowed: everybody,
  },
  { call: 'POST /api/inquiry-cv', body: { token: 'x' }, allowed: everybody },
]
