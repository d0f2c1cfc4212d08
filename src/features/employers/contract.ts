import { z } from 'zod'
import { companySizes } from '#features/accounts/model.ts'
import { specialty } from '#features/jobs/contract.ts'
import { jobLimits, jobStatuses, organizationTypes } from '#features/jobs/model.ts'
import { termNames } from '#features/jobs/terms.ts'
import { defineEndpoint, type ResponseOf, posters } from '#shared/contract.ts'
import { logoSizes, photoSizes } from '#shared/paths.ts'
import { contactFields, keepMonths, maxLogo, maxPhoto, maxPhotos, seats } from './model.ts'
import * as schemas from './schemas.ts'

const photos = z.array(z.object({ id: z.uuid(), alt: z.string() }))
const namePart = z
  .string()
  .trim()
  .max(jobLimits.employer)
  .regex(/^\P{Cc}*$/u)
  .default('')

export const listEmployers = defineEndpoint('listEmployers', 'GET /api/employers', {
  access: 'public',
  cost: 'search',
  summary:
    'The employers with active jobs, by name; a search also finds them by earlier and merged names',
  query: z.object({
    prefix: namePart,
    after: namePart,
  }),
  response: z.object({
    employers: z.array(
      z.object({
        name: z.string(),
        jobs: z.int(),
        isVerifiedHospital: z.boolean(),
        /** Where most of its jobs are; null where they name none. */
        place: z.string().nullable(),
        places: z.int(),
        organizationType: z.string().nullable(),
        /** The most frequent ones. */
        specialties: z.array(z.string()),
        /** Another name of it, earlier or beside, that the search found. */
        alsoNamed: z.string().nullable(),
      }),
    ),
    /** What the next page comes after. */
    next: z.string().nullable(),
  }),
})

export const bySlug = z.object({
  slug: z
    .string()
    .max(400)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
})

export const getEmployer = defineEndpoint('getEmployer', 'GET /api/employers/:slug', {
  access: 'public',
  cost: 'search',
  summary: 'An employer as its active jobs tell of it; 301 from an earlier name',
  params: bySlug,
  response: z.object({
    name: z.string(),
    jobs: z.int(),
    states: z.int(),
    /** The first few, by their jobs. */
    places: z.array(z.string()),
    placeCount: z.int(),
    isVerifiedHospital: z.boolean(),
    /** All of its jobs are posted by recruiters. */
    isThroughRecruiters: z.boolean(),
    organizationType: z.string().nullable(),
    /** Who posted its jobs here; null where all are imported. */
    hires: z.enum(['in-house', 'search-firms', 'both']).nullable(),
    /**
     * How long its postings here stayed open until they closed, in the middle; null for fewer than
     * five.
     */
    closed: z.object({ days: z.int(), postings: z.int() }).nullable(),
    /**
     * How fast inquiries that came in here were answered, in the middle; null for fewer than five.
     */
    answers: z.object({ days: z.int(), inquiries: z.int() }).nullable(),
    /** As of a job. */
    logoId: z.uuid().nullable(),
    /** `/photos/{id}/640` and `/photos/{id}/1280`. */
    photos,
    /** What a verified organization says about itself. */
    about: z
      .object({
        kind: z.string().nullable(),
        size: z.string().nullable(),
        site: z.string().nullable(),
        description: z.string().nullable(),
      })
      .nullable(),
    specialties: z.array(
      z.object({
        specialty,
        jobs: z.int(),
        /**
         * Medians of full-time pay in US dollars a year: of its jobs, where enough state it, and of
         * all on the board.
         */
        median: z.int().nullable(),
        boardMedian: z.int().nullable(),
      }),
    ),
    /** How many of the jobs state each term. */
    terms: z.array(z.object({ term: z.enum(termNames), jobs: z.int() })),
  }),
  errors: ['NOT_FOUND'],
})
export type EmployerProfile = ResponseOf<typeof getEmployer>

const refusable = ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'] as const
export const seat = z.enum(seats)
export const moment = z.iso.datetime()
/** Changes of the team; the answer has nothing to tell. */
export const teamCall = { access: posters, errors: refusable } as const

