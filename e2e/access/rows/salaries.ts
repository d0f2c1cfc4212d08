import { everybody, type AccessRow } from '../access-row.ts'

export const rows: AccessRow[] = [
  { call: 'GET /api/offer', allowed: everybody },
  { call: 'GET /api/salaries', allowed: everybody },
  { call: 'GET /api/salaries/:specialty', allowed: everybody, params: { specialty: 'cardiology' } },
  { call: 'GET /api/salaries/:specialty/:state', allowed: everybody, params: { specialty: 'cardiology', state: 'TX' } },
]
