/** What the newsletter's forms say, on the page and from the server. */
export const newsletterTexts = {
  subscribed: 'You have successfully subscribed!',
  alreadySubscribed: 'You are already subscribed to our updates!',
  invalidEmail: 'Please enter a valid email.',
  failed: 'Failed to subscribe. Please try again later.',
} as const

/** What became of a subscription from the footer; the address of the page that answers a plain form carries it. */
export type FooterResult = 'subscribed' | 'alreadySubscribed' | 'invalidEmail'

export const parseFooterResult = (value: unknown): FooterResult | undefined =>
  (['subscribed', 'alreadySubscribed', 'invalidEmail'] as const).find((it) => it === value)
