/** Who requested an erasure. */
export const erasureRequests = {
  person: 'The person themselves',
  representative: 'Someone who may act for them',
  authority: 'A court or an authority',
  operator: 'The operator of this site',
} as const
export type ErasureRequest = keyof typeof erasureRequests

export const emailFilters = ['verified', 'unverified'] as const
export const suspensionFilters = ['suspended', 'open'] as const
export const userSorts = ['newest', 'name'] as const
export type UserSort = (typeof userSorts)[number]

/** Accounts that match are counted up to here. */
export const maxCountedUsers = 1000

/** The filter value for people without a role. */
export const noRole = 'none'

/** Admin actions on accounts, by their names in the audit log. */
export const userActions = [
  'accounts.administrator-made',
  'accounts.second-step-reset',
  'accounts.role-changed',
  'accounts.hospital-verified',
  'accounts.hospital-unverified',
  'accounts.suspended',
  'accounts.reinstated',
  'accounts.reset-sent',
  'accounts.erased',
  'organizations.suspended',
  'organizations.reinstated',
] as const
export type UserAction = (typeof userActions)[number]
