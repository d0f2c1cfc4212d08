import { z } from 'zod'
import { moment } from '#features/postings/contract.ts'
import { manageToken } from '#features/postings/schemas.ts'
import { defineEndpoint, type ResponseOf, posters } from '#shared/contract.ts'
import { keysOf } from '#shared/keys.ts'
import {
  byMailedLink,
  cvFile,
  inquiry,
  linkToken,
  markedAnswers,
  refusable,
  thread,
  threadQuery,
} from './contract.ts'
import {
  actionLabels,
  closeReasonNames,
  maxChosen,
  pressKinds,
  takeBackMinutes,
  stages,
} from './model.ts'
import { noteSchema, replySchema, savedReplySchema } from './schemas.ts'

/** Calls about one inquiry in the caller's inbox. */
const received = { access: posters, errors: refusable } as const

const stage = z.enum(stages, 'Please choose a stage').meta({ id: 'Stage' })

const sender = {
  name: z.string(),
  /** Null until its owner, who has an account, shows it. */
  email: z.string().nullable(),
  /** The sender has proved that the address is theirs. */
  emailConfirmed: z.boolean(),
}

const inboxItem = inquiry.extend({
  ...sender,
  answers: markedAnswers,
  /** The sender has an account as a physician. */
  isPhysician: z.boolean(),
  /** The posting's own number. */
  requisition: z.string().nullable(),
  stage,
  /** Counts the moves: a move names the version that it saw. */
  version: z.number(),
  isUnread: z.boolean(),
  /** It waits for an answer longer than usual here. */
  isLate: z.boolean(),
  daysInStage: z.int(),
  /** When the sender is told that it is closed, or was; until then that can be taken back. */
  toldAt: moment.nullable(),
  hireConfirmedAt: moment.nullable(),
  /** Who of the team takes care of it. */
  assignee: z.object({ id: z.uuid(), name: z.string() }).nullable(),
})
export type InboxItem = z.infer<typeof inboxItem>

/** Of a press on several inquiries. */
const press = z.object({
  id: z.uuid(),
  kind: z.enum(pressKinds),
  total: z.int(),
  done: z.int(),
  /** How many of those that are done were not so already, and might be changed. */
  changed: z.int(),
  isEnded: z.boolean(),
})

/** How many items a page of the list, and a column of the board, has. */
export const inboxPageSize = 20

const inboxFilter = z.object({
  jobId: z.uuid().optional().catch(undefined),
  q: z.string().trim().max(100).optional().catch(undefined),
  /** Those that an answer marks, those that none does, or those that this question’s marks. */
  marked: z
    .union([z.enum(['1', '0']), z.uuid()])
    .optional()
    .catch(undefined),
  /** Those that are assigned to the caller. */
  mine: z.literal('1').optional().catch(undefined),
  stage: stage.optional().catch(undefined),
  unread: z.literal('1').optional().catch(undefined),
  late: z.literal('1').optional().catch(undefined),
})

export const listInbox = defineEndpoint('listInbox', 'GET /api/inbox', {
  access: posters,
  summary: 'Inquiries about own postings, the newest first; as a board, those of each stage',
  query: inboxFilter.extend({
    view: z.literal('board').optional().catch(undefined),
    /** The last one of the page before. */
    after: z.uuid().optional().catch(undefined),
  }),
  response: z.object({
    inquiries: z.array(inboxItem),
    next: z.uuid().nullable(),
    /** Without the filter by stage. */
    counts: z.partialRecord(stage, z.number()),
    total: z.number(),
    unread: z.number(),
    late: z.number(),
    /** The caller's last press that can be undone. */
    undoable: press.nullable(),
    /** The caller's press that goes on. */
    press: press.nullable(),
  }),
})

