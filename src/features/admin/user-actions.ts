/** On whose request somebody’s data are erased. */
export const erasureRequests = {
  person: 'The person themselves',
  representative: 'Somebody who may act for them',
  authority: 'A court or an authority',
  operator: 'Whoever runs this site',
} as const
export type ErasureRequest = keyof typeof erasureRequests

export const emailFilters = ['verified', 'unverified'] as const
export const suspensionFilters = ['suspended', 'open'] as const
export const userSorts = ['newest', 'name'] as const
export type UserSort = (typeof userSorts)[number]

/** For people without a role yet. */
export const noRole = 'none'

/** What administrators do to accounts, as the audit log calls it. */
export const userActions = [
  'accounts.administrator-made',
  'accounts.role-changed',
  'accounts.hospital-verified',
  'accounts.hospital-unverified',
  'accounts.suspended',
  'accounts.reinstated',
  'accounts.reset-sent',
  'accounts.erased',
] as const
export type UserAction = (typeof userActions)[number]
