import { tableOf } from '#shared/keys.ts'
import { z } from 'zod'
import { defineEndpoint, hiringRoles, type ResponseOf } from '#shared/contract.ts'
import { jobSummary } from '#features/jobs/contract.ts'
import { stateCodes } from '#shared/us-states.ts'
import {
  canBeShown,
  problemWith,
  profileFieldNames,
  soughtFields,
  type ProfileFieldName,
} from './fields.ts'

const fieldName = z.enum(profileFieldNames).meta({ id: 'ProfileField' })
const access = ['physician'] as const

const text = z
  .string()
  .max(1000)
  .transform((value) => value.replaceAll(/[\s\p{C}]+/gu, ' ').trim())

/** What is empty is not said. */
const values = z
  .partialRecord(fieldName, z.array(text).max(60))
  .transform((given) =>
    Object.fromEntries(
      Object.entries(given).flatMap(([name, list]) => {
        const values = [...new Set(list)].filter((value) => value !== '')
        return values.length === 0 ? [] : [[name, values]]
      }),
    ),
  )
  .superRefine((given, context) => {
    for (const [name, list] of Object.entries(given)) {
      const message = problemWith(name as ProfileFieldName, list)
      if (message !== undefined) context.addIssue({ code: 'custom', message, path: [name] })
    }
  })

const finding = z.object({
  /** Null: nobody finds the profile. */
  until: z.iso.datetime().nullable(),
  showsName: z.boolean(),
  /** Also search firms. */
  toFirms: z.boolean(),
  hiddenStates: z.array(z.enum(stateCodes)),
})

/** The profile as a search for jobs. */
const search = z.record(z.string(), z.string())

export const getProfile = defineEndpoint('getProfile', 'GET /api/profile', {
  access,
  summary: 'The physician’s own profile, who sees each field, and the search that it is',
  response: z.object({
    fields: z.record(z.string(), z.array(z.string())),
    shown: z.array(fieldName),
    /** Null before anything was saved. */
    savedAt: z.iso.datetime().nullable(),
    search,
    /** What employers may read, for an inquiry. */
    lines: z.string(),
    finding,
  }),
})
export type Profile = ResponseOf<typeof getProfile>

export const saveProfile = defineEndpoint('saveProfile', 'PUT /api/profile', {
  access,
  summary: 'Save the profile; one without any field is deleted',
  body: z.object({
    fields: values,
    /** Those that employers read who find the profile. */
    shown: z.array(fieldName).transform((names) => [...new Set(names)].filter(canBeShown)),
  }),
})

export const listFittingJobs = defineEndpoint('listFittingJobs', 'GET /api/profile/jobs', {
  access,
  summary:
    'Jobs of the profile’s search, then of its specialties and places: which wishes each meets',
  response: z.object({
    search,
    jobs: z.array(
      z.object({
        job: jobSummary,
        asked: z.int(),
        met: z.int(),
        /** What the job says otherwise, and what it does not say. */
        not: z.array(z.string()),
        unsaid: z.array(z.string()),
      }),
    ),
  }),
})

export const readOwnCv = defineEndpoint('readOwnCv', 'POST /api/profile/reading', {
  access,
  cost: 'upload',
  limit: { max: 20, seconds: 3600 },
  summary: 'What the CV on file seems to say, with its words; nothing of it is stored',
  response: z.object({
    found: z.array(z.object({ field: fieldName, values: z.array(z.string()), words: z.string() })),
    /** 'format': an old Word file; 'unread': too large, or damaged; 'pictures': no text. */
    problem: z.enum(['format', 'unread', 'pictures']).nullable(),
    pages: z.int(),
    pagesRead: z.int(),
    /** The file has the account’s last name. */
    hasName: z.boolean(),
  }),
  errors: ['NOT_FOUND'],
})
export type CvReading = ResponseOf<typeof readOwnCv>

export const setFinding = defineEndpoint('setFinding', 'PUT /api/profile/finding', {
  access,
  summary: 'Let employers find the profile for 90 days, and which; or hide it at once',
  body: finding.omit({ until: true }).extend({ isOn: z.boolean() }),
  errors: ['CONFLICT'],
})

export const listProfileViews = defineEndpoint('listProfileViews', 'GET /api/profile/views', {
  access,
  summary: 'Who saw the profile in a list, or opened it',
  response: z.object({
    views: z.array(
      z.object({
        employer: z.string(),
        kind: z.enum(['listed', 'opened']),
        times: z.int(),
        lastAt: z.iso.datetime(),
      }),
    ),
  }),
})

const invitation = z.object({
  id: z.uuid(),
  jobId: z.uuid(),
  title: z.string(),
  employer: z.string(),
  place: z.string(),
  pay: z.string(),
  terms: z.string(),
  message: z.string(),
  /** The search firm that asks whether it may present the physician to this employer. */
  firm: z.string().nullable(),
  /** Until when it waits. */
  until: z.iso.datetime().nullable(),
  sentAt: z.iso.datetime(),
  /** 'ended': the posting closed, or its employer may no longer invite. */
  state: z.enum(['open', 'accepted', 'declined', 'ended']),
  inquiryId: z.uuid().nullable(),
})
export type Invitation = z.infer<typeof invitation>

