import { z } from 'zod'
import { emailField } from '#shared/schemas.ts'
import { defineEndpoint } from '#shared/contract.ts'

const maxMessage = 2000

export const contactSchema = z.object({
  name: z
    .string('Name is required')
    .trim()
    .min(1, 'Name is required')
    .max(100, 'Name is too long')
    // The name becomes part of a mail header.
    .regex(/^[^\r\n]*$/, 'Name must be one line'),
  email: emailField(),
  message: z
    .string('Message must be at least 10 characters')
    .trim()
    .min(10, 'Message must be at least 10 characters')
    .max(maxMessage, `Message is too long (max ${maxMessage} characters)`),
  /** A honeypot: people do not see it. */
  website: z.string().max(2000).optional(),
})

export const sendContactMessage = defineEndpoint('sendContactMessage', 'POST /api/contact', {
  access: 'public',
  limit: { max: 5, seconds: 600, mails: true },
  summary: 'Write to the operator of the site',
  body: contactSchema,
})
