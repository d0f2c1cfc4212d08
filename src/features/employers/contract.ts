import { z } from 'zod'
import { specialty } from '#features/jobs/contract.ts'
import { jobLimits } from '#features/jobs/model.ts'
import { termNames } from '#features/jobs/terms.ts'
import { defineEndpoint, type ResponseOf } from '#shared/contract.ts'

export const listEmployers = defineEndpoint('listEmployers', 'GET /api/employers', {
  access: 'public',
  cost: 'search',
  summary: 'The employers with active jobs, by name',
  query: z.object({
    prefix: z
      .string()
      .trim()
      .max(jobLimits.employer)
      .regex(/^\P{Cc}*$/u)
      .default(''),
    after: z
      .string()
      .max(jobLimits.employer)
      .regex(/^\P{Cc}*$/u)
      .default(''),
  }),
  response: z.object({
    employers: z.array(z.object({ name: z.string(), jobs: z.int(), isVerifiedHospital: z.boolean() })),
    /** What the next page comes after. */
    next: z.string().nullable(),
  }),
})

export const getEmployer = defineEndpoint('getEmployer', 'GET /api/employers/:slug', {
  access: 'public',
  cost: 'search',
  summary: 'An employer as its active jobs tell of it',
  params: z.object({
    slug: z
      .string()
      .max(400)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  }),
  response: z.object({
    name: z.string(),
    jobs: z.int(),
    states: z.int(),
    isVerifiedHospital: z.boolean(),
    /** All of its jobs are posted by recruiters. */
    isThroughRecruiters: z.boolean(),
    organizationType: z.string().nullable(),
    specialties: z.array(
      z.object({
        specialty,
        jobs: z.int(),
        /** Medians of full-time pay in US dollars a year: of its jobs, where enough state it, and of all on the board. */
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
