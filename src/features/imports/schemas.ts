import { z } from 'zod'
import { employmentTypes, jobLimits, payUnits } from '#features/jobs/model.ts'
import { stateCodes } from '#shared/us-states.ts'
import { specialties } from '#vocabulary/specialties.ts'
import { importScheduleNames, mappingFieldNames, mappingLimits, uploadIdOf } from './model.ts'

/** What the forms and calls about sources accept, with the words for what they do not. */

const urlWords = 'Please enter a valid Apify dataset URL'

const datasetUrl = z
  .string('URL required')
  .trim()
  .min(1, { error: 'URL required', abort: true })
  .max(2000, urlWords)
  .pipe(
    z.union(
      [z.string().refine((url) => uploadIdOf(url) !== undefined), z.url({ protocol: /^https?$/ })],
      urlWords,
    ),
  )
  // A letter beyond ASCII has nine characters in an address, and what names a run has to fit into
  // an index.
  .refine((url) => url.replaceAll(/[^\x20-\x7E]/g, '%%%%%%%%%').length <= 2000, urlWords)

/** An uploaded file is checked before it is imported. */
export const webDatasetUrl = datasetUrl.refine((url) => uploadIdOf(url) === undefined, urlWords)

/** The source of jobs that were posted by hand. */
const notASource = /^manual$/i

const sourceName = z
  .string('Name is required')
  .overwrite((name) => name.replaceAll(/[\s\p{C}]+/gu, ' ').trim())
  .min(1, { error: 'Name is required', abort: true })
  .max(100, 'The name is too long (max 100 characters)')
  .refine((name) => !notASource.test(name), 'Jobs that are posted by hand have this name')

const path = z
  .string()
  .trim()
  .min(1, 'Please choose where the item has it')
  .max(mappingLimits.path, 'The path is too long')
  // 'links[0].url' is how others write 'links.0.url'.
  .overwrite((typed) => typed.replaceAll(/\[(\d+)\]/g, '.$1').replace(/^\./, ''))
const value = z
  .string()
  .trim()
  .min(1, 'Please enter the value')
  .max(mappingLimits.value, 'The value is too long')

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
          .refine((part) => part !== 0, 'The first part is 1, the last -1')
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

const pageWords = 'Please enter the address of your careers page'

export const newPageSchema = z.object({
  url: z
    .string(pageWords)
    .trim()
    .min(1, { error: pageWords, abort: true })
    .max(1000, pageWords)
    .overwrite((url) => (/^[\w.-]+\.\w+(?:[/?:]|$)/.test(url) ? `https://${url}` : url))
    .pipe(z.url({ protocol: /^https?$/, error: pageWords })),
  /** Whose openings the page has where it does not say so; by default the account's company. */
  employer: z.string().trim().max(jobLimits.employer, 'The name is too long').optional(),
})
export type NewPage = z.output<typeof newPageSchema>

export type SourceChanges = z.output<typeof sourceChangesSchema>

/** More is a typing error. */
const mostPay = 10_000_000

const placeAnswer = z.object({
  fact: z.literal('place'),
  /** Without a city only the state is stated. */
  value: z
    .object({
      city: z.string().trim().max(jobLimits.city),
      state: z.enum(stateCodes),
      zip: z
        .string()
        .regex(/^\d{5}$/)
        .optional(),
    })
    .refine(({ city, state }) => city !== '' || state !== 'OTHER', 'Please name the city'),
})

const specialtyAnswer = z.object({
  fact: z.literal('specialty'),
  value: z.object({
    specialty: z.enum(specialties),
    other: z.string().trim().max(jobLimits.subspecialty).optional(),
  }),
})

const typeAnswer = z.object({ fact: z.literal('type'), value: z.enum(employmentTypes) })

/** What a doubtful fact is, by a reader's guess or a moderator's knowledge. */
export const factAnswer = z.discriminatedUnion('fact', [
  placeAnswer,
  z.object({ fact: z.literal('profession'), value: z.enum(['physician', 'other']) }),
  specialtyAnswer,
  z.object({
    fact: z.literal('pay'),
    /** Without any of it the posting states no pay. */
    value: z
      .object({
        min: z.number().positive().max(mostPay).optional(),
        max: z.number().positive().max(mostPay).optional(),
        unit: z.enum(payUnits).optional(),
        text: z.string().trim().max(jobLimits.compText).optional(),
      })
      .refine(
        ({ min, max }) => min === undefined || max === undefined || min <= max,
        'The lowest pay is above the highest',
      ),
  }),
  z.object({
    fact: z.literal('employer'),
    value: z.object({
      employer: z.string().trim().min(1, 'Please name the employer').max(jobLimits.employer),
    }),
  }),
  typeAnswer,
])
export type FactAnswer = z.infer<typeof factAnswer>

/**
 * What holds for all rows of a source, or of one employer in it, that leave a fact open; of places
 * for the same words.
 */
export const sourceAnswer = z.discriminatedUnion('fact', [
  placeAnswer,
  z.object({ fact: z.literal('profession'), value: z.enum(['physician', 'mixed']) }),
  specialtyAnswer,
  z.object({ fact: z.literal('pay'), value: z.object({ unit: z.enum(payUnits) }) }),
  typeAnswer,
])
export type SourceAnswer = z.infer<typeof sourceAnswer>