export const listInboxKeys = defineEndpoint('listInboxKeys', 'GET /api/inbox/keys', {
  access: posters,
  summary: `The ids and versions of all inquiries of a search, at most ${maxChosen}`,
  query: inboxFilter,
  response: z.object({ keys: z.array(inboxItem.pick({ id: true, version: true })) }),
})

const inboxDetail = inboxItem.extend({
  ...thread,
  notes: z.array(
    z.object({ id: z.uuid(), note: z.string(), author: z.string(), createdAt: moment }),
  ),
  /** The moves and what else happened, the newest first. */
  events: z.array(
    z.object({
      at: moment,
      stage,
      by: z.string().nullable(),
      reason: z.string().nullable(),
      action: z.enum(keysOf(actionLabels)).nullable(),
      to: z.string().nullable(),
    }),
  ),
  /** The posting does not name the employer. */
  isConfidential: z.boolean(),
  /** The name that this applicant sees nevertheless. */
  namedAs: z.string().nullable(),
  /** Of the job's place. */
  timeZone: z.string(),
  /** To whom it can be assigned. */
  team: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Other inquiries that look like the same person's, and those that somebody said are. */
  alike: z.array(
    inquiry.pick({ id: true, jobTitle: true, sentAt: true }).extend({
      name: z.string(),
      isSame: z.boolean(),
      /** It is about the same posting: the later one is part of the first. */
      isSamePosting: z.boolean(),
      hasSamePhone: z.boolean(),
    }),
  ),
})
export type InboxDetail = z.infer<typeof inboxDetail>

export const getInquiry = defineEndpoint('getInquiry', 'GET /api/inbox/:id', {
  access: posters,
  summary: 'One inquiry about an own posting, with its messages, notes and moves',
  query: threadQuery,
  response: inboxDetail,
  errors: ['NOT_FOUND'],
})

const placing = {
  stage,
  reason: z.enum(closeReasonNames, 'Please choose a reason').optional(),
}

export const moveInquiry = defineEndpoint('moveInquiry', 'PUT /api/inbox/:id/stage', {
  ...received,
  summary:
    `Move an inquiry to another stage; its sender is told ${takeBackMinutes} minutes ` +
    'later of a rejection, and of a move to Hired and back',
  body: z.object({
    ...placing,
    /**
     * The one that the caller saw; if somebody else has moved it since, the answer is a conflict
     * with the current one.
     */
    version: z.number().int(),
  }),
  response: inboxItem.pick({ stage: true, version: true, toldAt: true }),
})

const several = { access: posters, limit: { max: 100, seconds: 600 } } as const

export const startPress = defineEndpoint('startPress', 'POST /api/presses', {
  ...several,
  // The ids and versions of all that are chosen.
  maxBody: maxChosen * 80,
  summary:
    'Move, assign or answer several inquiries: the first of them at once, the others in the ' +
    'background. The same id twice is one press',
  body: z.object({
    id: z.uuid(),
    keys: z
      .array(
        z.object({
          id: z.uuid(),
          /** Of a move: one that somebody else has moved since stays where it is. */
          version: z.int().optional(),
        }),
      )
      .min(1)
      .max(maxChosen),
    action: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('move'), ...placing }),
      /** To a member of the team who may act on it, or to nobody. */
      z.object({ kind: z.literal('assign'), userId: z.uuid().nullable() }),
      /**
       * By mail as well; closed ones are left out, and words in braces become each applicant’s.
       */
      replySchema.extend({ kind: z.literal('reply') }),
    ]),
  }),
  response: press,
})

export const getPress = defineEndpoint('getPress', 'GET /api/presses/:id', {
  access: posters,
  summary: 'How far an own press is',
  response: press,
  errors: ['NOT_FOUND'],
})

export const undoPress = defineEndpoint('undoPress', 'POST /api/presses/:id/undo', {
  ...several,
  summary:
    'Take back the moves or assignments of one press, as another press, within the time in ' +
    'which a rejection can be taken back',
  response: press,
})

