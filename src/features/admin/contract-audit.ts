import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'

const admins = ['admin'] as const

/** Somebody who acts, or is acted upon: name and address are those of today, and gone with the account. */
const personSchema = z.object({ id: z.uuid(), name: z.string().nullable(), email: z.string().nullable() })

export const auditEntrySchema = z.object({
  id: z.number(),
  at: z.string(),
  action: z.string(),
  /** Null for nobody who is known. */
  actor: personSchema.nullable(),
  /** 'user', 'cv', 'setting' …, and which; with the person, where it is one. */
  subject: z.object({ kind: z.string(), id: z.string(), person: personSchema.nullable() }).nullable(),
  ip: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntryView = z.infer<typeof auditEntrySchema>

const text = z.string().trim().max(100).optional().catch(undefined)
const day = z.iso.date().optional().catch(undefined)

const filterSchema = z.object({
  /** 'accounts.suspended', or 'accounts' for every deed of that group. */
  action: text,
  /** An e-mail address or an account's id. */
  actor: text,
  /** The same, or what else an entry is about: 'setting:posting-policies'. */
  subject: text,
  /** Days of UTC, both included. */
  from: day,
  to: day,
  /** How the network address begins from which it was done. */
  address: text,
})
export type AuditQuery = z.infer<typeof filterSchema>

export const listAuditLog = defineEndpoint({
  name: 'listAuditLog',
  method: 'GET',
  path: '/api/admin/audit',
  access: admins,
  summary: 'What was done to rights and to other people’s data, the newest first',
  query: filterSchema.extend({
    /** The last entry of the page before. */
    before: z.coerce.number().int().min(1).optional().catch(undefined),
  }),
  response: z.object({
    entries: z.array(auditEntrySchema),
    /** What `before` is on the next page; null on the last. */
    next: z.number().nullable(),
    /** Every kind of deed that was ever written down. */
    actions: z.array(z.string()),
  }),
})
export type ListAuditLog = typeof listAuditLog

export const exportAuditLog = defineEndpoint({
  name: 'exportAuditLog',
  method: 'GET',
  path: '/admin/audit.csv',
  access: admins,
  limit: { max: 10, seconds: 600 },
  summary: 'The audit log as a CSV file, filtered as the list is; that it was exported is an entry of its own',
  query: filterSchema,
  response: z.string().meta({ format: 'binary' }),
})

export const verifyAuditEntries = defineEndpoint({
  name: 'verifyAuditEntries',
  method: 'POST',
  path: '/api/admin/audit/verification',
  access: admins,
  limit: { max: 1200, seconds: 60 },
  summary: 'Check that the next entries of the audit log are as they were written; call it again from where it ended',
  body: z.object({
    after: z.object({ id: z.int().min(1), hash: z.string().regex(/^[0-9a-f]{64}$/, 'No hash of an entry') }).nullable(),
  }),
  response: z.object({
    checked: z.number(),
    last: z.object({ id: z.number(), hash: z.string() }).nullable(),
    /** The first entry that was changed, or follows on one that is missing. */
    broken: z.number().nullable(),
    /** The number of the log's newest entry, to tell how far this has come. */
    newest: z.number(),
    done: z.boolean(),
  }),
})
export type VerifyAuditEntries = typeof verifyAuditEntries
