import { z } from 'zod'
import { administrators, defineEndpoint } from '#shared/contract.ts'

const figures = {
  /** Of all requests, those answered from the cache included. */
  requests: z.number(),
  cached: z.number(),
  /** Answers with 5xx, without 503. */
  failed: z.number(),
  /** Answers with 429 or 503. */
  refused: z.number(),
  /** Times of the requests that the cache did not answer, in milliseconds. */
  p50Ms: z.number(),
  p95Ms: z.number(),
  memoryMb: z.number(),
  /** Of one processor. */
  cpuPercent: z.number(),
}

const point = z.object({ at: z.iso.datetime(), ...figures })
export type SystemPoint = z.infer<typeof point>

const dependency = z.object({
  name: z.string(),
  /** `unused`: no setting names it. */
  state: z.enum(['up', 'down', 'unused']),
  detail: z.string(),
  /** How long the check took. */
  ms: z.number().nullable(),
})
export type Dependency = z.infer<typeof dependency>

export const getSystem = defineEndpoint('getSystem', 'GET /api/admin/system', {
  access: administrators,
  summary: 'Nodes, their figures over the last day, what they depend on, and the settings without secrets',
  response: z.object({
    nodes: z.array(
      z.object({
        node: z.string(),
        version: z.string(),
        startedAt: z.iso.datetime(),
        lastSeenAt: z.iso.datetime(),
        memoryMb: z.number(),
        cpuPercent: z.number(),
        p95Ms: z.number(),
        /** Whether it answered this call. */
        isThis: z.boolean(),
      }),
    ),
    /** Of all nodes, for each quarter of an hour of the last day: sums of counts and memory, the highest times and delays. */
    day: z.array(point),
    dependencies: z.array(dependency),
    tasks: z.array(z.object({ name: z.string(), waiting: z.number(), active: z.number(), oldestSeconds: z.number() })),
    /** Job alerts that cannot be matched, and are set aside until they are worked out anew: the newest twenty. */
    failedAlerts: z.array(z.object({ id: z.uuid(), label: z.string(), failedAt: z.iso.datetime(), reason: z.string() })),
    settings: z.array(
      z.object({
        name: z.string(),
        /** Null if there is none; '•••' for a secret. */
        value: z.string().nullable(),
        isDefault: z.boolean(),
      }),
    ),
  }),
})
