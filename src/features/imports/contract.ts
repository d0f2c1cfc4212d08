import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'

export const importApify = defineEndpoint({
  name: 'importApify',
  method: 'POST',
  path: '/api/admin/import-apify',
  access: ['admin'],
  limit: { max: 10, seconds: 60 },
  summary: 'Import a dataset of scraped jobs; what is new waits for approval',
  body: z.object({
    url: z
      .string('URL required')
      .trim()
      .min(1, 'URL required')
      .max(2000, 'Please enter a valid Apify dataset URL')
      .pipe(z.url({ protocol: /^https?$/, error: 'Please enter a valid Apify dataset URL' })),
  }),
  response: z.object({
    message: z.string(),
    imported: z.number(),
    skipped: z.number(),
    totalProcessed: z.number(),
    duplicates: z.array(z.string()),
    /** How many rows were skipped for which reason, in words. */
    reasons: z.array(z.object({ reason: z.string(), count: z.number() })),
    skippedRows: z.array(z.object({ row: z.number(), reason: z.string(), title: z.string().optional() })),
  }),
  errors: ['BAD_REQUEST'],
})
export type ImportApify = typeof importApify
