/** The words in which administrators decide about accounts; the audit log keeps them, and nothing that names a person. */

export const suspensionReasons = {
  spam: 'Spam, or mail that nobody asked for',
  fraud: 'Fraud, or a false identity',
  content: 'Postings that break the rules',
  stolen: 'The account seems to be in the wrong hands',
  asked: 'Its owner asked for it',
  other: 'Something else',
} as const
export type SuspensionReason = keyof typeof suspensionReasons

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
export const administrativeActions = [
  'accounts.administrator-made',
  'accounts.role-changed',
  'accounts.hospital-verified',
  'accounts.hospital-unverified',
  'accounts.suspended',
  'accounts.reinstated',
  'accounts.reset-sent',
  'accounts.erased',
] as const
export type AdministrativeAction = (typeof administrativeActions)[number]
