import { everybody, type AccessRow } from '../access-row.ts'

export const rows: AccessRow[] = [{ call: 'POST /api/contact', allowed: everybody }]
