import { z } from 'zod'
import { jobStatuses } from '#features/jobs/model.ts'
import { defineEndpoint } from '#shared/contract.ts'
import { stateCodes } from '#shared/us-states.ts'
import { idParams, posters } from './contract-parts.ts'
import { postingChannels, publishingPolicies } from './model.ts'
import { accountPostSchema, publicPostSchema } from './schemas.ts'
import { periodsSchema } from './schemas-settings.ts'

/** The calls that post a job, and what decides whether it is live at once. Others: contract-dashboard, -drafts, -csv, -manage. */

/** A form's success: `message` says what happens next under the policy in force. */
const posted = z.object({
  success: z.literal(true),
  message: z.string(),
  job: z.object({ id: z.uuid(), status: z.enum(jobStatuses) }),
})

export const postPublicJob = defineEndpoint({
  name: 'postPublicJob',
  method: 'POST',
  path: '/employers/post',
  access: 'public',
  limit: { max: 20, seconds: 600 },
  summary: 'Post a job without an account',
  body: publicPostSchema,
  response: posted,
  errors: ['CONFLICT'],
})
export type PostPublicJob = typeof postPublicJob

export const createJob = defineEndpoint({
  name: 'createJob',
  method: 'POST',
  path: '/api/jobs',
  access: posters,
  limit: { max: 60, seconds: 600 },
  summary: 'Post a job as an employer or recruiter',
  body: accountPostSchema,
  response: posted,
  errors: ['CONFLICT'],
})
export type CreateJob = typeof createJob

export const getPostedJob = defineEndpoint({
  name: 'getPostedJob',
  method: 'GET',
  path: '/api/jobs/:id/posted',
  access: 'public',
  summary: 'What was just posted, for whoever posted it; for others, once it is live',
  params: idParams,
  response: z.object({
    id: z.uuid(),
    title: z.string(),
    company: z.string(),
    city: z.string(),
    state: z.enum(stateCodes),
    specialty: z.string(),
    status: z.enum(jobStatuses),
    channel: z.enum(postingChannels),
    /** The posting belongs to the account that asks: its dashboard has it. */
    isOwn: z.boolean(),
  }),
  errors: ['NOT_FOUND'],
})
export type GetPostedJob = typeof getPostedJob

const policy = z.enum(publishingPolicies)
const policies = z.object({ account: policy, public: policy, import: policy })

export const getPostingPolicy = defineEndpoint({
  name: 'getPostingPolicy',
  method: 'GET',
  path: '/api/posting-policy',
  access: 'public',
  summary: 'Whether postings go live at once or after review, for each way to post',
  response: policies,
})
export type GetPostingPolicy = typeof getPostingPolicy

export const getPostingPeriods = defineEndpoint({
  name: 'getPostingPeriods',
  method: 'GET',
  path: '/api/posting-periods',
  access: 'public',
  summary: 'How many days a posting stays up, and how many days before the end its poster is reminded',
  response: periodsSchema,
})
export type GetPostingPeriods = typeof getPostingPeriods
