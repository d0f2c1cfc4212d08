/**
 * After 'We are emailing a link': the same for everybody, because it would tell how much mail
 * somebody else gets.
 */
export const manyEmails = 'It can take an hour if this address has had many emails.'
