import type { AccessRow } from './access-row.ts'
import { rows as accounts } from './rows/accounts.ts'
import { rows as admin } from './rows/admin.ts'
import { rows as personalData } from './rows/personal-data.ts'
import { rows as alerts } from './rows/alerts.ts'
import { rows as contact } from './rows/contact.ts'
import { rows as cv } from './rows/cv.ts'
import { rows as deliveries } from './rows/deliveries.ts'
import { rows as desk } from './rows/desk.ts'
import { rows as duplicates } from './rows/duplicates.ts'
import { rows as employers } from './rows/employers.ts'
import { rows as favorites } from './rows/favorites.ts'
import { rows as imports } from './rows/imports.ts'
import { rows as inquiries } from './rows/inquiries.ts'
import { rows as insights } from './rows/insights.ts'
import { rows as mailbox } from './rows/mailbox.ts'
import { rows as moderation } from './rows/moderation.ts'
import { rows as newsletter } from './rows/newsletter.ts'
import { rows as postings } from './rows/postings.ts'
import { rows as salaries } from './rows/salaries.ts'
import { rows as oidc } from './rows/oidc.ts'
import { rows as site } from './rows/site.ts'
import { rows as widget } from './rows/widget.ts'

export const rows: readonly AccessRow[] = [
  ...accounts,
  ...admin,
  ...personalData,
  ...alerts,
  ...contact,
  ...cv,
  ...deliveries,
  ...desk,
  ...duplicates,
  ...employers,
  ...favorites,
  ...imports,
  ...inquiries,
  ...insights,
  ...mailbox,
  ...moderation,
  ...newsletter,
  ...postings,
  ...salaries,
  ...oidc,
  ...site,
  ...widget,
]
