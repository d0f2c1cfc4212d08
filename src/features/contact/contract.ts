import { defineEndpoint } from '#shared/contract.ts'
import { contactSchema } from './schemas.ts'

export const sendContactMessage = defineEndpoint('sendContactMessage', 'POST /api/contact', {
  access: 'public',
  limit: { max: 5, seconds: 600, mails: true },
  summary: 'Write to the operator of the site',
  body: contactSchema,
})
