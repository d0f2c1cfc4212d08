/** What became of a mail, the most pressing first. */
export const mailStates = ['dead', 'queued', 'sent'] as const
export type MailState = (typeof mailStates)[number]

export const taskStates = ['dead', 'waiting'] as const
export type TaskState = (typeof taskStates)[number]

/** Counting stops there. */
export const mostCounted = 10_000

/** Shorter ones would be found everywhere. */
export const shortestSearch = 3
