import type { BounceKind, SuppressionScope } from '#shared/mail.ts'
import { formatNumber } from '#shared/numbers.ts'
import { keysOf } from '#shared/keys.ts'

/** What became of a mail, the most pressing first. */
export const mailStateLabels = {
  dead: 'Failed',
  suppressed: 'Held back',
  waiting: 'Waiting for room',
  queued: 'On the way',
  gathered: 'In another email',
  sent: 'Sent',
} as const
export type MailState = keyof typeof mailStateLabels
export const mailStates = keysOf(mailStateLabels)

export const bounceLabels: Record<BounceKind, string> = {
  hard: 'No such mailbox',
  soft: 'Mail came back several times',
  complaint: 'Reported as spam',
}

/** What an address does not get, as the end of a sentence. */
export const scopeLabels: Record<SuppressionScope, string> = {
  lists: 'job alerts and newsletters',
  notices: 'job alerts, newsletters and notices',
  all: 'everything but account emails',
}

/** Counts stop here. */
export const maxCounted = 10_000
export const countText = (count: number) =>
  `${formatNumber(count)}${count === maxCounted ? '+' : ''}`
