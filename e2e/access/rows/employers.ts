import { everybody, signedIn, type AccessRow } from '../access-row.ts'

const posters = ['employer', 'recruiter', 'admin'] as const
const organization = { name: 'Ada Clinic', site: '', description: '' }
const token = 'x'.repeat(30)

export const rows: AccessRow[] = [
  { call: 'GET /api/employers', allowed: everybody },
  { call: 'GET /api/employers/:slug', allowed: everybody, params: { slug: 'mayo-clinic' } },

  { call: 'GET /api/organization', allowed: posters },
  { call: 'PUT /api/organization', allowed: posters, body: organization },
  { call: 'POST /api/organization/names', allowed: posters, body: { name: 'Ada Clinic' } },
  { call: 'PUT /api/organization/logo', allowed: posters },
  { call: 'DELETE /api/organization/logo', allowed: posters },
  { call: 'POST /api/organization/photos', allowed: posters },
  { call: 'DELETE /api/organization/photos/:id', allowed: posters },
  {
    call: 'GET /photos/:id/:size',
    allowed: everybody,
    params: { id: '01900000-0000-7000-8000-000000000000', size: '640' },
  },
  {
    call: 'GET /logos/:id/:size',
    allowed: everybody,
    params: { id: '01900000-0000-7000-8000-000000000000', size: '96' },
  },
  { call: 'PUT /api/organization/agencies/:id', allowed: posters, body: { isAllowed: true } },
  { call: 'POST /api/organization/uses/:id/removal', allowed: posters },
  {
    call: 'POST /api/organization/invitations',
    allowed: posters,
    body: { email: 'guest@mail.test', seat: 'reader' },
  },
  { call: 'DELETE /api/organization/invitations/:id', allowed: posters },
  { call: 'PUT /api/organization/members/:id', allowed: posters, body: { seat: 'reader' } },
  { call: 'DELETE /api/organization/members/:id', allowed: posters },
  {
    call: 'PUT /api/organization/postings/:id',
    allowed: posters,
    body: { to: '01900000-0000-7000-8000-000000000000' },
  },
  {
    call: 'POST /api/employers/:slug/seat-requests',
    allowed: posters,
    params: { slug: 'mayo-clinic' },
  },
  { call: 'GET /api/seat-requests', allowed: posters },
  { call: 'PUT /api/seat-requests/:id', allowed: posters, body: { decision: 'grant' } },
  // Need the token of an invitation.
  { call: 'GET /api/invitation', allowed: everybody },
  { call: 'POST /api/invitation', allowed: signedIn, body: { token } },
]
