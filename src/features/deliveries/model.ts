import { formatNumber } from '#shared/numbers.ts'

/** What became of a mail, the most pressing first. */
export const mailStates = ['dead', 'queued', 'sent'] as const
export type MailState = (typeof mailStates)[number]
export const mailStateLabels: Record<MailState, string> = { dead: 'Failed', queued: 'Waiting', sent: 'Sent' }

export const taskStates = ['dead', 'waiting'] as const
export type TaskState = (typeof taskStates)[number]

/** Counts stop here. */
export const maxCounted = 10_000
export const countText = (count: number): string => `${formatNumber(count)}${count === maxCounted ? '+' : ''}`

/** Shorter words would match almost everything. */
export const minSearch = 3
