import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'
import { emailField } from '#shared/schemas.ts'
import { newsletterTexts } from './model.ts'

const { invalidEmail } = newsletterTexts
const email = emailField(invalidEmail)

/** Anybody can name any address, so the number is limited. */
const limit = { max: 10, seconds: 60, mails: true } as const

export const subscribe = defineEndpoint('subscribe', 'POST /api/subscribe', {
  access: 'public',
  limit,
  summary:
    'Mail an address the link that confirms its subscription; the answer is the same for every address',
  body: z.object({ email }),
  /** Whether the address was subscribed before is nobody else's to know. */
  response: z.object({ success: z.literal(true), alreadySubscribed: z.literal(false) }),
})

export const subscribeFromFooter = defineEndpoint('subscribeFromFooter', 'POST /subscribe', {
  access: 'public',
  limit,
  summary:
    'The same for the form in the footer, with the message to show; a form without JavaScript gets a page',
  body: z.object({ email: email.optional().catch(undefined) }),
  response: z.object({ ok: z.boolean(), message: z.string() }),
})

export const confirmSubscription = defineEndpoint(
  'confirmSubscription',
  'POST /newsletter/confirmation',
  {
    access: 'public',
    limit,
    summary: 'Confirm a subscription by the link in the mail; a plain form is answered by a page',
    query: z.object({ token: z.string().max(500) }),
    response: z.object({ ok: z.literal(true) }),
    errors: ['NOT_FOUND'],
  },
)

export const unsubscribe = defineEndpoint('unsubscribe', 'POST /api/unsubscribe', {
  access: 'public',
  limit,
  summary: 'Unsubscribe an address; the answer is the same for unknown addresses',
  body: z.object({ email }),
  response: z.object({ ok: z.literal(true) }),
})

export const unsubscribeOneClick = defineEndpoint(
  'unsubscribeOneClick',
  'POST /unsubscribe/one-click',
  {
    access: 'public',
    // A mail provider makes this call for all its customers.
    limit: { max: 1000, seconds: 60 },
    openToOtherSites: true,
    summary: 'Unsubscribe by a mail’s token (RFC 8058)',
    /** The page's form without JavaScript adds `from`, and gets a page as answer. */
    query: z.object({ token: z.string().max(500), from: z.literal('page').optional() }),
    response: z.object({ ok: z.literal(true) }),
    errors: ['NOT_FOUND'],
  },
)
