import { z } from 'zod'
import { jobSummary } from '#features/jobs/contract.ts'
import { parseSpecialty } from '#vocabulary/specialties.ts'
import { defineEndpoint, moderators } from '#shared/contract.ts'

const likelyJob = jobSummary.extend({
  status: z.enum(['pending', 'active']),
  schedule: z.array(z.string()),
  description: z.string(),
})
export type LikelyJob = z.infer<typeof likelyJob>

/** The details of which a merge may keep the other job's. */
const details = ['title', 'type', 'pay', 'schedule', 'apply', 'description'] as const
export type Detail = (typeof details)[number]

const likelyDuplicate = z.object({
  id: z.uuid(),
  /** How alike they are, in percent. */
  score: z.int().min(0).max(100),
  /** The one that was added first, whose id a merge keeps unless it is told otherwise. */
  kept: likelyJob,
  other: likelyJob,
})
export type LikelyDuplicate = z.infer<typeof likelyDuplicate>

export const listDuplicates = defineEndpoint('listDuplicates', 'GET /api/admin/duplicates', {
  access: moderators,
  summary: 'Likely duplicates among open jobs, the most similar first',
  query: z.object({
    source: z.string().min(1).max(200).optional().catch(undefined),
    specialty: z
      .string()
      .transform((value) => parseSpecialty(value) ?? undefined)
      .optional()
      .catch(undefined),
    page: z.coerce.number().int().min(1).max(100).catch(1).default(1),
  }),
  response: z.object({
    pairs: z.array(likelyDuplicate),
    total: z.int(),
    totalIsCapped: z.boolean(),
    totalPages: z.int(),
    /** The filter's choices. */
    sources: z.array(z.string()),
  }),
})

export const dismissDuplicate = defineEndpoint(
  'dismissDuplicate',
  'POST /api/admin/duplicates/:id/dismissal',
  {
    access: moderators,
    summary: 'Dismiss a pair: it is not the same job',
    errors: ['CONFLICT'],
  },
)

export const undoDismissal = defineEndpoint(
  'undoDismissal',
  'DELETE /api/admin/duplicates/:id/dismissal',
  { access: moderators, summary: 'List a dismissed pair again', errors: ['CONFLICT'] },
)

export const mergeDuplicates = defineEndpoint(
  'mergeDuplicates',
  'POST /api/admin/duplicates/:id/merge',
  {
    access: moderators,
    summary:
      'Merge two jobs: the one that was added first stays, or the other, and gets what it lacks, ' +
      'the details that it takes, and everything that belongs to both.',
    body: z.object({
      keepsOther: z.boolean().default(false),
      /** The details that the other job states better. */
      takes: z.array(z.enum(details)).max(details.length).default([]),
    }),
    response: z.object({ referenceId: z.string() }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
)

export const undoMerge = defineEndpoint('undoMerge', 'DELETE /api/admin/duplicates/:id/merge', {
  access: moderators,
  summary:
    'Undo a merge, for a day: both jobs are as they were, and new inquiries stay where they came in',
  errors: ['CONFLICT'],
})
