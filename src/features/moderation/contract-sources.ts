import { z } from 'zod'
import { moment } from '#features/postings/contract-parts.ts'
import { defineEndpoint } from '#shared/contract.ts'

/** Deciding about all that waits of one source. */

const admins = ['admin'] as const

export const listQueueSources = defineEndpoint({
  name: 'listQueueSources',
  method: 'GET',
  path: '/api/admin/queue/sources',
  access: admins,
  summary: 'Where what waits for approval came from. One more than the cap stands for any number above it.',
  response: z.object({ sources: z.array(z.object({ source: z.string(), pending: z.int() })) }),
})
export type ListQueueSources = typeof listQueueSources

const sourceDecision = z.object({
  id: z.uuid(),
  source: z.string(),
  deed: z.enum(['approve', 'reject']),
  state: z.enum(['running', 'finished', 'stopped']),
  total: z.int(),
  done: z.int(),
  startedAt: moment,
  finishedAt: moment.nullable(),
})
export type SourceDecision = z.infer<typeof sourceDecision>

export const startSourceDecision = defineEndpoint({
  name: 'startSourceDecision',
  method: 'POST',
  path: '/api/admin/source-decisions',
  access: admins,
  summary: 'Decide about all that waits of one source, step by step in the background. It cannot be taken back.',
  body: z.discriminatedUnion('deed', [
    z.object({ deed: z.literal('approve'), source: z.string().min(1, 'Choose a source').max(200) }),
    z.object({
      deed: z.literal('reject'),
      source: z.string().min(1, 'Choose a source').max(200),
      reason: z
        .string('Please give a reason')
        .trim()
        .min(1, 'Please give a reason')
        .max(1000, 'The reason is too long (max 1000 characters)'),
    }),
  ]),
  response: sourceDecision,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
export type StartSourceDecision = typeof startSourceDecision

export const listSourceDecisions = defineEndpoint({
  name: 'listSourceDecisions',
  method: 'GET',
  path: '/api/admin/source-decisions',
  access: admins,
  summary: 'How far the decisions about sources have come: those that run, and the last ones that have ended',
  response: z.object({ decisions: z.array(sourceDecision) }),
})
export type ListSourceDecisions = typeof listSourceDecisions

export const stopSourceDecision = defineEndpoint({
  name: 'stopSourceDecision',
  method: 'POST',
  path: '/api/admin/source-decisions/:id/stop',
  access: admins,
  summary: 'Stop after the step that is under way; what is decided stays decided',
  params: z.object({ id: z.uuid() }),
  response: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})
export type StopSourceDecision = typeof stopSourceDecision
