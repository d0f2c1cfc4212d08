import { z } from 'zod'
import { importScheduleNames, mappingFieldNames, mappingLimits, uploadIdOf } from './model.ts'

/** What the forms and calls about sources accept, with the words for what they do not. */

const urlWords = 'Please enter a valid Apify dataset URL'

export const datasetUrl = z
  .string('URL required')
  .trim()
  .min(1, { error: 'URL required', abort: true })
  .max(2000, urlWords)
  .pipe(z.union([z.string().refine((it) => uploadIdOf(it) !== undefined), z.url({ protocol: /^https?$/ })], urlWords))
  // A letter beyond ASCII has nine characters in an address, and what names a run has to fit into an index.
  .refine((it) => it.replaceAll(/[^\x20-\x7E]/g, '%%%%%%%%%').length <= 2000, urlWords)

/** The source of jobs that were posted by hand. */
const notASource = /^manual$/i

const sourceName = z
  .string('Name is required')
  .overwrite((it) => it.replaceAll(/[\s\p{C}]+/gu, ' ').trim())
  .min(1, { error: 'Name is required', abort: true })
  .max(100, 'The name is too long (max 100 characters)')
  .refine((it) => !notASource.test(it), 'Jobs that are posted by hand have this name')

const path = z
  .string()
  .trim()
  .min(1, 'Please choose where the item has it')
  .max(mappingLimits.path, 'The path is too long')
  // 'links[0].url' is how others write 'links.0.url'.
  .overwrite((it) => it.replaceAll(/\[(\d+)\]/g, '.$1').replace(/^\./, ''))
const value = z.string().trim().min(1, 'Please enter the value').max(mappingLimits.value, 'The value is too long')

export const mappingSchema = z.partialRecord(
  z.enum(mappingFieldNames),
  z.union(
    [
      z.strictObject({
        path,
        and: z.array(path).max(mappingLimits.joined, 'Too many columns are joined').optional(),
        joiner: z.string().max(20).optional(),
        split: z.string().min(1, 'Please enter what the text is cut at').max(20).optional(),
        part: z
          .int('Please enter a whole number')
          .min(-20)
          .max(20)
          .refine((it) => it !== 0, 'The first part is 1, the last -1')
          .optional(),
        fallback: value.optional(),
      }),
      z.strictObject({ value }),
      z.strictObject({ fallback: value }),
    ],
    'Please give a path, a value or a fallback',
  ),
)

const sourceFields = {
  url: datasetUrl,
  mapping: mappingSchema,
  schedule: z.enum(importScheduleNames, 'Please choose a schedule'),
  isComplete: z.boolean(),
  structuredDataAllowed: z.boolean(),
}

export const newSourceSchema = z.object({ name: sourceName, ...sourceFields })
export type NewSource = z.output<typeof newSourceSchema>

export const sourceChangesSchema = z.object({ ...sourceFields, version: z.int().min(1) })
export type SourceChanges = z.output<typeof sourceChangesSchema>
