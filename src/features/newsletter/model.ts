/** Texts of the newsletter forms, for page and server. */
export const newsletterTexts = {
  subscribed: 'Please confirm your subscription with the link in our email.',
  confirmed: 'You have successfully subscribed!',
  invalidEmail: 'Please enter a valid email.',
  failed: 'Failed to subscribe. Please try again later.',
} as const

/** The outcome of the footer's form, in the address of the page that answers it. */
export type FooterResult = 'subscribed' | 'confirmed' | 'invalidEmail'

export const parseFooterResult = (value: unknown): FooterResult | undefined =>
  (['subscribed', 'confirmed', 'invalidEmail'] as const).find((result) => result === value)

/** The answer beside a form; without a message if it is shown elsewhere. */
export type NewsletterOutcome = { ok: boolean; message?: string }
