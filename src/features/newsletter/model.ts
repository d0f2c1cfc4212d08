/** Texts of the newsletter forms, for page and server. */
export const newsletterTexts = {
  subscribed: 'You have successfully subscribed!',
  alreadySubscribed: 'You are already subscribed to our updates!',
  invalidEmail: 'Please enter a valid email.',
  failed: 'Failed to subscribe. Please try again later.',
} as const

/** The outcome of the footer's form, in the address of the page that answers it. */
export type FooterResult = 'subscribed' | 'alreadySubscribed' | 'invalidEmail'

export const parseFooterResult = (value: unknown): FooterResult | undefined =>
  (['subscribed', 'alreadySubscribed', 'invalidEmail'] as const).find((it) => it === value)
