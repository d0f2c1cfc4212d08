import { z } from 'zod'
import { defineEndpoint, type ResponseOf } from '#shared/contract.ts'
import { canBeShown, problemWith, profileFieldNames, type ProfileFieldName } from './fields.ts'

const fieldName = z
  .enum(profileFieldNames as [ProfileFieldName, ...ProfileFieldName[]])
  .meta({ id: 'ProfileField' })
const access = ['physician'] as const

const text = z
  .string()
  .max(1000)
  .transform((value) => value.replaceAll(/[\s\p{C}]+/gu, ' ').trim())

/** What is empty is not said. */
const values = z
  .partialRecord(fieldName, z.array(text).max(60))
  .transform((given) =>
    Object.fromEntries(
      Object.entries(given).flatMap(([name, list]) => {
        const said = [...new Set(list)].filter((value) => value !== '')
        return said.length === 0 ? [] : [[name, said]]
      }),
    ),
  )
  .superRefine((given, context) => {
    for (const [name, list] of Object.entries(given)) {
      const message = problemWith(name as ProfileFieldName, list)
      if (message !== undefined) context.addIssue({ code: 'custom', message, path: [name] })
    }
  })

export const getProfile = defineEndpoint('getProfile', 'GET /api/profile', {
  access,
  summary: 'The physician’s own profile, who sees each field, and the search that it is',
  response: z.object({
    fields: z.record(z.string(), z.array(z.string())),
    shown: z.array(fieldName),
    /** Null before anything was saved. */
    savedAt: z.iso.datetime().nullable(),
    /** The profile as a search for jobs. */
    search: z.record(z.string(), z.string()),
  }),
})
export type Profile = ResponseOf<typeof getProfile>

export const saveProfile = defineEndpoint('saveProfile', 'PUT /api/profile', {
  access,
  summary: 'Save the profile; one without any field is deleted',
  body: z.object({
    fields: values,
    /** Those that employers read who find the profile. */
    shown: z.array(fieldName).transform((names) => [...new Set(names)].filter(canBeShown)),
  }),
})

export const readOwnCv = defineEndpoint('readOwnCv', 'POST /api/profile/reading', {
  access,
  cost: 'upload',
  limit: { max: 20, seconds: 3600 },
  summary: 'What the CV on file seems to say, with its words; nothing of it is stored',
  response: z.object({
    found: z.array(z.object({ field: fieldName, values: z.array(z.string()), words: z.string() })),
    /** 'format': an old Word file; 'unread': too large, or damaged; 'pictures': no text. */
    problem: z.enum(['format', 'unread', 'pictures']).nullable(),
    pages: z.int(),
    pagesRead: z.int(),
    /** The file has the account’s last name. */
    hasName: z.boolean(),
  }),
  errors: ['NOT_FOUND'],
})
export type CvReading = ResponseOf<typeof readOwnCv>
