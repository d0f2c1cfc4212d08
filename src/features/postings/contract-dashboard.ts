import { z } from 'zod'
import { jobStatuses } from '#features/jobs/model.ts'
import { defineEndpoint, type ResponseOf, posters } from '#shared/contract.ts'
import { creating, idParams, moment, postingDetail, postingSummary, refusable } from './contract.ts'
import {
  csvFieldNames,
  maxCsvBytes,
  maxCsvCharacters,
  maxCsvColumns,
  maxCsvRows,
} from './csv-fields.ts'
import {
  accountPostSchema,
  bulkChangesSchema,
  draftFormSchema,
  newPostingSchema,
  postingChangesSchema,
} from './schemas.ts'
import { actionNames, postingActors } from './state-machine.ts'

/** Calls about one posting or draft of the caller. */
const byId = { access: posters, params: idParams, errors: ['NOT_FOUND'] } as const

const listFilter = z.object({
  /** Matched against title, company, place, reference code and requisition number. */
  q: z.string().trim().max(200).catch('').default(''),
  status: z
    .enum(['all', ...jobStatuses])
    .catch('all')
    .default('all'),
})
const postingSorts = ['updated', 'created', 'expires', 'title', 'status'] as const

export const listPostings = defineEndpoint('listPostings', 'GET /api/job-postings', {
  access: posters,
  summary: "The poster's own postings, without removed ones",
  query: listFilter.extend({
    sort: z.enum(postingSorts).catch('updated').default('updated'),
    page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
    limit: z.coerce.number().int().min(1).max(500).catch(500).default(500),
  }),
  response: z.array(postingSummary),
})

export const countPostings = defineEndpoint('countPostings', 'GET /api/job-postings/counts', {
  access: posters,
  summary: "The numbers of the poster's postings, in total and for a search",
  query: listFilter,
  response: z.object({
    total: z.int(),
    active: z.int(),
    draft: z.int(),
    pending: z.int(),
    rejected: z.int(),
    expired: z.int(),
    /** Active ones that can be renewed now. */
    ending: z.int(),
    /** The total of `listPostings` with the same `q` and `status`. */
    found: z.int(),
  }),
})

export const createPosting = defineEndpoint('createPosting', 'POST /api/job-postings', {
  ...creating,
  access: posters,
  summary: 'Create a posting from the dashboard',
  body: newPostingSchema,
  response: postingDetail,
})

export const getPosting = defineEndpoint('getPosting', 'GET /api/job-postings/:id', {
  ...byId,
  summary: 'One own posting with all fields',
  response: postingDetail,
})

/**
 * How many people's rejections, which came with its outcome, were undone before they heard of them.
 */
const rejectionsTakenBack = z.number().int().optional()
const opened = postingDetail.extend({ rejectionsTakenBack }).meta({ id: 'OpenedPosting' })

export const updatePosting = defineEndpoint('updatePosting', 'PUT /api/job-postings/:id', {
  ...byId,
  summary: 'Change a posting. 409 with `current` when it was changed since it was read.',
  body: postingChangesSchema,
  response: opened,
  errors: refusable,
})

export const deletePosting = defineEndpoint('deletePosting', 'DELETE /api/job-postings/:id', {
  ...byId,
  summary: 'Remove a posting',
})

export const renewPosting = defineEndpoint('renewPosting', 'POST /api/job-postings/:id/renew', {
  ...byId,
  summary: 'Renew a posting near or after its end; its last day goes',
  response: opened,
  errors: refusable,
})

export const getPostingHistory = defineEndpoint(
  'getPostingHistory',
  'GET /api/job-postings/:id/history',
  {
    ...byId,
    summary: 'The history of a posting, the newest first',
    response: z.array(
      z.object({
        at: moment,
        action: z.enum(actionNames),
        actor: z.enum(postingActors),
        /** The acting account's name. */
        by: z.string().nullable(),
        reason: z.string().nullable(),
        /** The changed fields. */
        changed: z.array(z.string()),
      }),
    ),
  },
)
export type PostingHistory = ResponseOf<typeof getPostingHistory>

export const bulkActions = ['edit', 'activate', 'deactivate', 'renew', 'delete'] as const

export const changePostings = defineEndpoint('changePostings', 'POST /api/job-postings/bulk', {
  access: posters,
  summary: 'One action on many own postings; the answer lists the refused ones',
  body: z.object({
    ids: z.array(z.string().max(100)).min(1, 'Choose at least one posting').max(500),
    action: z.enum(bulkActions),
    /** For 'edit'. */
    changes: bulkChangesSchema.default({}),
  }),
  response: z.object({
    changed: z.array(z.string()),
    failed: z.array(z.object({ id: z.string(), error: z.string() })),
    rejectionsTakenBack,
  }),
})

/** The form that a draft belongs to. */
const draftKind = z.enum(['account', 'posting'])

const draft = z
  .object({
    id: z.uuid(),
    kind: draftKind,
    title: z.string(),
    form: draftFormSchema,
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'Draft' })
export type Draft = z.infer<typeof draft>

