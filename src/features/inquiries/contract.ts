import { z } from 'zod'
import { cvTypes } from '#features/cv/model.ts'
import { jobStatuses } from '#features/jobs/model.ts'
import { moment } from '#features/postings/contract.ts'
import { type BodyOf, defineEndpoint, posters } from '#shared/contract.ts'
import { stateCodes } from '#shared/us-states.ts'
import { progressLabels } from './model.ts'
import {
  inquirySchema,
  interviewChangeSchema,
  askedQuestionSchema,
  replySchema,
} from './schemas.ts'
import { keysOf } from '#shared/keys.ts'

export const linkToken = z.object({ token: z.string().max(500) }).meta({ id: 'LinkToken' })
export const writing = { max: 10, seconds: 600, mails: true } as const
const answer = z
  .object({ id: z.uuid(), question: z.string(), answer: z.string() })
  .meta({ id: 'Answer' })
/** As those who hire see them: an answer may mark the application. */
export const markedAnswers = z.array(
  answer.extend({ isMark: z.literal(true).optional() }).meta({ id: 'MarkedAnswer' }),
)
export const refusable = ['NOT_FOUND', 'CONFLICT'] as const
const formRefusals = [
  'VALIDATION_FAILED',
  'FORBIDDEN',
  ...refusable,
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const
/** Calls of a link that was mailed. */
export const byMailedLink = { access: 'public', limit: { max: 30, seconds: 60 } } as const

/**
 * One person writes about a posting once or twice, colleagues behind one address some more; twenty
 * strangers an hour are more than a posting gets, and a third of what its mailbox takes.
 */
export const strangers = { each: 3, all: 20 } as const

export const sendInquiry = defineEndpoint('sendInquiry', 'POST /api/job-inquiry', {
  access: 'public',
  limit: { ...writing, strangers },
  summary:
    'Send an inquiry about a job; a second one joins the first, and a repeated one is not sent again',
  body: inquirySchema,
  response: z.object({ success: z.literal(true), id: z.uuid() }),
  errors: refusable,
})

export const getRecipient = defineEndpoint('getRecipient', 'GET /api/jobs/:id/recipient', {
  access: 'public',
  summary: 'What the recipient of inquiries about a job may get, and what it asks',
  response: z.object({
    acceptsCv: z.boolean(),
    questions: z.array(askedQuestionSchema),
    /** The organization's own period; null: as long as the site keeps inquiries. */
    keptMonths: z.int().nullable(),
  }),
  errors: ['NOT_FOUND'],
})

export const sendInquiryForm = defineEndpoint('sendInquiryForm', 'POST /api/job-inquiry/form', {
  access: 'public',
  cost: 'upload',
  limit: { max: 20, seconds: 3600, mails: true, strangers },
  summary: 'The same as a form; a visitor’s CV waits 48 hours for the link that we mail',
  upload: { field: 'cv' },
  response: z.object({
    success: z.literal(true),
    id: z.uuid(),
    jobId: z.uuid(),
    isWaiting: z.boolean(),
  }),
  errors: [...formRefusals, 'RATE_LIMITED'],
})

export const confirmInquiry = defineEndpoint('confirmInquiry', 'POST /api/waiting-inquiry', {
  ...byMailedLink,
  summary: 'Send an inquiry and its CV by the token of its mail, once; also as a form',
  body: linkToken,
  errors: ['FORBIDDEN', ...refusable, 'GONE'],
})

export const getWaitingInquiry = defineEndpoint('getWaitingInquiry', 'GET /api/waiting-inquiry', {
  ...byMailedLink,
  summary: 'What the token of a mail would send',
  query: linkToken,
  response: z.object({
    jobId: z.uuid(),
    name: z.string(),
    jobTitle: z.string(),
    employer: z.string(),
    message: z.string(),
    cvFileName: z.string(),
  }),
  errors: ['NOT_FOUND'],
})

export const cvFile = { response: z.string(), responseTypes: Object.values(cvTypes) }

const replies = z.array(
  z.object({
    id: z.uuid(),
    bySender: z.boolean(),
    message: z.string(),
    createdAt: moment,
    /** Of an attached file. */
    fileName: z.string().nullable(),
  }),
)

const interview = z.object({
  /** Counts the changes: an answer names the one that it saw. */
  sequence: z.number(),
  state: z.enum(['proposed', 'accepted', 'declined', 'canceled']),
  /** Who proposed the times: the applicant, or the employer. */
  bySender: z.boolean(),
  /** Those that can still be accepted. */
  times: z.array(moment),
  chosen: moment.nullable(),
  timeZone: z.string(),
  minutes: z.number(),
  place: z.string(),
  /** What came with a proposal, a refusal or a cancellation. */
  word: z.string().nullable(),
})
export type Interview = z.infer<typeof interview>

/** What both sides see of their thread. */
export const thread = {
  replies,
  /** The newest one. */
  interview: interview.nullable(),
  /** Where earlier messages go on. */
  earlier: z.uuid().nullable(),
  blockedBy: z.enum(['sender', 'poster']).nullable(),
  /** The caller's address is shown to the other side. */
  showsEmail: z.boolean(),
}
export const threadQuery = z.object({ before: z.uuid().optional().catch(undefined) })

export const inquiry = z.object({
  id: z.uuid(),
  jobId: z.uuid(),
  jobTitle: z.string(),
  message: z.string(),
  sentAt: moment,
  readAt: moment.nullable(),
  answeredAt: moment.nullable(),
  /** The attached CV's file name. */
  cvFileName: z.string().nullable(),
  /** To the posting's questions, as they were asked. */
  answers: z.array(answer),
  /** The search firm that presented the physician. */
  presentedBy: z.string().nullable(),
})

const application = inquiry.extend({
  employer: z.string(),
  city: z.string(),
  state: z.enum(stateCodes),
  jobStatus: z.enum(jobStatuses),
  /** Of the poster's stage, which stays theirs. */
  progress: z.enum(keysOf(progressLabels)),
  /** Why it is decided; null until the physician is told. */
  decision: z.string().nullable(),
  /** 'claimed': the employer says so; 'confirmed': the physician agrees. */
  hire: z.enum(['claimed', 'confirmed']).nullable(),
  withdrawnAt: moment.nullable(),
  /** A time for an interview is agreed. */
  hasInterview: z.boolean(),
  /** The employer has written since the physician last looked. */
  isUnread: z.boolean(),
  /** It came from the account's address without proof, so anybody may have written it. */
  isUnproved: z.boolean(),
  /** A moderator removed the posting: its poster no longer reads it. */
  isTakenDown: z.boolean(),
})
export type Application = z.infer<typeof application>

export const listApplications = defineEndpoint('listApplications', 'GET /api/applications', {
  access: ['physician'],
  summary: 'The physician’s inquiries, each received, in review, decided or withdrawn',
  response: z.object({ applications: z.array(application) }),
})

const ownApplication = { access: ['physician'], errors: refusable } as const

const applicationDetail = application.extend({
  ...thread,
  /** Null until the employer shows it. */
  employerEmail: z.string().nullable(),
  /** Who a confidential employer is, once it shows that to this applicant. */
  namedAs: z.string().nullable(),
})
export type ApplicationDetail = z.infer<typeof applicationDetail>

export const getApplication = defineEndpoint('getApplication', 'GET /api/applications/:id', {
  ...ownApplication,
  summary: 'One inquiry of the physician with its messages',
  query: threadQuery,
  response: applicationDetail,
})

export const withdrawApplication = defineEndpoint(
  'withdrawApplication',
  'POST /api/applications/:id/withdrawal',
  {
    ...ownApplication,
    summary: 'Withdraw an inquiry at any time; the poster no longer sees it or its CV',
  },
)

export const confirmHire = defineEndpoint('confirmHire', 'POST /api/applications/:id/hire', {
  ...ownApplication,
  summary: 'Agree that one was hired, which the employer says',
})

/** Both sides of a thread: a physician's own applications, a poster's inbox. */
export const ownThread = { access: ['physician', ...posters], errors: refusable } as const

export const sendMessage = defineEndpoint('sendMessage', 'POST /api/threads/:id/messages', {
  ...ownThread,
  cost: 'upload',
  limit: { max: 60, seconds: 600 },
  summary: 'Write to the other side, with a file if one is chosen; also as a form',
  upload: { field: 'cv' },
  errors: formRefusals,
})

export const readThread = defineEndpoint('readThread', 'PUT /api/threads/:id/read', {
  ...ownThread,
  summary: 'Mark a thread as read; the sender sees when the poster first did',
})

export const changeThread = defineEndpoint('changeThread', 'PUT /api/threads/:id', {
  ...ownThread,
  summary:
    'Show or hide the caller’s address, block or unblock the other side, or name a confidential employer',
  body: z
    .object({ showsEmail: z.boolean(), blocked: z.boolean(), showsName: z.literal(true) })
    .partial(),
})

export const downloadFile = defineEndpoint(
  'downloadFile',
  'GET /api/threads/:id/files/:messageId',
  {
    ...ownThread,
    params: z.object({ id: z.uuid(), messageId: z.uuid() }),
    summary: 'A file of a thread',
    ...cvFile,
  },
)

export const changeInterview = defineEndpoint(
  'changeInterview',
  'POST /api/threads/:id/interview',
  {
    ...ownThread,
    limit: { max: 30, seconds: 600 },
    summary:
      'Propose times for an interview, accept one of the other side’s or none, or cancel it. ' +
      'A time that is agreed stays until another one is accepted',
    body: interviewChangeSchema,
  },
)
export type InterviewChange = BodyOf<'POST /api/threads/:id/interview'>

export const downloadInterview = defineEndpoint(
  'downloadInterview',
  'GET /api/threads/:id/interview.ics',
  {
    ...ownThread,
    summary: 'The accepted interview as a calendar file',
    response: z.string(),
    responseTypes: ['text/calendar'],
  },
)

const notices = z.object({ daily: z.boolean() })

export const getNotices = defineEndpoint('getNotices', 'GET /api/notices', {
  access: 'signed-in',
  summary: 'Whether messages are mailed once a day, or each at once',
  response: notices,
})

export const setNotices = defineEndpoint('setNotices', 'PUT /api/notices', {
  access: 'signed-in',
  summary: 'Have messages mailed once a day, or each at once',
  body: notices,
  response: notices,
})

const mailedInquiry = z.object({
  /** Who reads: the sender of the inquiry its answers, the poster the inquiry. */
  reader: z.enum(['sender', 'poster']),
  jobTitle: z.string(),
  employer: z.string(),
  name: z.string(),
  /** Null if its owner does not show it. */
  email: z.string().nullable(),
  message: z.string(),
  sentAt: moment,
  replies,
  /** Of the sender. */
  interview: interview.nullable(),
  /** The sender may answer here. */
  canWrite: z.boolean(),
})

export const openMailedInquiry = defineEndpoint('openMailedInquiry', 'POST /api/mailed-inquiry', {
  ...byMailedLink,
  summary: 'What a mailed notice is about; confirms the address of its recipient',
  body: linkToken,
  response: mailedInquiry,
  errors: ['NOT_FOUND'],
})

export const changeMailedInterview = defineEndpoint(
  'changeMailedInterview',
  'POST /api/mailed-inquiry/interview',
  {
    access: 'public',
    limit: writing,
    summary: 'The same as a change in one’s own thread, without an account, by the token of a mail',
    body: linkToken.and(interviewChangeSchema),
    response: mailedInquiry,
    errors: refusable,
  },
)

export const answerMailed = defineEndpoint('answerMailed', 'POST /api/mailed-inquiry/messages', {
  access: 'public',
  limit: writing,
  summary: 'Write to the employer without an account, by the token of a mail',
  body: linkToken.extend(replySchema.shape).meta({ id: 'MailedMessage' }),
  errors: ['FORBIDDEN', ...refusable],
})