export const listInvitations = defineEndpoint('listInvitations', 'GET /api/profile/invitations', {
  access,
  summary:
    'The invitations of employers to the physician, the newest first; reading marks them read',
  response: z.object({ invitations: z.array(invitation) }),
})

export const answerInvitation = defineEndpoint(
  'answerInvitation',
  'POST /api/profile/invitations/:id/answer',
  {
    access,
    summary:
      'Answer by a message, or a firm by consent, which opens a thread; or ‘not now’, for a year',
    body: z.object({
      /** Null: not now. */
      message: z.string().trim().min(10).max(1000).nullable(),
      /** To be presented by the firm that asks. */
      consents: z.boolean().default(false),
    }),
    response: z.object({
      inquiryId: z.uuid().nullable(),
      /** The thread was there already, so nobody was presented. */
      isKnown: z.boolean(),
    }),
    errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
  },
)

const candidate = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  headline: z.string(),
  /** What of it answers the filters, as people read it. */
  reasons: z.array(z.string()),
  confirmedAt: z.iso.datetime(),
  invitedAt: z.iso.datetime().nullable(),
})
export type Candidate = z.infer<typeof candidate>

/** Several values of a field are parted by commas. */
const soughtValues = tableOf(soughtFields, () => z.string().max(500).optional())

const seeking = { access: hiringRoles, errors: ['NOT_FOUND', 'CONFLICT'] } as const

export const searchCandidates = defineEndpoint(
  'searchCandidates',
  'GET /api/job-postings/:id/candidates',
  {
    ...seeking,
    cost: 'search',
    limit: { max: 60, seconds: 600 },
    errors: [...seeking.errors, 'RATE_LIMITED'],
    summary: 'Physicians who let this posting’s employer find them, the last confirmed first',
    query: z.object({ ...soughtValues, after: z.string().max(100).optional() }),
    response: z.object({
      candidates: z.array(candidate),
      /** Where the list goes on. */
      next: z.string().nullable(),
      /** Of this posting. */
      invitations: z.object({ sent: z.int(), read: z.int(), accepted: z.int(), declined: z.int() }),
    }),
  },
)

const candidateParams = z.object({ id: z.uuid(), candidateId: z.uuid() })

export const openCandidate = defineEndpoint(
  'openCandidate',
  'GET /api/job-postings/:id/candidates/:candidateId',
  {
    ...seeking,
    limit: { max: 120, seconds: 600 },
    params: candidateParams,
    summary: 'What a physician shows; the physician sees who opened it',
    response: candidate.extend({
      fields: z.array(z.object({ label: z.string(), text: z.string() })),
    }),
  },
)

export const inviteCandidate = defineEndpoint(
  'inviteCandidate',
  'POST /api/job-postings/:id/candidates/:candidateId/invitation',
  {
    ...seeking,
    params: candidateParams,
    summary: 'Invite a physician to a posting that states pay and terms, once',
    body: z.object({ message: z.string().trim().min(10).max(1000) }),
    errors: [...seeking.errors, 'RATE_LIMITED'],
  },
)

/** 'known': the client knows the physician already, by an application or another firm. */
const submittalStates = [
  'asked',
  'declined',
  'known',
  'presented',
  'interested',
  'refused',
  'withdrawn',
  'ended',
] as const

export const listSubmittals = defineEndpoint('listSubmittals', 'GET /api/submittals', {
  access: ['recruiter'],
  summary: 'Physicians whom the firm asked or presented, and whom it may present to whom',
  response: z.object({
    submittals: z.array(
      z.object({
        id: z.uuid(),
        label: z.string(),
        title: z.string(),
        employer: z.string(),
        sentAt: z.iso.datetime(),
        state: z.enum(submittalStates),
      }),
    ),
    /** Live postings of employers that allow the firm. */
    clients: z.array(z.object({ id: z.uuid(), title: z.string(), employer: z.string() })),
    /** Who wrote about the firm's own postings. */
    people: z.array(z.object({ id: z.uuid(), name: z.string(), jobTitle: z.string() })),
  }),
})
export type Submittal = ResponseOf<typeof listSubmittals>['submittals'][number]

export const askForSubmittal = defineEndpoint('askForSubmittal', 'POST /api/submittals', {
  access: ['recruiter'],
  limit: { max: 60, seconds: 600 },
  summary: 'Ask a physician for consent to be presented to a client’s posting',
  body: z.object({
    /** The client's posting. */
    jobId: z.uuid('Please choose a posting.'),
    message: z.string().trim().min(10).max(1000),
    /** By an own inquiry, or found for an own posting. */
    physician: z.union([
      z.object({ inquiryId: z.uuid() }),
      z.object({ postingId: z.uuid(), candidateId: z.uuid() }),
    ]),
  }),
  errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
})
