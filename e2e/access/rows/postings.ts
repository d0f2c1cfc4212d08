import { everybody, type AccessRow } from '../access-row.ts'

const hirers = ['employer', 'recruiter'] as const
const posters = ['employer', 'recruiter', 'admin'] as const

const form = { form: { title: 'Draft' } }
const csv = { csv: 'Title\nHospitalist', mapping: ['title'] }

export const rows: readonly AccessRow[] = [
  { call: 'POST /employers/post', body: {}, allowed: everybody },
  { call: 'POST /api/jobs', body: {}, allowed: posters },
  { call: 'GET /api/jobs/:id/posted', allowed: everybody },
  { call: 'GET /api/posting-policy', allowed: everybody },

  { call: 'GET /api/job-postings', allowed: posters },
  { call: 'GET /api/job-postings/counts', allowed: posters },
  { call: 'POST /api/job-postings', body: {}, allowed: posters },
  { call: 'GET /api/job-postings/:id', allowed: posters },
  { call: 'PUT /api/job-postings/:id', body: { isActive: true }, allowed: posters },
  { call: 'DELETE /api/job-postings/:id', allowed: posters },
  { call: 'POST /api/job-postings/:id/renew', allowed: posters },
  { call: 'POST /api/job-postings/:id/duplicate', allowed: posters },
  { call: 'GET /api/job-postings/:id/history', allowed: posters },
  {
    call: 'POST /api/job-postings/bulk',
    body: { ids: ['nobody'], action: 'renew' },
    allowed: posters,
  },
  { call: 'POST /api/job-postings/csv/preview', body: csv, allowed: posters },
  { call: 'POST /api/job-postings/csv', body: csv, allowed: posters },

  { call: 'GET /api/employer/sources', allowed: hirers },
  { call: 'POST /api/employer/sources', allowed: hirers, body: { url: 'https://site.test/jobs' } },
  {
    call: 'PUT /api/employer/sources/:id/answers',
    allowed: hirers,
    body: { fact: 'type', words: '*', answer: null },
  },
  { call: 'POST /api/employer/sources/:id/run', allowed: hirers, body: { leftOut: [] } },
  { call: 'DELETE /api/employer/sources/:id', allowed: hirers },

  { call: 'GET /api/posting-drafts', allowed: posters },
  { call: 'POST /api/posting-drafts', body: form, allowed: posters },
  {
    call: 'PUT /api/posting-drafts/:id',
    body: { ...form, updatedAt: '2026-01-01T00:00:00.000Z' },
    allowed: posters,
  },
  { call: 'DELETE /api/posting-drafts/:id', allowed: posters },

  // Needs the token of a manage link.
  { call: 'GET /api/manage-posting', allowed: everybody },
  { call: 'PUT /api/manage-posting', body: { isActive: true }, allowed: everybody },
  { call: 'GET /api/posting-policy/own', allowed: posters },
  { call: 'POST /api/manage-posting/confirmation', allowed: everybody },
  { call: 'POST /api/manage-posting/revocation', allowed: everybody },
  {
    call: 'POST /api/manage-posting/links',
    body: { email: 'nobody@mail.test' },
    allowed: everybody,
  },
  { call: 'POST /api/manage-posting/renew', allowed: everybody },
  { call: 'DELETE /api/manage-posting', allowed: everybody },
  { call: 'POST /api/manage-posting/claim', allowed: posters },
  { call: 'GET /api/found-postings', allowed: posters },
  { call: 'POST /api/found-postings/:id/claim', allowed: posters },

  {
    call: 'POST /api/insights/events',
    allowed: everybody,
    body: { jobId: '01a1fcb2-d45d-78f3-89a3-a50cc17759c6', kind: 'view' },
  },
  { call: 'GET /api/insights/week', allowed: everybody },
  { call: 'GET /api/insights', allowed: posters },
  { call: 'GET /api/insights/figures', allowed: posters },
  { call: 'GET /api/insights/comparison', allowed: posters },
  { call: 'GET /api/insights/origins', allowed: ['admin'] },
]
