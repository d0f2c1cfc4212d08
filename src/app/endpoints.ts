import type { Endpoint } from '#shared/contract.ts'
import type * as accounts from '#features/accounts/contract.ts'
import type * as accountSecurity from '#features/accounts/contract-security.ts'
import type * as admin from '#features/admin/contract.ts'
import type * as api from '#features/api/contract.ts'
import type * as alerts from '#features/alerts/contract.ts'
import type * as contact from '#features/contact/contract.ts'
import type * as cv from '#features/cv/contract.ts'
import type * as deliveries from '#features/deliveries/contract.ts'
import type * as desk from '#features/desk/contract.ts'
import type * as duplicates from '#features/duplicates/contract.ts'
import type * as favorites from '#features/favorites/contract.ts'
import type * as home from '#features/home/contract.ts'
import type * as imports from '#features/imports/contract.ts'
import type * as inquiries from '#features/inquiries/contract.ts'
import type * as insights from '#features/insights/contract.ts'
import type * as jobs from '#features/jobs/contract.ts'
import type * as mailbox from '#features/mailbox/contract.ts'
import type * as moderation from '#features/moderation/contract.ts'
import type * as newsletter from '#features/newsletter/contract.ts'
import type * as places from '#features/places/contract.ts'
import type * as postingsDashboard from '#features/postings/contract-dashboard.ts'
import type * as postings from '#features/postings/contract.ts'
import type * as employers from '#features/employers/contract.ts'
import type * as salaries from '#features/salaries/contract.ts'
import type * as system from '#features/system/contract.ts'
import type * as widget from '#features/widget/contract.ts'

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
  | typeof employers
  | typeof system
  | typeof widget

type EndpointsIn<Contract> = Contract extends unknown ? Extract<Contract[keyof Contract], Endpoint> : never

/** The client's calls are typed by these contracts: a new contract is added above. */
declare module '#shared/contract.ts' {
  interface Endpoints {
    all: EndpointsIn<Contracts>
  }
}
