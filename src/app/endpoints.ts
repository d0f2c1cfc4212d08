import type { Endpoint } from '#shared/contract.ts'

// oxlint-disable typescript/consistent-type-imports -- a contract is one line here
type Contracts =
  | typeof import('#features/accounts/contract.ts')
  | typeof import('#features/accounts/contract-two-factor.ts')
  | typeof import('#features/admin/contract.ts')
  | typeof import('#features/admin/contract-audit.ts')
  | typeof import('#features/api/contract.ts')
  | typeof import('#features/alerts/contract.ts')
  | typeof import('#features/connections/contract.ts')
  | typeof import('#features/contact/contract.ts')
  | typeof import('#features/cv/contract.ts')
  | typeof import('#features/deliveries/contract.ts')
  | typeof import('#features/desk/contract.ts')
  | typeof import('#features/duplicates/contract.ts')
  | typeof import('#features/favorites/contract.ts')
  | typeof import('#features/home/contract.ts')
  | typeof import('#features/imports/contract.ts')
  | typeof import('#features/imports/contract-pages.ts')
  | typeof import('#features/imports/contract-sources.ts')
  | typeof import('#features/inquiries/contract.ts')
  | typeof import('#features/inquiries/contract-hiring.ts')
  | typeof import('#features/inquiries/contract-inbox.ts')
  | typeof import('#features/inquiries/contract-questions.ts')
  | typeof import('#features/inquiries/contract-reports.ts')
  | typeof import('#features/insights/contract.ts')
  | typeof import('#features/jobs/contract.ts')
  | typeof import('#features/jobs/contract-counts.ts')
  | typeof import('#features/jobs/contract-feeds.ts')
  | typeof import('#features/mailbox/contract.ts')
  | typeof import('#features/moderation/contract.ts')
  | typeof import('#features/names/contract.ts')
  | typeof import('#features/newsletter/contract.ts')
  | typeof import('#features/places/contract.ts')
  | typeof import('#features/postings/contract-dashboard.ts')
  | typeof import('#features/postings/contract.ts')
  | typeof import('#features/employers/contract.ts')
  | typeof import('#features/employers/contract-team.ts')
  | typeof import('#features/profiles/contract.ts')
  | typeof import('#features/salaries/contract.ts')
  | typeof import('#features/system/contract.ts')
  | typeof import('#features/widget/contract.ts')
// oxlint-enable typescript/consistent-type-imports

type EndpointsIn<Contract> = Contract extends unknown
  ? Extract<Contract[keyof Contract], Endpoint>
  : never

/** The client's calls are typed by these contracts: a new contract is added above. */
declare module '#shared/contract.ts' {
  interface Endpoints {
    all: EndpointsIn<Contracts>
  }
}
