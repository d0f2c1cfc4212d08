import type { AccessRow } from '../access-row.ts'

const jobId = '01a1fcb2-d45d-78f3-89a3-a50cc17759c6'

/** Favorites, their desk, the profile with who finds it, and the CV. */
export const rows: AccessRow[] = [
  { call: 'GET /api/favorites', allowed: ['physician'] },
  { call: 'GET /api/favorites/ids', allowed: ['physician'] },
  { call: 'POST /api/favorites', allowed: ['physician'], body: { jobId } },
  { call: 'DELETE /api/favorites/:jobId', allowed: ['physician'] },
  { call: 'GET /api/favorites/check/:jobId', allowed: ['physician'] },
  { call: 'PUT /api/favorites/:jobId', allowed: ['physician'], body: { note: 'Ask about call.' } },
  { call: 'GET /api/favorites/calendar.ics', allowed: ['physician'] },
  { call: 'GET /api/hidden-jobs', allowed: ['physician'] },
  { call: 'PUT /api/hidden-jobs/:jobId', allowed: ['physician'], body: { isHidden: false } },
  { call: 'GET /api/desk', allowed: ['physician'] },
  { call: 'POST /api/desk/visits', allowed: ['physician'] },
  {
    call: 'PUT /api/desk/introduction',
    allowed: ['physician'],
    body: { text: 'I am looking for a position.' },
  },
  { call: 'GET /api/profile', allowed: ['physician'] },
  { call: 'PUT /api/profile', allowed: ['physician'], body: { fields: {}, shown: [] } },
  { call: 'GET /api/profile/jobs', allowed: ['physician'] },
  { call: 'POST /api/profile/reading', allowed: ['physician'] },
  {
    call: 'PUT /api/profile/finding',
    allowed: ['physician'],
    body: { isOn: false, showsName: false, toFirms: false, hiddenStates: [] },
  },
  { call: 'GET /api/profile/views', allowed: ['physician'] },
  { call: 'GET /api/profile/invitations', allowed: ['physician'] },
  {
    call: 'POST /api/profile/invitations/:id/answer',
    allowed: ['physician'],
    body: { message: null },
  },
  { call: 'GET /api/job-postings/:id/candidates', allowed: ['employer', 'recruiter'] },
  { call: 'GET /api/job-postings/:id/candidates/:candidateId', allowed: ['employer', 'recruiter'] },
  {
    call: 'POST /api/job-postings/:id/candidates/:candidateId/invitation',
    allowed: ['employer', 'recruiter'],
    body: { message: 'We would like to meet you.' },
  },
  { call: 'GET /api/submittals', allowed: ['recruiter'] },
  {
    call: 'POST /api/submittals',
    allowed: ['recruiter'],
    body: {
      jobId,
      message: 'A calm cardiologist from Texas.',
      physician: { inquiryId: jobId },
    },
  },
  { call: 'POST /api/profile/cv', allowed: ['physician'] },
  { call: 'DELETE /api/profile/cv', allowed: ['physician'] },
  { call: 'GET /api/profile/cv/download', allowed: ['physician'] },
  { call: 'GET /api/profile/cv/openings', allowed: ['physician'] },
]