export const assignInquiry = defineEndpoint('assignInquiry', 'PUT /api/inbox/:id/assignee', {
  ...received,
  summary: 'Assign an inquiry to a member of the team who may act on it, or to nobody',
  body: z.object({ userId: z.uuid().nullable() }),
})

export const setSamePerson = defineEndpoint('setSamePerson', 'PUT /api/inbox/:id/person', {
  ...received,
  summary:
    'Say that another inquiry is the same person’s, or is not; about one posting, the later one ' +
    'joins the first',
  body: z.object({ otherId: z.uuid(), isSame: z.boolean() }),
})

export const addNote = defineEndpoint('addNote', 'POST /api/inbox/:id/notes', {
  ...received,
  summary: 'Add a note that the applicant does not see on the site',
  body: noteSchema,
})

export const deleteNote = defineEndpoint('deleteNote', 'DELETE /api/inbox/:id/notes/:noteId', {
  ...received,
  params: z.object({ id: z.uuid(), noteId: z.uuid() }),
  summary: 'Delete a note',
})

const savedReplies = z.object({ replies: z.array(savedReplySchema.extend({ id: z.uuid() })) })

export const listSavedReplies = defineEndpoint('listSavedReplies', 'GET /api/saved-replies', {
  access: posters,
  summary: 'Texts that the caller keeps for answers',
  response: savedReplies,
})

export const saveReply = defineEndpoint('saveReply', 'POST /api/saved-replies', {
  access: posters,
  summary: 'Keep a text for answers',
  body: savedReplySchema,
  errors: ['CONFLICT'],
})

export const deleteSavedReply = defineEndpoint(
  'deleteSavedReply',
  'DELETE /api/saved-replies/:id',
  {
    access: posters,
    summary: 'Delete a text that was kept',
  },
)

export const downloadAttachedCv = defineEndpoint('downloadAttachedCv', 'GET /api/inbox/:id/cv', {
  access: posters,
  summary: 'The CV attached to an inquiry, for pages of this site; the physician sees the opening',
  ...cvFile,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
})

export const exportInbox = defineEndpoint('exportInbox', 'GET /api/inbox.csv', {
  access: posters,
  cost: 'export',
  summary: 'The whole inbox as a CSV file',
  response: z.string(),
  responseTypes: ['text/csv'],
})

export const openLinkedCv = defineEndpoint('openLinkedCv', 'POST /api/inquiry-cv', {
  ...byMailedLink,
  summary: 'Open the CV of an inquiry by the token of its mail, once; also as a form',
  body: linkToken,
  ...cvFile,
  errors: refusable,
})

/** Calls of a manage link. Its token is in the body, which no log has. */
const byManageLink = { access: 'public', errors: ['NOT_FOUND'] } as const
const withToken = z.object({ token: manageToken })

export const listManagedInquiries = defineEndpoint(
  'listManagedInquiries',
  'POST /api/manage-posting/inquiries',
  {
    ...byManageLink,
    limit: { max: 60, seconds: 60 },
    summary: 'Inquiries about the posting of a manage link, the newest first',
    body: withToken.extend({ after: z.uuid().optional() }),
    response: z.object({
      total: z.number(),
      /** Nothing is shown before. */
      needsConfirmation: z.boolean(),
      inquiries: z.array(
        inquiry.omit({ readAt: true, answeredAt: true }).extend({
          ...sender,
          replies: thread.replies,
        }),
      ),
      next: z.uuid().nullable(),
    }),
  },
)
export type ManagedInquiry = ResponseOf<typeof listManagedInquiries>['inquiries'][number]

export const mailManagedCv = defineEndpoint(
  'mailManagedCv',
  'POST /api/manage-posting/inquiries/:id/cv',
  {
    ...byManageLink,
    limit: { max: 20, seconds: 600, mails: true },
    summary: 'Mail a link to the CV of an inquiry to the address of the posting',
    body: withToken,
    errors: refusable,
  },
)
