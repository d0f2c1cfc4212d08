import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { importStatuses } from './model.ts'
import { datasetUrl } from './schemas.ts'

const admins = ['admin'] as const
const idParams = z.object({ id: z.uuid() })
const count = z.int().min(0)
const moment = z.iso.datetime()

const reasons = z.array(z.object({ reason: z.string(), count }))
const skippedRows = z.array(z.object({ row: z.int(), reason: z.string(), title: z.string().optional() }))

export const importApify = defineEndpoint({
  name: 'importApify',
  method: 'POST',
  path: '/api/admin/import-apify',
  access: admins,
  limit: { max: 10, seconds: 60 },
  summary:
    'Import a dataset of scraped jobs; what is new waits for approval. Answers 202 where it takes longer than a request may',
  body: z.object({ url: datasetUrl }),
  response: z.object({
    message: z.string(),
    imported: count,
    skipped: count,
    totalProcessed: count,
    duplicates: z.array(z.string()),
    /** How many rows were skipped for which reason, in words. */
    reasons,
    skippedRows,
    /** The run, to be asked for with `getImport`. */
    id: z.uuid(),
    /** The figures are of now, and the import goes on. */
    running: z.boolean(),
  }),
  errors: ['BAD_REQUEST', 'CONFLICT'],
})
export type ImportApify = typeof importApify

const importRun = z.object({
  id: z.uuid(),
  /** The source's name, or the address or file that was imported. */
  source: z.string(),
  /** Null for an import that belongs to no source that is kept. */
  sourceId: z.uuid().nullable(),
  /** Without what is secret in it; null for a file. */
  url: z.string().nullable(),
  /** Null for the schedule and the command line. */
  startedBy: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  status: z.enum(importStatuses),
  startedAt: moment,
  finishedAt: moment.nullable(),
  /** Rows so far. */
  processed: count,
  /** Rows of the whole dataset, where it says so. */
  total: count.nullable(),
  imported: count,
  /** Every row that was not imported, duplicates included. */
  skipped: count,
  duplicates: count,
  /** Jobs that its source no longer lists. */
  closed: count,
  /** Jobs that had been closed so, and are listed again. */
  reopened: count,
  /** How it ended, in words; null while it runs. */
  message: z.string().nullable(),
})
export type ImportRun = z.infer<typeof importRun>

const importRunDetail = importRun.extend({
  reasons,
  /** The first skipped rows that are no duplicates. */
  skippedRows,
  /** The first duplicates, a sentence each. */
  duplicateRows: z.array(z.string()),
})
export type ImportRunDetail = z.infer<typeof importRunDetail>

export const importsPageSize = 25

export const listImports = defineEndpoint({
  name: 'listImports',
  method: 'GET',
  path: '/api/admin/imports',
  access: admins,
  summary: 'The runs of the importer, the newest first',
  query: z.object({
    /** The runs of this source only. */
    source: z.uuid().optional().catch(undefined),
    /** Runs before this one: the `next` of the page before. */
    before: z.uuid().optional().catch(undefined),
  }),
  response: z.object({
    runs: z.array(importRun),
    /** Null on the last page. */
    next: z.uuid().nullable(),
  }),
})
export type ListImports = typeof listImports
export type ImportRuns = ResponseOf<ListImports>

export const getImport = defineEndpoint({
  name: 'getImport',
  method: 'GET',
  path: '/api/admin/imports/:id',
  access: admins,
  summary: 'One run of the importer, with its progress while it runs',
  params: idParams,
  response: importRunDetail,
  errors: ['NOT_FOUND'],
})
export type GetImport = typeof getImport

export const cancelImport = defineEndpoint({
  name: 'cancelImport',
  method: 'POST',
  path: '/api/admin/imports/:id/cancel',
  access: admins,
  summary: 'Stop a running import; what it has added stays',
  params: idParams,
  response: importRunDetail,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
export type CancelImport = typeof cancelImport
