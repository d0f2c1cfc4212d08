import type { SignInError } from '#features/accounts/sign-in-errors.ts'

/** A sign-in with a provider that came to nothing: its reason is for the visitor, its cause for the log. */
export class SignInFault extends Error {
  readonly reason: SignInError

  constructor(reason: SignInError, options?: ErrorOptions) {
    super(`sign-in with a provider: ${reason}`, options)
    this.name = 'SignInFault'
    this.reason = reason
  }
}
