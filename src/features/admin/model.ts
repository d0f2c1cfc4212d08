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
