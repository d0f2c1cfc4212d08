import { z } from 'zod'
import { jobStatuses } from '#features/jobs/model.ts'
import { defineEndpoint } from '#shared/contract.ts'
import { eventKinds, longestPeriod, usualPeriod } from './model.ts'

const access = ['employer', 'recruiter', 'admin'] as const

const figures = z.object({
  views: z.number().int(),
  visitors: z.number().int(),
  applyClicks: z.number().int(),
  /** Saved in this period and not removed. */
  saves: z.number().int(),
  /** Sent in this period and not withdrawn. */
  inquiries: z.number().int(),
})
const day = figures.extend({ day: z.iso.date() })
const posting = z.object({ id: z.uuid(), title: z.string(), status: z.enum(jobStatuses) })

const query = z.object({
  days: z.coerce
    .number('This is no number of days.')
    .int('This is no number of days.')
    .min(1, 'Insights start at one day.')
    .max(longestPeriod, `Insights go back ${longestPeriod} days.`)
    .default(usualPeriod),
})

export const recordEvent = defineEndpoint('recordEvent', 'POST /api/insights/events', {
  access: 'public',
  // A hospital may share one address.
  limit: { max: 120, seconds: 60 },
  summary: 'Record a view or an apply click; robots, owners and jobs that are not public are not counted',
  body: z.object({ jobId: z.uuid('This is no job.'), kind: z.enum(eventKinds, 'This is nothing that is counted.') }),
  response: z.object({}),
})

export const getInsights = defineEndpoint('getInsights', 'GET /api/insights', {
  access,
  summary: 'Statistics of own postings by day (UTC) and by posting, the most viewed first',
  query,
  response: z.object({
    days: z.array(day),
    postings: z.array(posting.extend({ total: figures })),
    /** There are more postings than listed. */
    isCut: z.boolean(),
  }),
})

export const getPostingInsights = defineEndpoint('getPostingInsights', 'GET /api/insights/postings/:id', {
  access,
  summary: 'Statistics of one posting by day (UTC)',
  params: z.object({ id: z.string() }),
  query,
  response: z.object({ posting, days: z.array(day) }),
  errors: ['NOT_FOUND'],
})
