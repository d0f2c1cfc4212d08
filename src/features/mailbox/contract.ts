import { z } from 'zod'
import { defineEndpoint, type ResponseOf } from '#shared/contract.ts'
import { bounceKinds } from '#shared/mail.ts'
import { mailStates } from '#features/deliveries/model.ts'

const mailSummary = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  createdAt: z.iso.datetime(),
})

export const listMails = defineEndpoint('listMails', 'GET /api/dev/mail', {
  access: 'public',
  summary: 'The demo’s mails, the newest first',
  query: z.object({ to: z.string().trim().max(320).optional() }),
  response: z.object({ mails: z.array(mailSummary) }),
})

export const getMail = defineEndpoint('getMail', 'GET /api/dev/mail/:id', {
  access: 'public',
  summary: 'One mail of the demo',
  response: mailSummary.extend({
    replyTo: z.string().nullable(),
    text: z.string(),
    /** Without the footer's link to the site. */
    links: z.array(z.string()),
    lastError: z.string().nullable(),
  }),
  errors: ['NOT_FOUND'],
})

/** A call of its own, because the page's policy forbids the mail's style sheet. */
export const getMailHtml = defineEndpoint('getMailHtml', 'GET /api/dev/mail/:id/html', {
  access: 'public',
  summary: 'The HTML of a mail of the demo, for a frame',
  response: z.string(),
  responseTypes: ['text/html'],
  errors: ['NOT_FOUND'],
})

export const bounceMail = defineEndpoint('bounceMail', 'POST /api/dev/mail/:id/bounce', {
  access: 'public',
  summary: 'Let a mail of the demo come back, or be reported as spam',
  body: z.object({ kind: z.enum(bounceKinds) }),
  errors: ['CONFLICT'],
})

export type MailSummary = ResponseOf<typeof listMails>['mails'][number]
