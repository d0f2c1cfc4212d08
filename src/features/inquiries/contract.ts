import { z } from 'zod'
import { cvTypes } from '#features/cv/model.ts'
import { jobStatuses } from '#features/jobs/model.ts'
import { moment, posters } from '#features/postings/contract.ts'
import { defineEndpoint } from '#shared/contract.ts'
import { done } from '#shared/schemas.ts'
import { stateCodes } from '#shared/us-states.ts'
import { inquiryStatuses } from './model.ts'
import { inquirySchema, questionSchema, questionsSchema, replySchema, reportSchema } from './schemas.ts'

const idParams = z.object({ id: z.uuid() })
const linkToken = z.object({ token: z.string().max(500) }).meta({ id: 'LinkToken' })
const writing = { max: 10, seconds: 600, mails: true } as const
const status = z.enum(inquiryStatuses)
const questions = z.array(questionSchema)
const answers = z.array(z.object({ id: z.uuid(), question: z.string(), answer: z.string() }))
const refusable = ['NOT_FOUND', 'CONFLICT'] as const
/** Calls about one inquiry in the caller's inbox. */
const received = { access: posters, params: idParams, errors: refusable } as const

export const sendInquiry = defineEndpoint('sendInquiry', 'POST /api/job-inquiry', {
  access: 'public',
  limit: writing,
  summary: 'Send an inquiry to the poster of a job; a second one joins it, and a repeated one is not sent again',
  body: inquirySchema,
  response: z.object({ success: z.literal(true), id: z.uuid() }),
  errors: refusable,
})

export const getRecipient = defineEndpoint('getRecipient', 'GET /api/jobs/:id/recipient', {
  access: 'public',
  summary: 'What the recipient of inquiries about a job may get, and what it asks',
  params: idParams,
  response: z.object({ acceptsCv: z.boolean(), questions }),
  errors: ['NOT_FOUND'],
})

const ownPosting = { access: posters, params: idParams, errors: ['NOT_FOUND'] } as const

export const listQuestions = defineEndpoint('listQuestions', 'GET /api/job-postings/:id/questions', {
  ...ownPosting,
  summary: 'What an own posting asks those who apply',
  response: z.object({ questions }),
})

export const saveQuestions = defineEndpoint('saveQuestions', 'PUT /api/job-postings/:id/questions', {
  ...ownPosting,
  summary: 'Replace the questions of an own posting; earlier answers stay',
  body: questionsSchema,
  response: z.object({ questions }),
})