export const duplicatePosting = defineEndpoint(
  'duplicatePosting',
  'POST /api/job-postings/:id/duplicate',
  {
    ...byId,
    summary: 'Copy a posting to a draft',
    response: draft,
    errors: refusable,
  },
)

export const listDrafts = defineEndpoint('listDrafts', 'GET /api/posting-drafts', {
  access: posters,
  summary: 'Saved drafts, the newest first',
  response: z.array(draft),
})

export const saveNewDraft = defineEndpoint('saveNewDraft', 'POST /api/posting-drafts', {
  access: posters,
  summary: 'Save a form as a draft',
  body: z.object({ kind: draftKind.default('account'), form: draftFormSchema }),
  response: draft,
  errors: ['CONFLICT'],
})

export const saveDraft = defineEndpoint('saveDraft', 'PUT /api/posting-drafts/:id', {
  ...byId,
  summary: 'Save a draft again. 409 with `current` when it was saved elsewhere since it was read.',
  body: z.object({ form: draftFormSchema, updatedAt: moment }),
  response: draft,
  errors: refusable,
})

export const deleteDraft = defineEndpoint('deleteDraft', 'DELETE /api/posting-drafts/:id', {
  ...byId,
  summary: 'Delete a draft',
})

const csvCall = {
  cost: 'upload',
  acceptsZeroBytes: true,
  access: posters,
  maxBody: maxCsvBytes,
} as const

const csvField = z.enum<readonly string[]>(csvFieldNames)
/** The field of each column, in the file's order; null for ignored columns. */
const csvMapping = z.array(csvField.nullable()).max(maxCsvColumns)
const csvText = z
  .string('Please choose a CSV file')
  .min(1, 'The file is empty')
  .max(maxCsvCharacters, 'The file is too large: at most 1 MB can be uploaded at once')

/** For every row whose cell has this value; '' also means a field without a column. */
const csvInstead = z
  .array(z.object({ field: csvField, value: z.string().max(5000), use: z.string().max(5000) }))
  .max(200)
  .default([])

const csvRow = z.object({
  /** The line number in the file; the heading is line 1. */
  line: z.int(),
  /** The row's values by field. */
  values: z.record(z.string(), z.string()),
  errors: z.array(
    z.object({ field: z.string(), message: z.string(), suggestion: z.string().optional() }),
  ),
  /** What may be a mistake, with the value that may be meant. */
  notes: z.array(
    z.object({ text: z.string(), field: z.string().optional(), use: z.string().optional() }),
  ),
  /** What the row changes of the posting that has its requisition number. */
  update: z
    .object({
      id: z.uuid(),
      changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
    })
    .optional(),
})

export const previewCsv = defineEndpoint('previewCsv', 'POST /api/job-postings/csv/preview', {
  ...csvCall,
  limit: { max: 60, seconds: 600 },
  summary: 'Preview a CSV file: columns, their fields, and errors by row',
  body: z.object({ csv: csvText, mapping: csvMapping.optional(), instead: csvInstead }),
  response: z.object({
    columns: z.array(z.string()),
    mapping: csvMapping,
    /** The first values of each column. */
    samples: z.array(z.array(z.string())),
    rows: z.array(csvRow),
    valid: z.int(),
    invalid: z.int(),
    /** Active postings with a requisition number that the file does not have. */
    missing: z.array(postingSummary.pick({ id: true, title: true, location: true })),
  }),
})
export type CsvPreview = ResponseOf<typeof previewCsv>

export const postCsv = defineEndpoint('postCsv', 'POST /api/job-postings/csv', {
  ...csvCall,
  limit: { max: 20, seconds: 600 },
  summary:
    'Post the valid rows of a CSV file, or update the postings that have their requisition ' +
    'numbers; the answer lists the other rows with their errors',
  body: z.object({
    csv: csvText,
    mapping: csvMapping,
    instead: csvInstead,
    /** Of the postings that the file does not have, those that close. */
    closes: z.array(z.uuid()).max(maxCsvRows).default([]),
    idempotencyKey: accountPostSchema.shape.idempotencyKey,
  }),
  response: z.object({
    created: z.array(z.object({ line: z.int(), id: z.uuid() })),
    updated: z.array(z.object({ line: z.int(), id: z.uuid() })),
    closed: z.array(z.uuid()),
    failed: z.array(csvRow),
  }),
  errors: ['CONFLICT'],
})

export const listFoundPostings = defineEndpoint('listFoundPostings', 'GET /api/found-postings', {
  access: posters,
  summary:
    'What somebody posted without an account and with the address that the caller has proved',
  response: z.array(postingSummary),
})

export const claimFoundPosting = defineEndpoint(
  'claimFoundPosting',
  'POST /api/found-postings/:id/claim',
  {
    access: posters,
    summary: 'Move such a posting into the account',
    response: postingDetail,
    errors: [...refusable, 'FORBIDDEN'],
  },
)
