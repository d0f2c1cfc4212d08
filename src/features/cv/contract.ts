import { z } from 'zod'
import { defineEndpoint, type ResponseOf } from '#shared/contract.ts'
import { cvTypes } from './model.ts'

const cvSummary = z.object({
  cvFileName: z.string().nullable(),
  cvFileSize: z.string().nullable(),
  cvUploadedAt: z.iso.datetime().nullable(),
})
export type CvSummary = z.infer<typeof cvSummary>

export const uploadCv = defineEndpoint('uploadCv', 'POST /api/profile/cv', {
  access: ['physician'],
  cost: 'upload',
  limit: { max: 20, seconds: 600 },
  summary: 'Upload a CV in place of the current one',
  upload: { field: 'cv' },
  response: cvSummary,
  errors: ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
})

export const deleteCv = defineEndpoint('deleteCv', 'DELETE /api/profile/cv', {
  access: ['physician'],
  summary: 'Delete the CV on file and every copy attached to an inquiry',
})

export const downloadCv = defineEndpoint('downloadCv', 'GET /api/profile/cv/download', {
  access: ['physician'],
  summary: 'The CV on file, as it was uploaded',
  response: z.string(),
  responseTypes: Object.values(cvTypes),
  errors: ['NOT_FOUND'],
})

export const listCvOpenings = defineEndpoint('listCvOpenings', 'GET /api/profile/cv/openings', {
  access: ['physician'],
  summary: 'Who opened a CV that was attached to an inquiry, and when',
  response: z.object({
    openings: z.array(
      z.object({
        id: z.string(),
        openedBy: z.string(),
        openedAt: z.iso.datetime(),
        about: z.string(),
      }),
    ),
    total: z.int(),
    /** The number of inquiries with an attached copy. */
    attachedTo: z.int(),
  }),
})
export type CvOpenings = ResponseOf<typeof listCvOpenings>
