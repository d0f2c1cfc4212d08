import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { posters } from './contract-parts.ts'
import { csvFieldNames, maxCsvBytes, maxCsvCharacters } from './csv-fields.ts'
import { accountPostSchema } from './schemas.ts'

/** Files of postings: looked at first, posted then. */

const csvField = z.enum(csvFieldNames as [string, ...string[]])
/** The field that each column fills, in the file's order of columns; null for columns to be left out. */
const csvMapping = z.array(csvField.nullable()).max(100)
const csvText = z
  .string('Please choose a CSV file')
  .min(1, 'The file is empty')
  .max(maxCsvCharacters, 'The file is too large: at most 1 MB can be uploaded at once')

const csvRow = z.object({
  /** Where the row stands in the file; the heading is line 1. */
  line: z.int(),
  /** What the row says, field by field. */
  values: z.record(z.string(), z.string()),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
})

export const previewCsv = defineEndpoint({
  name: 'previewCsv',
  method: 'POST',
  path: '/api/job-postings/csv/preview',
  access: posters,
  limit: { max: 60, seconds: 600 },
  maxBody: maxCsvBytes,
  summary: 'What a CSV file would post: its columns, the fields that they fill, and what is wrong in which row',
  body: z.object({ csv: csvText, mapping: csvMapping.optional() }),
  response: z.object({
    columns: z.array(z.string()),
    mapping: csvMapping,
    rows: z.array(csvRow),
    valid: z.int(),
    invalid: z.int(),
  }),
})
export type PreviewCsv = typeof previewCsv
export type CsvPreview = ResponseOf<PreviewCsv>

export const postCsv = defineEndpoint({
  name: 'postCsv',
  method: 'POST',
  path: '/api/job-postings/csv',
  access: posters,
  limit: { max: 20, seconds: 600 },
  maxBody: maxCsvBytes,
  summary: 'Post the rows of a CSV file that are in order; the others come back with their errors',
  body: z.object({ csv: csvText, mapping: csvMapping, idempotencyKey: accountPostSchema.shape.idempotencyKey }),
  response: z.object({
    created: z.array(z.object({ line: z.int(), id: z.uuid() })),
    failed: z.array(csvRow),
  }),
  errors: ['CONFLICT'],
})
export type PostCsv = typeof postCsv
