import type { MailIdentity } from './content.ts'

let identity: MailIdentity | undefined

/** Said once by every process that enqueues mail, before it does. The library cannot look it up: it knows no feature. */
export function setMailIdentity(given: MailIdentity): void {
  identity = given
}

export function mailIdentity(): MailIdentity {
  if (!identity) throw new Error('setMailIdentity has not been called in this process')
  return identity
}
