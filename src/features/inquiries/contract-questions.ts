import { z } from 'zod'
import { moment } from '#features/postings/contract.ts'
import { defineEndpoint, posters } from '#shared/contract.ts'
import { requiredText } from '#shared/schemas.ts'
import { refusable } from './contract.ts'
import { maxNameLength } from './model.ts'
import { questionSchema, questionsSchema } from './schemas.ts'

const ownPosting = { access: posters, errors: ['NOT_FOUND'] } as const

/**
 * Of the questions that the caller saw: if somebody else has saved others since, the answer is a
 * conflict with the current ones.
 */
const version = moment.nullable()
const questions = z.array(questionSchema)
const questionSet = z.object({
  id: z.uuid(),
  name: z.string(),
  questions,
  version: moment,
  /** How many postings ask it. */
  postings: z.int(),
})
const savedQuestions = z.object({
  questions,
  version,
  /** The set that the posting asks; null: questions of its own. */
  setId: z.uuid().nullable(),
  /** All sets of the caller's organization. */
  sets: z.array(questionSet),
})

export const listQuestions = defineEndpoint(
  'listQuestions',
  'GET /api/job-postings/:id/questions',
  {
    ...ownPosting,
    summary: 'What an own posting asks those who apply',
    response: savedQuestions,
  },
)

export const saveQuestions = defineEndpoint(
  'saveQuestions',
  'PUT /api/job-postings/:id/questions',
  {
    ...ownPosting,
    summary:
      'Replace the questions of an own posting, and of the others that ask the same set; earlier ' +
      'answers stay',
    body: questionsSchema.extend({
      version,
      /** The set that gets them; `id` null: a new one. Without it they are the posting's own. */
      set: z
        .object({
          id: z.uuid().nullable(),
          name: requiredText('Name', maxNameLength),
          /** Of the set that the caller saw. */
          version,
        })
        .nullable()
        .default(null),
    }),
    response: savedQuestions,
    errors: refusable,
  },
)

export const deleteQuestionSet = defineEndpoint(
  'deleteQuestionSet',
  'DELETE /api/question-sets/:id',
  {
    ...ownPosting,
    summary: 'Delete a set; the postings that ask it keep its questions as their own',
  },
)
