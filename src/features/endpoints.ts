import type { Endpoint } from '#shared/contract.ts'
import type * as accounts from './accounts/contract.ts'
import type * as accountSecurity from './accounts/contract-security.ts'
import type * as admin from './admin/contract.ts'
import type * as api from './api/contract.ts'
import type * as alerts from './alerts/contract.ts'
import type * as contact from './contact/contract.ts'
import type * as cv from './cv/contract.ts'
import type * as deliveries from './deliveries/contract.ts'
import type * as desk from './desk/contract.ts'
import type * as duplicates from './duplicates/contract.ts'
import type * as favorites from './favorites/contract.ts'
import type * as home from './home/contract.ts'
import type * as imports from './imports/contract.ts'
import type * as inquiries from './inquiries/contract.ts'
import type * as insights from './insights/contract.ts'
import type * as jobs from './jobs/contract.ts'
import type * as mailbox from './mailbox/contract.ts'
import type * as moderation from './moderation/contract.ts'
import type * as newsletter from './newsletter/contract.ts'
import type * as places from './places/contract.ts'
import type * as postingsDashboard from './postings/contract-dashboard.ts'
import type * as postings from './postings/contract.ts'
import type * as salaries from './salaries/contract.ts'
import type * as system from './system/contract.ts'
import type * as widget from './widget/contract.ts'

type Contracts =
  | typeof accounts
  | typeof accountSecurity
  | typeof admin
  | typeof alerts
  | typeof contact
  | typeof api
  | typeof cv
  | typeof deliveries
  | typeof desk
  | typeof duplicates
  | typeof favorites
  | typeof home
  | typeof imports
  | typeof inquiries
  | typeof insights
  | typeof jobs
  | typeof mailbox
  | typeof moderation
  | typeof newsletter
  | typeof places
  | typeof postingsDashboard
  | typeof postings
  | typeof salaries
  | typeof system
  | typeof widget

type EndpointsIn<Contract> = Contract extends unknown ? Extract<Contract[keyof Contract], Endpoint> : never

/** The client's calls are typed by these contracts: a new contract is added above. */
declare module '#shared/contract.ts' {
  interface Endpoints {
    all: EndpointsIn<Contracts>
  }
}
