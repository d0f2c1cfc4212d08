/** Why signing in with a provider came to nothing: the `error` of `/auth?error=…`, and what is said about it. */
export const signInErrors = {
  cancelled: 'The sign-in was cancelled.',
  expired: 'This sign-in took too long, or was used already. Please try again.',
  refused: 'The answer of the identity provider could not be trusted. Please try again.',
  unavailable: 'The identity provider does not answer. Please try again in a moment, or sign in another way.',
  'unknown-provider': 'This way to sign in does not exist.',
  suspended: 'This account is suspended. Please write to us.',
  'sign-in-first': 'Please sign in before you add another way to sign in.',
  'confirm-email-first': 'Please confirm your e-mail address before you add another way to sign in.',
  'linked-elsewhere': 'That identity belongs to another account here.',
} as const satisfies Record<string, string>

export type SignInError = keyof typeof signInErrors

/** What to tell somebody whose address carries this error; undefined for anything that is not one of ours. */
export const signInErrorText = (error: string | null | undefined): string | undefined =>
  Object.hasOwn(signInErrors, error ?? '') ? signInErrors[error as SignInError] : undefined
