import type { AccessRow } from './access-row.ts'
import { rows as accounts } from './rows/accounts.ts'
import { rows as admin } from './rows/admin.ts'
import { rows as connections } from './rows/connections.ts'
import { rows as employers } from './rows/employers.ts'
import { rows as inquiries } from './rows/inquiries.ts'
import { rows as physicians } from './rows/physicians.ts'
import { rows as postings } from './rows/postings.ts'
import { rows as site } from './rows/site.ts'
import { rows as visitors } from './rows/visitors.ts'

export const rows: readonly AccessRow[] = [
  ...accounts,
  ...admin,
  ...connections,
  ...employers,
  ...inquiries,
  ...physicians,
  ...postings,
  ...site,
  ...visitors,
]
