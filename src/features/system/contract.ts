import { z } from 'zod'
import { administrators, defineEndpoint } from '#shared/contract.ts'

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
  summary: 'Nodes, services, background tasks, and settings without secrets',
  response: z.object({
    nodes: z.array(
      z.object({
        /** Its host and process. */
        node: z.string(),
        version: z.string(),
        connectedAt: z.iso.datetime(),
        /** Whether it answered this call. */
        isThis: z.boolean(),
      }),
    ),
    dependencies: z.array(dependency),
    tasks: z.array(
      z.object({
        name: z.string(),
        waiting: z.number(),
        active: z.number(),
        oldestSeconds: z.number(),
      }),
    ),
    /**
     * Job alerts that cannot be matched, and are set aside until they are worked out anew: the
     * newest twenty.
     */
    failedAlerts: z.array(
      z.object({ id: z.uuid(), label: z.string(), failedAt: z.iso.datetime(), reason: z.string() }),
    ),
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

export const getNotices = defineEndpoint('getNotices', 'GET /api/admin/notices', {
  access: administrators,
  summary: 'What is not set up, and what waits because a clock may be wrong',
  response: z.object({
    missing: z.array(z.string()),
    heldRuns: z.array(z.object({ what: z.string(), rows: z.number(), since: z.iso.datetime() })),
  }),
})

export const allowHeldRun = defineEndpoint('allowHeldRun', 'POST /api/admin/held-runs', {
  access: administrators,
  summary: 'Let a deletion by age go on that waits for a day',
  body: z.object({ what: z.string().max(200) }),
  errors: ['NOT_FOUND'],
})

export const sendTestMail = defineEndpoint('sendTestMail', 'POST /api/admin/test-mail', {
  access: administrators,
  limit: { max: 10, seconds: 600 },
  summary: 'Mail the caller a test',
  errors: ['CONFLICT'],
})
