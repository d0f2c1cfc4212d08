import { defineEndpoint, posters } from '#shared/contract.ts'
import { ownThread, writing } from './contract.ts'
import { reportSchema } from './schemas.ts'

export const reportJob = defineEndpoint('reportJob', 'POST /api/job-report', {
  access: 'public',
  limit: writing,
  summary: 'Report a problem with a posting',
  body: reportSchema,
  errors: ['NOT_FOUND'],
})

export const disownPosting = defineEndpoint(
  'disownPosting',
  'POST /api/found-postings/:id/disowning',
  {
    access: posters,
    errors: ['NOT_FOUND'],
    limit: { max: 20, seconds: 600 },
    summary: 'Say that somebody else posted with the caller’s address; the moderators read it',
  },
)

export const reportThread = defineEndpoint('reportThread', 'POST /api/threads/:id/report', {
  ...ownThread,
  limit: writing,
  summary: 'Report the other side’s messages to the moderators',
  body: reportSchema.pick({ reason: true }),
})
