import { everybody, type AccessRow } from '../access-row.ts'

export const rows: AccessRow[] = [
  { call: 'GET /api/employers', allowed: everybody },
  { call: 'GET /api/employers/:slug', allowed: everybody, params: { slug: 'mayo-clinic' } },
]
