/** Where a mail is on its way. */
export const mailStates = ['queued', 'sent', 'dead'] as const
export type MailState = (typeof mailStates)[number]
