import { z } from 'zod'
import { jobSummary } from '#features/jobs/contract.ts'
import { defineEndpoint } from '#shared/contract.ts'

/** What is sent with a CV until the physician writes something else. */
export const usualIntroduction =
  'I am interested in this position, and my CV is attached. I would be glad to hear about the next steps.'

/** More new jobs of an alert are shown as '20+'. */
export const mostNewJobs = 20

const access = ['physician'] as const

export const getDesk = defineEndpoint('getDesk', 'GET /api/desk', {
  access,
  summary: 'News since the physician’s last visit, and the introduction that goes with a CV',
  response: z.object({
    /** The end of the last visit; null on the first one. */
    since: z.iso.datetime().nullable(),
    /** Active alerts that found new jobs. */
    alerts: z.array(
      z.object({
        label: z.string(),
        /** The search as query parameters of `/jobs`. */
        search: z.record(z.string(), z.string()),
        newJobs: z.int().max(mostNewJobs),
        hasMore: z.boolean(),
        /** The newest of them. */
        jobs: z.array(jobSummary),
      }),
    ),
    /** Saved jobs that closed. */
    closed: z.array(z.object({ jobId: z.uuid(), title: z.string() })),
    /** Inquiries with a message that the physician has not read. */
    answered: z.array(z.object({ id: z.uuid(), jobTitle: z.string(), employer: z.string() })),
    /** What goes with a CV. */
    introduction: z.object({ text: z.string() }),
    /** Saved jobs whose posters may not get a CV. */
    withoutCv: z.array(z.uuid()),
  }),
})

export const noteVisit = defineEndpoint('noteVisit', 'POST /api/desk/visits', {
  access,
  summary: 'Note that the physician is there; half an hour without it ends a visit',
})

export const writeIntroduction = defineEndpoint('writeIntroduction', 'PUT /api/desk/introduction', {
  access,
  summary: 'Write the message that goes with a CV',
  body: z.object({
    text: z
      .string('Please write an introduction.')
      .trim()
      .min(10, 'An introduction has at least 10 characters.')
      .max(1000, 'An introduction has at most 1000 characters.'),
  }),
})
