import { z } from 'zod'
import { administrators, defineEndpoint } from '#shared/contract.ts'
import { isTimeZone } from '#shared/time-zones.ts'
import { textOrNull } from './contract.ts'

/** A person with their current name and address; both are null once the account is deleted. */
const personSchema = z.object({
  id: z.uuid(),
  name: textOrNull,
  email: textOrNull,
})

const auditEntrySchema = z.object({
  id: z.number(),
  at: z.string(),
  action: z.string(),
  /** Null if unknown. */
  actor: personSchema.nullable(),
  /** 'user', 'cv', 'setting' …, with its id; for a user, also the person. */
  subject: z
    .object({ kind: z.string(), id: z.string(), person: personSchema.nullable() })
    .nullable(),
  ip: textOrNull,
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntryView = z.infer<typeof auditEntrySchema>

const text = z.string().trim().max(100).optional().catch(undefined)
const day = z.iso.date().optional().catch(undefined)

const filterSchema = z.object({
  /** 'accounts.suspended', or 'accounts' for the whole group. */
  action: text,
  /** An email address or account id. */
  actor: text,
  /** The same, or another subject: 'setting:posting-policies'. */
  subject: text,
  /** Days in the time zone, both inclusive. */
  from: day,
  to: day,
  /** The name of a time zone: 'America/Chicago'. Default: UTC. */
  zone: z.string().max(100).refine(isTimeZone).optional().catch(undefined),
  /** A prefix of the network address. */
  address: text,
})
export type AuditQuery = z.infer<typeof filterSchema>

export const listAuditLog = defineEndpoint('listAuditLog', 'GET /api/admin/audit', {
  access: administrators,
  summary: 'The audit log, the newest first',
  query: filterSchema.extend({
    /** The id of the previous page's last entry. */
    before: z.coerce.number().int().min(1).optional().catch(undefined),
  }),
  response: z.object({
    entries: z.array(auditEntrySchema),
    /** The next page's `before`; null on the last page. */
    next: z.number().nullable(),
    /** Every recorded action. */
    actions: z.array(z.string()),
  }),
})

export const exportAuditLog = defineEndpoint('exportAuditLog', 'GET /admin/audit.csv', {
  access: administrators,
  cost: 'export',
  limit: { max: 10, seconds: 600 },
  summary: 'The filtered audit log as a CSV file',
  query: filterSchema,
  response: z.string(),
  responseTypes: ['text/csv'],
})
