import { z } from 'zod'
import { origins } from '#features/insights/model.ts'
import { defineEndpoint, posters } from '#shared/contract.ts'
import { refusable } from './contract.ts'
import { outcomes, reportMonths, stages } from './model.ts'

const outcome = z.enum(outcomes, 'Please choose what became of it')

export const getOutcome = defineEndpoint('getOutcome', 'GET /api/job-postings/:id/outcome', {
  access: posters,
  errors: ['NOT_FOUND'],
  summary: 'What became of an own posting, and how many applications are open',
  response: z.object({ outcome: outcome.nullable(), open: z.number() }),
})

export const setOutcome = defineEndpoint('setOutcome', 'PUT /api/job-postings/:id/outcome', {
  access: posters,
  errors: refusable,
  summary:
    'Say what became of an own posting that has closed, and close its open applications if `closesOpen`',
  body: z.object({ outcome, closesOpen: z.boolean() }),
  response: z.object({ closed: z.number() }),
})

export const listOpenOutcomes = defineEndpoint('listOpenOutcomes', 'GET /api/open-outcomes', {
  access: posters,
  summary: 'Own closed postings whose result nobody has stated; the latest first',
  response: z.object({
    postings: z.array(z.object({ id: z.uuid(), title: z.string() })),
    total: z.number(),
  }),
})

const counts = <Name extends string>(names: readonly Name[]) => z.record(z.enum(names), z.number())

/** Of applications that were sent in these months, as far as the caller may read them. */
const hiringFigures = z.object({
  /** Null of all postings. */
  posting: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  /** '2026-11'; null of all months. */
  month: z.string().nullable(),
  applications: z.number(),
  answered: z.number(),
  /** The median of those that were answered. */
  hoursToAnswer: z.number().nullable(),
  /** Where they stand now. */
  stages: counts(stages),
  /** Where they came from, withdrawn ones included; null of so few that a person could be told. */
  sources: counts(origins).nullable(),
  /** What became of postings, by the month of that decision. */
  outcomes: counts(outcomes),
})
export type HiringFigures = z.infer<typeof hiringFigures>

const reportQuery = z.object({ jobId: z.uuid().optional().catch(undefined) })

export const getHiringReport = defineEndpoint('getHiringReport', 'GET /api/hiring-report', {
  access: posters,
  summary: `Time to the first answer, stages, sources and outcomes of ${reportMonths} months`,
  query: reportQuery,
  response: z.object({
    /** Of all, of each month, the newest first, and of each posting, the most applications first. */
    groups: z.array(hiringFigures),
    /** There are more postings. */
    isCut: z.boolean(),
  }),
})

export const exportHiringReport = defineEndpoint(
  'exportHiringReport',
  'GET /api/hiring-report.csv',
  {
    access: posters,
    cost: 'export',
    query: reportQuery,
    summary: 'The same by posting and month as a CSV file',
    response: z.string(),
    responseTypes: ['text/csv'],
  },
)