export const sendInquiryForm = defineEndpoint('sendInquiryForm', 'POST /api/job-inquiry/form', {
  access: 'public',
  cost: 'upload',
  limit: { max: 20, seconds: 3600, mails: true },
  summary: 'The same as a form; a visitor’s CV waits 48 hours until the link that is mailed to the address is opened',
  upload: { field: 'cv' },
  response: z.object({ success: z.literal(true), id: z.uuid(), jobId: z.uuid(), isWaiting: z.boolean() }),
  errors: ['VALIDATION_FAILED', 'FORBIDDEN', ...refusable, 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMITED'],
})

export const getWaitingInquiry = defineEndpoint('getWaitingInquiry', 'GET /api/waiting-inquiry', {
  access: 'public',
  limit: { max: 60, seconds: 60 },
  summary: 'What the link of a mail would send, or what became of it',
  query: linkToken,
  response: z.object({
    /** `refused`: the employer can no longer get a CV. */
    state: z.enum(['waiting', 'sent', 'closed', 'refused', 'deleted']),
    inquiry: z
      .object({
        jobTitle: z.string(),
        employer: z.string(),
        name: z.string(),
        email: z.string(),
        message: z.string(),
        cvFileName: z.string(),
      })
      .optional(),
  }),
  errors: ['NOT_FOUND'],
})

export const confirmInquiry = defineEndpoint('confirmInquiry', 'POST /api/waiting-inquiry', {
  access: 'public',
  limit: { max: 30, seconds: 60 },
  summary: 'Send an inquiry and its CV by the token that was mailed to its address, once; also as a form',
  body: linkToken,
  response: done,
  errors: [...refusable, 'GONE'],
})

export const reportJob = defineEndpoint('reportJob', 'POST /api/job-report', {
  access: 'public',
  limit: writing,
  summary: 'Report a problem with a posting',
  body: reportSchema,
  response: done,
  errors: ['NOT_FOUND'],
})

const replies = z.array(z.object({ id: z.uuid(), bySender: z.boolean(), message: z.string(), createdAt: moment }))

const inquiry = z.object({
  id: z.uuid(),
  jobId: z.uuid(),
  jobTitle: z.string(),
  message: z.string(),
  status,
  sentAt: moment,
  readAt: moment.nullable(),
  answeredAt: moment.nullable(),
  closedAt: moment.nullable(),
  /** The attached CV's file name. */
  cvFileName: z.string().nullable(),
  /** To the posting's questions, as they were asked. */
  answers,
  replies,
})

const application = inquiry.extend({
  employer: z.string(),
  city: z.string(),
  state: z.enum(stateCodes),
  jobStatus: z.enum(jobStatuses),
  withdrawnAt: moment.nullable(),
})
export type Application = z.infer<typeof application>

export const listApplications = defineEndpoint('listApplications', 'GET /api/applications', {
  access: ['physician'],
  summary: 'The physician’s inquiries with their status',
  response: z.object({ applications: z.array(application) }),
})

export const withdrawApplication = defineEndpoint('withdrawApplication', 'POST /api/applications/:id/withdrawal', {
  access: ['physician'],
  summary: 'Withdraw an inquiry; the poster no longer sees it or its CV',
  params: idParams,
  response: done,
  errors: refusable,
})

const inboxItem = inquiry.extend({
  name: z.string(),
  email: z.string(),
  /** The sender has proved that the address is theirs. */
  emailConfirmed: z.boolean(),
  /** The sender has an account as a physician. */
  isPhysician: z.boolean(),
})
export type InboxItem = z.infer<typeof inboxItem>

export const inboxPageSize = 20

export const listInbox = defineEndpoint('listInbox', 'GET /api/inbox', {
  access: posters,
  summary: 'Inquiries about own postings, the newest first',
  query: z.object({
    jobId: z.uuid().optional().catch(undefined),
    status: status.optional().catch(undefined),
    page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
  }),
  response: z.object({
    inquiries: z.array(inboxItem),
    total: z.number(),
    totalPages: z.number(),
    /** In the whole inbox, regardless of the filter. */
    unread: z.number(),
  }),
})

export const getInquiry = defineEndpoint('getInquiry', 'GET /api/inbox/:id', {
  access: posters,
  summary: 'One inquiry about an own posting',
  params: idParams,
  response: inboxItem,
  errors: ['NOT_FOUND'],
})

export const markInquiry = defineEndpoint('markInquiry', 'PUT /api/inbox/:id/status', {
  ...received,
  summary: 'Mark an inquiry as read, or close it; the sender sees it',
  body: z.object({ status: z.enum(['read', 'closed'], 'Please choose read or closed') }),
  response: done,
})

export const replyToInquiry = defineEndpoint('replyToInquiry', 'POST /api/inbox/:id/replies', {
  ...received,
  limit: { max: 30, seconds: 600 },
  summary: 'Answer by mail; both sides then write to each other directly',
  body: replySchema,
  response: done,
})

export const openMailedInquiry = defineEndpoint('openMailedInquiry', 'POST /api/mailed-inquiry', {
  access: 'public',
  limit: { max: 30, seconds: 60 },
  summary: 'What somebody wrote about a job, by the token of the notice that was mailed; confirms the address of its recipient',
  body: linkToken,
  response: z.object({
    /** Who reads: the sender of the inquiry its answers, the poster the inquiry. */
    reader: z.enum(['sender', 'poster']),
    jobTitle: z.string(),
    employer: z.string(),
    name: z.string(),
    email: z.string(),
    message: z.string(),
    sentAt: moment,
    replies,
  }),
  errors: ['NOT_FOUND'],
})

const cvFile = { response: z.string(), responseTypes: Object.values(cvTypes) }

export const downloadAttachedCv = defineEndpoint('downloadAttachedCv', 'GET /api/inbox/:id/cv', {
  access: posters,
  summary: 'The CV attached to an inquiry, for pages of this site; the physician sees the opening',
  params: idParams,
  ...cvFile,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
})

export const openLinkedCv = defineEndpoint('openLinkedCv', 'POST /api/inquiry-cv', {
  access: 'public',
  limit: { max: 30, seconds: 60 },
  summary: 'The same for posters without an account, once, by the token of their mail; also as a form',
  body: linkToken,
  ...cvFile,
  errors: refusable,
})

export const renewCvLink = defineEndpoint('renewCvLink', 'POST /api/inquiry-cv/renewal', {
  access: 'public',
  limit: { max: 5, seconds: 600, mails: true },
  summary: 'Mail a new link to a CV to the address of the posting; also as a form',
  body: linkToken,
  response: done,
  errors: ['NOT_FOUND'],
})

export const followCvLink = defineEndpoint('followCvLink', 'GET /api/inquiry-cv', {
  access: 'public',
  summary: 'Links of earlier mails; leads to the page that opens the CV',
  query: linkToken,
  response: z.string(),
  responseTypes: ['text/plain'],
})

export const exportInbox = defineEndpoint('exportInbox', 'GET /api/inbox.csv', {
  access: posters,
  cost: 'export',
  summary: 'The whole inbox as a CSV file',
  response: z.string(),
  responseTypes: ['text/csv'],
})
