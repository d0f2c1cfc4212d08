import { z } from 'zod'
import { emailSchema } from '#features/accounts/schemas.ts'
import { defineEndpoint } from '#shared/contract.ts'
import { isTimeZone } from '#shared/time-zones.ts'
import { alertStatuses, defaultTimeZone, frequencies } from './model.ts'

const frequency = z.enum(frequencies, 'Please choose how often')
/** An unknown zone gets the default one. */
const timeZone = z.string().refine(isTimeZone).catch(defaultTimeZone)

const token = z.object({ token: z.string().max(1000) })

/** Calls that may mail any address. */
const mailing = { max: 10, seconds: 600, mails: true } as const

const alert = z
  .object({
    id: z.uuid(),
    label: z.string(),
    /** The search as query parameters of `/jobs`. */
    search: z.record(z.string(), z.string()),
    email: z.string(),
    status: z.enum(alertStatuses),
    frequency: z.enum(frequencies),
    timeZone: z.string(),
    createdAt: z.iso.datetime(),
    lastMailAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Alert' })
export type AlertView = z.infer<typeof alert>

export const createAlert = defineEndpoint('createAlert', 'POST /api/alerts', {
  access: 'public',
  limit: mailing,
  summary: 'Save a search as an alert; an unproven address must confirm',
  body: z.object({
    /** Query parameters of `/jobs`; unknown ones are dropped. */
    search: z.record(z.string(), z.string()),
    frequency: frequency.default('daily'),
    timeZone: timeZone.default(defaultTimeZone),
    /** Not needed with a confirmed account address. */
    email: emailSchema.optional(),
  }),
  response: z.object({ status: z.enum(['active', 'confirmation-sent']), message: z.string() }),
  errors: ['CONFLICT'],
})

export const confirmAlert = defineEndpoint('confirmAlert', 'POST /api/alerts/confirm', {
  access: 'public',
  summary: 'Confirm an alert by a mail’s token',
  body: token,
  response: z.object({ alert, manageToken: z.string() }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const sendAlertsLink = defineEndpoint('sendAlertsLink', 'POST /api/alerts/link', {
  access: 'public',
  limit: mailing,
  summary: 'Mail an address the link to its alerts, if it has any',
  body: z.object({ email: emailSchema }),
  response: z.object({ message: z.string() }),
})

/**
 * With the token of a link in a mail, the alerts of its address; without one, the caller's own, who
 * must be signed in.
 */
const held = {
  access: 'public',
  query: token.partial(),
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
} as const

export const listAlerts = defineEndpoint('listAlerts', 'GET /api/alerts', {
  ...held,
  summary: 'The alerts of the caller, or of the token’s address',
  response: z.object({ alerts: z.array(alert) }),
})

export const changeAlert = defineEndpoint('changeAlert', 'PUT /api/alerts/:id', {
  ...held,
  summary: 'Change how often an alert mails, pause it, or activate it',
  body: z.object({
    frequency: frequency.optional(),
    status: z.enum(['active', 'paused']).optional(),
  }),
  response: alert,
})

export const deleteAlert = defineEndpoint('deleteAlert', 'DELETE /api/alerts/:id', {
  ...held,
  summary: 'Delete such an alert',
})

export const stopAlert = defineEndpoint('stopAlert', 'POST /alerts/stop', {
  access: 'public',
  limit: { max: 1000, seconds: 60 },
  openToOtherSites: true,
  summary: 'Pause the alerts of a mail with one click (RFC 8058)',
  /**
   * `from` is added by the page's own form without JavaScript, which needs a page as answer; `all`
   * is for the page's words.
   */
  query: token.extend({ from: z.literal('page').optional(), all: z.literal('true').optional() }),
  errors: ['NOT_FOUND'],
})