export const getOrganization = defineEndpoint('getOrganization', 'GET /api/organization', {
  access: posters,
  summary: 'The organization of the caller, with its team',
  response: z.object({
    name: z.string(),
    kind: z.enum(organizationTypes).nullable(),
    size: z.enum(companySizes).nullable(),
    site: z.string().nullable(),
    description: z.string().nullable(),
    logoId: z.uuid().nullable(),
    photos,
    /** Null: as long as the site keeps them. */
    keepMonths: z.literal(keepMonths).nullable(),
    isVerified: z.boolean(),
    /** Its team stays as it is, and nobody in it posts. */
    isSuspended: z.boolean(),
    /**
     * Its names and their addresses, the current one first; claims that wait for an administrator
     * are among them.
     */
    names: z.array(
      z.object({ name: z.string(), slug: z.string(), isMarked: z.boolean(), waits: z.boolean() }),
    ),
    /** The caller's own seat. */
    seat,
    members: z.array(
      z.object({
        id: z.uuid(),
        name: z.string().nullable(),
        email: z.string().nullable(),
        seat,
        since: moment,
        postings: z.int(),
        isSelf: z.boolean(),
      }),
    ),
    /** Only its owners see them. */
    invitations: z.array(z.object({ id: z.uuid(), email: z.string(), seat, expiresAt: moment })),
    /** Postings that still name the address of somebody who left; for its owners. */
    staleContacts: z.array(
      z.object({ id: z.uuid(), title: z.string(), fields: z.array(z.enum(contactFields)) }),
    ),
    /** Other organizations with postings under its names, and those that it allows. */
    agencies: z.array(
      z.object({ id: z.uuid(), name: z.string(), jobs: z.int(), isAllowed: z.boolean() }),
    ),
    /** What others posted under its names; only its owners see these. */
    uses: z.array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        employer: z.string(),
        status: z.enum(jobStatuses),
        at: moment,
        isImported: z.boolean(),
        /** Null for postings without an account, and imported ones. */
        organization: z.string().nullable(),
      }),
    ),
  }),
})
export type Organization = ResponseOf<typeof getOrganization>

export const updateOrganization = defineEndpoint('updateOrganization', 'PUT /api/organization', {
  ...teamCall,
  summary: 'Change what the organization says about itself; for its owners',
  body: schemas.organizationSchema,
})

export const addOrganizationName = defineEndpoint(
  'addOrganizationName',
  'POST /api/organization/names',
  {
    ...teamCall,
    summary:
      'Claim a further name for a verified organization; one that others have or use waits for ' +
      'an administrator',
    body: schemas.organizationNameSchema,
    /** Others have or use the name, or one like it: it waits for an administrator. */
    response: z.object({ waits: z.boolean() }),
  },
)

const pictureUpload = {
  ...teamCall,
  cost: 'upload',
  limit: { max: 20, seconds: 600 },
  upload: 'bytes',
  errors: [...refusable, 'VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE'],
} as const

export const uploadLogo = defineEndpoint('uploadLogo', 'PUT /api/organization/logo', {
  ...pictureUpload,
  maxBody: maxLogo * 1024 * 1024,
  summary: 'Upload the logo of the verified organization: a PNG, JPEG or WebP file',
})

export const removeLogo = defineEndpoint('removeLogo', 'DELETE /api/organization/logo', {
  ...teamCall,
  summary: 'Remove the logo; a monogram is drawn in its place',
})

const publicPicture = {
  access: 'public',
  response: z.string(),
  responseTypes: ['image/webp'],
  errors: ['NOT_FOUND'],
} as const

export const getLogo = defineEndpoint('getLogo', 'GET /logos/:id/:size', {
  ...publicPicture,
  summary: 'The logo of a verified organization, within a square of 96 or 320 pixels',
  params: z.object({ id: z.uuid(), size: z.enum(logoSizes.map(String)) }),
})

export const addPhoto = defineEndpoint('addPhoto', 'POST /api/organization/photos', {
  ...pictureUpload,
  maxBody: maxPhoto * 1024 * 1024,
  summary: `Add one of at most ${maxPhotos} photos to the page of the verified organization`,
  query: schemas.photoSchema,
})

export const removePhoto = defineEndpoint('removePhoto', 'DELETE /api/organization/photos/:id', {
  ...teamCall,
  summary: 'Remove a photo',
})

export const getPhoto = defineEndpoint('getPhoto', 'GET /photos/:id/:size', {
  ...publicPicture,
  summary: 'A photo of a verified organization, within a square of 640 or 1,280 pixels',
  params: z.object({ id: z.uuid(), size: z.enum(photoSizes.map(String)) }),
})

export const allowAgency = defineEndpoint('allowAgency', 'PUT /api/organization/agencies/:id', {
  ...teamCall,
  summary: 'Let another organization post under the names of the verified one, or no longer',
  body: z.object({ isAllowed: z.boolean() }),
})

export const takeDownUse = defineEndpoint(
  'takeDownUse',
  'POST /api/organization/uses/:id/removal',
  {
    ...teamCall,
    summary: 'Take down what somebody else posted under a name of the verified organization',
  },
)
