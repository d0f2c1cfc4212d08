import { everybody, type AccessRow, type Who } from '../access-row.ts'

const posters = ['employer', 'recruiter', 'admin'] as const satisfies readonly Who[]

export const rows: AccessRow[] = [
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
