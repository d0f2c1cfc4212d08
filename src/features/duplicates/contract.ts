import { z } from 'zod'
import { jobSummary } from '#features/jobs/contract.ts'
import { parseSpecialty } from '#vocabulary/specialties.ts'
import { defineEndpoint, moderators } from '#shared/contract.ts'
import { parseState } from '#shared/us-states.ts'
import { leastScore, mostDismissedAtOnce } from './model.ts'

const percent = z.int().min(0).max(100)

const likelyJob = jobSummary.extend({
  status: z.enum(['pending', 'active']),
  schedule: z.array(z.string()),
  description: z.string(),
})
export type LikelyJob = z.infer<typeof likelyJob>

const likelyDuplicate = z.object({
  id: z.uuid(),
  score: percent,
  parts: z.object({ title: percent, employer: percent, place: percent, text: percent }),
  /** The one that was added first, whose id a merge keeps unless it is told otherwise. */
  kept: likelyJob,
  other: likelyJob,
})
export type LikelyDuplicate = z.infer<typeof likelyDuplicate>

const ignored = <T>(schema: z.ZodType<T, string>) => schema.optional().catch(undefined)

export const listDuplicates = defineEndpoint('listDuplicates', 'GET /api/admin/duplicates', {
  access: moderators,
  summary: 'Likely duplicates among open jobs, the most similar first',
  query: z.object({
    source: ignored(z.string().min(1).max(200)),
    specialty: ignored(z.string().transform((it) => parseSpecialty(it) ?? undefined)),
    state: ignored(z.string().transform((it) => parseState(it) ?? undefined)),
    minScore: z.coerce.number().int().min(leastScore).max(100).catch(leastScore).default(leastScore),
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

export const dismissDuplicates = defineEndpoint('dismissDuplicates', 'POST /api/admin/duplicates/dismissals', {
  access: moderators,
  summary: 'Dismiss pairs that are not the same job',
  body: z.object({ ids: z.array(z.uuid()).min(1).max(mostDismissedAtOnce) }),
  response: z.object({ dismissed: z.int() }),
})

export const mergeDuplicates = defineEndpoint('mergeDuplicates', 'POST /api/admin/duplicates/:id/merge', {
  access: moderators,
  summary:
    'Merge two jobs: the one that was added first stays, or the other, and gets what it lacks and everything that belongs to both. It cannot be undone.',
  body: z.object({ keepsOther: z.boolean().default(false) }),
  response: z.object({ keptId: z.uuid(), referenceId: z.string() }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})
