import { z } from 'zod'
import { administrators, defineEndpoint, type ResponseOf } from '#shared/contract.ts'
import { payUnits } from '#features/jobs/model.ts'
import { importStatuses, mappingFieldNames, maxUploadBytes } from './model.ts'
import { factNames } from './facts.ts'
import { mappingSchema, sourceAnswer, webDatasetUrl } from './schemas.ts'

const count = z.int().min(0)
const moment = z.iso.datetime()

const reasons = z.array(z.object({ reason: z.string(), count }))

export const importApify = defineEndpoint('importApify', 'POST /api/admin/import-apify', {
  access: administrators,
  limit: { max: 10, seconds: 60 },
  summary:
    'Import a dataset of scraped jobs; what is new waits for approval. Answers 202 while it ' +
    'runs: in the background, or longer than a request may',
  /** `background`: the answer comes at once. */
  body: z.object({ url: webDatasetUrl, background: z.boolean().default(false) }),
  response: z.object({
    message: z.string(),
    imported: count,
    skipped: count,
    totalProcessed: count,
    duplicates: z.array(z.string()),
    /** How many rows were skipped for which reason, in words. */
    reasons,
    skippedRows: z.array(
      z.object({ row: z.int(), reason: z.string(), title: z.string().optional() }),
    ),
    /** The run, to be asked for with `getImport`. */
    id: z.uuid(),
    /** The figures are of now, and the import goes on. */
    running: z.boolean(),
  }),
  errors: ['BAD_REQUEST', 'CONFLICT'],
})

export const importRun = z.object({
  id: z.uuid(),
  /** The source's name, or the address or file that was imported. */
  source: z.string(),
  /** Null for an import without a recorded source. */
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
  /** Of the imported: those that wait because a fact is doubtful. */
  doubtful: count,
  /** Rows that changed known jobs, or proposed to, and how many changed each field. */
  changed: count,
  changes: z.array(z.object({ field: z.string(), count })),
  /** Every other row, duplicates included. */
  skipped: count,
  duplicates: count,
  /** Of the duplicates: rows that say what they said last time. */
  unchanged: count,
  /** Jobs that its source no longer lists. */
  closed: count,
  /** Jobs that had been closed so, and are listed again. */
  reopened: count,
  /** How it ended, in words; null while it runs. */
  message: z.string().nullable(),
})
export type ImportRun = z.infer<typeof importRun>

const valueKinds = ['numbers', 'texts', 'yes or no', 'lists'] as const

/** What a source leaves open for many rows alike, to be answered once. */
export const sourceQuestion = z.object({
  fact: z.enum(factNames),
  /**
   * The source's own words; or, as `wholeSource` makes them, whatever the source or one employer in
   * it leaves open.
   */
  words: z.string(),
  /** How many rows leave it open. */
  rows: count,
  /** Of these, how many wait because later rows contradict the answer. */
  contradicted: count,
  /** What the source's other rows say most, in how many of those that say it. */
  suggested: z.object({ answer: sourceAnswer, rows: count, of: count }).nullable(),
  answer: sourceAnswer.nullable(),
  /** The words of a row that leaves it open, or its title; null where no row does any more. */
  example: z.string().nullable(),
  /** What its figures would be for each unit of pay; a unit that nobody is paid so is left out. */
  outcomes: z.partialRecord(z.enum(payUnits), z.string()).optional(),
})
export type SourceQuestion = z.infer<typeof sourceQuestion>

/** What a run, or a check before it, found in a whole dataset. */
export const outline = z.object({
  /** How many rows the columns were counted over. */
  rows: count,
  columns: z.array(
    z.object({
      path: z.string(),
      /** In how many rows it holds something. */
      filled: count,
      samples: z.array(z.string()),
      /** The field that it is read as; null where it is not used, or only as a part of a text. */
      becomes: z.enum(mappingFieldNames).nullable(),
      /** From this row on its values are of another kind. */
      turned: z
        .object({ row: z.int(), from: z.enum(valueKinds), to: z.enum(valueKinds) })
        .nullable(),
    }),
  ),
  /** How many columns are left out. */
  moreColumns: count,
  /** Of a check of a careers page: its openings for physicians, by specialty. */
  kinds: z.array(z.object({ specialty: z.string(), count })).optional(),
  /** What a check found open; a run's source has a page that asks. */
  questions: z.array(sourceQuestion).optional(),
  /**
   * Of a check: rules for fields that no preset and no given rule finds, by what the columns are
   * called and look like.
   */
  suggested: mappingSchema.optional(),
  /** Of a check: how many rows have a date that could not be read, and the first of them. */
  unreadDates: z.object({ count, example: z.string() }).optional(),
  /** Rows by what becomes of them, with the first of each. */
  groups: z.array(
    z.object({
      kind: z.enum(['ready', 'changed', 'waiting', 'skipped']),
      /** In words; null for what is ready. */
      reason: z.string().nullable(),
      count,
      samples: z.array(z.object({ row: z.int(), title: z.string(), detail: z.string() })),
    }),
  ),
})

export type Outline = z.infer<typeof outline>
export type OutlineColumn = Outline['columns'][number]
export type OutlineGroup = Outline['groups'][number]

const importRunDetail = importRun.extend({
  reasons,
  /** Its columns, and its rows by what became of them; null before the first rows are done. */
  report: outline.nullable(),
})
export type ImportRunDetail = z.infer<typeof importRunDetail>

export const exportImportRows = defineEndpoint(
  'exportImportRows',
  'GET /api/admin/imports/:id/rows.csv',
  {
    access: administrators,
    cost: 'export',
    summary: 'The rows that the report of a run, or of a check, names, as a CSV file',
    response: z.string(),
    responseTypes: ['text/csv'],
    errors: ['NOT_FOUND'],
  },
)

export const uploadImportFile = defineEndpoint('uploadImportFile', 'POST /api/admin/import-files', {
  access: administrators,
  cost: 'upload',
  limit: { max: 20, seconds: 60 },
  maxBody: maxUploadBytes,
  summary: 'Upload a dataset; other calls take the returned address',
  upload: 'bytes',
  query: z.object({ name: z.string().trim().min(1).max(200) }),
  response: z.object({ url: z.string(), name: z.string(), size: count }),
  errors: ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE'],
})

export const importsPageSize = 25

export const listImports = defineEndpoint('listImports', 'GET /api/admin/imports', {
  access: administrators,
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
export type ImportRuns = ResponseOf<typeof listImports>

export const getImport = defineEndpoint('getImport', 'GET /api/admin/imports/:id', {
  access: administrators,
  summary: 'One run of the importer, with its progress while it runs',
  response: importRunDetail,
  errors: ['NOT_FOUND'],
})

export const cancelImport = defineEndpoint('cancelImport', 'POST /api/admin/imports/:id/cancel', {
  access: administrators,
  summary: 'Stop a running import; what it has added stays',
  response: importRunDetail,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
