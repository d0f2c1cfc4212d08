/**
 * 'hard': there is no such mailbox; 'soft': it did not take this mail; 'complaint': its owner
 * reported the mail as spam.
 */
export const bounceKinds = ['hard', 'soft', 'complaint'] as const
export type BounceKind = (typeof bounceKinds)[number]

/**
 * The mails that a suppression stops, each with those before it; never mails that somebody needs to
 * get into an account.
 */
export const suppressionScopes = ['lists', 'notices', 'all'] as const
export type SuppressionScope = (typeof suppressionScopes)[number]
/**
 * After 'We are emailing a link': the same for everybody, because it would tell how much mail
 * somebody else gets.
 */
export const manyEmails = 'It can take an hour if this address has had many emails.'
