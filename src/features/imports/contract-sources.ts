import { z } from 'zod'
import { administrators, defineEndpoint } from '#shared/contract.ts'
import { done } from '#shared/schemas.ts'
import { importRun, outline, sourceQuestion } from './contract.ts'
import { factNames, maxFactWords } from './facts.ts'
import { importScheduleNames } from './model.ts'
import { mappingSchema, newSourceSchema, sourceAnswer, sourceChangesSchema } from './schemas.ts'

const count = z.int().min(0)
const moment = z.iso.datetime()

export const lastRun = importRun.pick({
  id: true,
  status: true,
  startedAt: true,
  imported: true,
  skipped: true,
  closed: true,
  changed: true,
  processed: true,
  message: true,
})

const importSource = z
  .object({
    id: z.uuid(),
    /** What its jobs give as their source; it stays. */
    name: z.string(),
    /** What is secret in it is masked; sent back as it is, it stays. */
    url: z.string(),
    mapping: mappingSchema,
    schedule: z.enum(importScheduleNames),
    /** Null where it is imported only when asked. */
    nextRunAt: moment.nullable(),
    /** It lists every open job: what vanished from it is closed. */
    isComplete: z.boolean(),
    structuredDataAllowed: z.boolean(),
    failuresInARow: z.int(),
    lastRun: lastRun.nullable(),
    /** What its file was called, where it was uploaded. */
    fileName: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'ImportSource' })
export type ImportSource = z.infer<typeof importSource>

export const listImportSources = defineEndpoint(
  'listImportSources',
  'GET /api/admin/import-sources',
  {
    access: administrators,
    summary: 'The sources of imports, by name',
    response: z.object({ sources: z.array(importSource) }),
  },
)

export const createImportSource = defineEndpoint(
  'createImportSource',
  'POST /api/admin/import-sources',
  {
    access: administrators,
    summary: 'Keep a source, to be imported again and again; its dataset is checked',
    body: newSourceSchema,
    response: importSource,
    errors: ['CONFLICT'],
  },
)

export const getImportSource = defineEndpoint(
  'getImportSource',
  'GET /api/admin/import-sources/:id',
  {
    access: administrators,
    summary: 'One source of imports',
    response: importSource,
    errors: ['NOT_FOUND'],
  },
)

export const updateImportSource = defineEndpoint(
  'updateImportSource',
  'PUT /api/admin/import-sources/:id',
  {
    access: administrators,
    summary:
      'Change a source; a change of its authorization reaches the jobs that are here already, ' +
      'and one of its address or mapping is checked',
    body: sourceChangesSchema,
    response: importSource,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
)

export const deleteImportSource = defineEndpoint(
  'deleteImportSource',
  'DELETE /api/admin/import-sources/:id',
  {
    access: administrators,
    summary: 'Forget a source; its jobs stay, without structured data',
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
)

export const runImportSource = defineEndpoint(
  'runImportSource',
  'POST /api/admin/import-sources/:id/run',
  {
    access: administrators,
    limit: { max: 10, seconds: 60 },
    summary: 'Import a source now; the answer names the run',
    response: z.object({ runId: z.uuid() }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
)

export const checkImportSource = defineEndpoint(
  'checkImportSource',
  'POST /api/admin/import-sources/:id/check',
  {
    access: administrators,
    limit: { max: 20, seconds: 60 },
    summary:
      'Read a source’s whole dataset and say what an import would make of it; nothing is ' +
      'imported. `getSourceAnswers` has it for a week',
    errors: ['NOT_FOUND'],
  },
)

const importCheck = z.object({
  /** The rows that its report names are a CSV file, as those of a run. */
  id: z.uuid(),
  status: z.enum(['running', 'finished', 'failed']),
  /** Rows so far. */
  processed: count,
  /** How it ended, in words; null while it runs. */
  message: z.string().nullable(),
  report: outline.nullable(),
})
export type ImportCheck = z.infer<typeof importCheck>

export const getSourceAnswers = defineEndpoint(
  'getSourceAnswers',
  'GET /api/admin/import-sources/:id/answers',
  {
    access: administrators,
    summary:
      'What a source leaves open for many rows alike, what was answered, and what is live because of former answers',
    response: z.object({
      /** Of its imported rows; before the first import, of its latest check. */
      questions: z.array(sourceQuestion),
      /** More rows wait than they are counted over. */
      hasMore: z.boolean(),
      /** What an import would make of its dataset; null before the first check. */
      check: importCheck.nullable(),
      /** What is public because of answers that do not hold any more; the first of them. */
      outdated: z.object({
        count,
        jobs: z.array(
          z.object({
            id: z.uuid(),
            title: z.string(),
            employer: z.string(),
            facts: z.array(z.enum(factNames)),
          }),
        ),
      }),
    }),
    errors: ['NOT_FOUND'],
  },
)

/** What the words of a fact mean; null takes the answer back. */
export const answerBody = z
  .object({
    fact: z.enum(factNames),
    words: z.string().min(1).max(maxFactWords),
    answer: sourceAnswer.nullable(),
  })
  .refine(
    ({ fact, answer }) => answer === null || answer.fact === fact,
    'The answer is about another fact',
  )

export const answerForSource = defineEndpoint(
  'answerForSource',
  'PUT /api/admin/import-sources/:id/answers',
  {
    access: administrators,
    summary:
      'Say what a source, an employer in it, or the same words mean: it holds for all that ' +
      'waits, and for later rows. Null withdraws it.',
    body: answerBody,
    response: done.extend({ changed: z.int() }),
    errors: ['NOT_FOUND', 'BAD_REQUEST'],
  },
)
