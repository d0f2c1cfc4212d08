import { keysOf } from '#shared/keys.ts'

/** 'own': the organization is this employer. 'client': the organization posts for this employer. */
export const grantKinds = ['own', 'client'] as const
export type GrantKind = (typeof grantKinds)[number]

/** By whose word an organization speaks for a name. 'claim': the name belonged to nobody. */
export const authorityLabels = {
  administrator: 'An administrator',
  moderator: 'A moderator accepted a posting',
  owner: 'The owner of the name',
  claim: 'Claimed by the organization',
} as const
export type Authority = keyof typeof authorityLabels
export const authorities = keysOf(authorityLabels)

/** An organization has at most so many names of its own, with those that wait. */
export const maxOwnNames = 20
