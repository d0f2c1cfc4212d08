import { z } from 'zod'
import { jobLimits } from '#features/jobs/model.ts'
import { administrators, defineEndpoint } from '#shared/contract.ts'
import { authorities, grantKinds } from './model.ts'

const moment = z.iso.datetime()

export const grant = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(grantKinds),
  authority: z.enum(authorities),
  /** Null: a claim that waits for an administrator. */
  since: moment.nullable(),
})

export const listNames = defineEndpoint('listNames', 'GET /api/admin/names', {
  access: administrators,
  summary:
    'Who speaks for which employer’s name by an administrator’s word, and the claims that wait for one',
  response: z.object({
    names: z.array(
      grant.extend({
        askedAt: moment,
        /** The organization, or the mail domain, that speaks for the name. */
        organization: z.string().nullable(),
        domain: z.string().nullable(),
        by: z.string().nullable(),
      }),
    ),
  }),
})

export const grantName = defineEndpoint('grantName', 'POST /api/admin/names', {
  access: administrators,
  summary:
    'Let the organization of an account, or every confirmed address in a mail domain, speak for a name',
  body: z.object({
    name: z
      .string()
      .trim()
      .min(1, 'Please name the employer')
      .max(jobLimits.employer, 'The name is too long'),
    kind: z.enum(grantKinds).default('own'),
    to: z.union([
      z.object({ userId: z.uuid() }),
      z.object({
        domain: z
          .string()
          .trim()
          .toLowerCase()
          .min(4, 'Please name the domain')
          .max(253, 'The domain is too long'),
      }),
    ]),
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const confirmName = defineEndpoint('confirmName', 'PUT /api/admin/names/:id', {
  access: administrators,
  summary: 'Confirm a claim of a name',
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const withdrawName = defineEndpoint('withdrawName', 'DELETE /api/admin/names/:id', {
  access: administrators,
  summary:
    'Withdraw a grant, or refuse a claim: later postings and edits wait again, the mark goes, ' +
    'and what is live stays',
  errors: ['NOT_FOUND'],
})
