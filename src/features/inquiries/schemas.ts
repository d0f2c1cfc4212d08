import { z } from 'zod'
import { maxMark } from '#features/insights/model.ts'
import { emailField, requiredText } from '#shared/schemas.ts'
import { usTimeZones } from '#shared/dates.ts'
import { isTimeZone } from '#shared/time-zones.ts'
import {
  interviewMinutes,
  maxChoices,
  maxInterviewPlaceLength,
  maxInterviewTimes,
  maxMessageLength,
  maxNameLength,
  maxNoteLength,
  maxQuestionLength,
  maxQuestions,
  maxReplyLength,
  maxWindows,
  maxWordLength,
  type Question,
  markable,
  questionKinds,
  type QuestionKind,
} from './model.ts'
import { keysOf } from '#shared/keys.ts'

/** Schemas of the dialogs and their calls, with their error messages. */

// The name becomes part of a mail header.
const nameSchema = requiredText('Name', maxNameLength, 'Name is too long').regex(
  /^[^\r\n]*$/,
  'Name must be one line',
)

function tenToThousand(label: string) {
  const short = `${label} must be at least 10 characters`
  const long = `${label} is too long (max ${maxMessageLength} characters)`
  return z.string(short).trim().min(10, short).max(maxMessageLength, long)
}

/** Who writes, and about which job. */
const writer = {
  name: nameSchema,
  email: emailField(),
  jobId: z.uuid('Job not found'),
  jobTitle: z.string().max(300).optional(),
}

export const inquirySchema = z.object({
  ...writer,
  message: tenToThousand('Message'),
  /** Attaches the physician's CV on file. */
  attachCv: z.boolean().default(false),
  /** Refused once the session has ended. */
  asAccount: z.boolean().optional(),
  /** By the question's id. */
  answers: z.record(z.string().max(40), z.string().max(2000)).optional(),
  /** What brought the sender to the site, as in the report of a view. */
  mark: z.string().max(maxMark).optional(),
  referrer: z.string().max(253).optional(),
})

export const reportSchema = z.object({ ...writer, reason: tenToThousand('Reason') })

export const replySchema = z.object({ message: requiredText('Reply', maxReplyLength) })

/** About terms that a posting leaves open, by the posting's fields. */
export const answersSchema = z.record(z.string(), z.string().trim())

const kinds = keysOf(questionKinds)

const choices = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(maxQuestionLength, `A choice is too long (max ${maxQuestionLength} characters)`),
  )
  .max(maxChoices, `Too many choices (max ${maxChoices})`)

const questionShape = {
  id: z.uuid(),
  kind: z.enum(kinds, 'Please choose what is asked for'),
  label: requiredText('Question', maxQuestionLength),
  isRequired: z.boolean().default(false),
}
const hasChoices = ({ kind, choices }: { kind: QuestionKind; choices: string[] }) =>
  kind !== 'choice' || choices.length > 1
const needsChoices = { path: ['choices'], error: 'Please enter two choices or more' }

/** What applicants are asked. */
export const askedQuestionSchema = z
  .object({ ...questionShape, choices: choices.default([]) })
  .meta({ id: 'AskedQuestion' })

const marksOwnAnswers = (question: Pick<Question, 'kind' | 'choices' | 'marks'>) =>
  question.marks.every((answer) => markable(question).includes(answer))
const needsOwnAnswers = {
  path: ['marks'],
  error: 'Only answers that can be chosen mark an application',
}

export const questionSchema = z
  .object({ ...askedQuestionSchema.shape, marks: choices.default([]) })
  .refine(hasChoices, needsChoices)
  .refine(marksOwnAnswers, needsOwnAnswers)
  .meta({ id: 'Question' })

const tooMany = `Too many questions (max ${maxQuestions})`
const areDifferent = (all: { id: string }[]) => new Set(all.map(({ id }) => id)).size === all.length

export const questionsSchema = z.object({
  questions: z
    .array(questionSchema)
    .max(maxQuestions, tooMany)
    .refine(areDifferent, 'Two questions have the same id'),
})

/** The form has one choice a line. */
const lines = z.string().transform((text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
)
export const questionsFormSchema = z.object({
  /** Of the set; without one the questions are this posting's own. */
  name: z.string().trim().max(maxNameLength, 'Name is too long').default(''),
  questions: z
    .array(
      z
        .object({
          ...questionShape,
          choices: lines.pipe(choices),
          marks: lines.pipe(choices),
        })
        .refine(hasChoices, needsChoices)
        // The form leaves out the marks that another kind of question had before.
        .refine(
          (question) => markable(question).length === 0 || marksOwnAnswers(question),
          needsOwnAnswers,
        ),
    )
    .max(maxQuestions, tooMany),
})

export const noteSchema = z.object({ note: requiredText('Note', maxNoteLength) })

/** What goes with a refusal or a cancellation. */
const wordSchema = z
  .string()
  .trim()
  .max(maxWordLength, `Please be shorter (max ${maxWordLength} characters)`)
  .default('')

const needsTime = 'Please enter a day and a time'
const time = z
  .string(needsTime)
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, needsTime)
  .refine((text) => !Number.isNaN(Date.parse(text)), needsTime)
const zones = keysOf(usTimeZones)

const clock = z.string().regex(/^\d\d:\d\d$/, needsTime)

const proposalShape = {
  /** On the clocks of the job's place: '2027-01-31T15:00'. */
  times: z
    .array(z.string())
    .transform((all) => all.filter((text) => text !== ''))
    .pipe(z.array(time).max(maxInterviewTimes))
    .default([]),
  /** In place of times: all that begin in them, each for the first applicant who chooses it. */
  windows: z
    .array(
      z
        .object({ day: z.iso.date('Please enter a day'), from: clock, to: clock })
        .refine(({ from, to }) => from < to, { path: ['to'], error: 'It ends before it begins' }),
    )
    .max(maxWindows, `Too many windows (max ${maxWindows})`)
    .default([]),
  timeZone: z.enum(zones, 'Please choose a time zone'),
  minutes: z.coerce
    .number()
    .refine(
      (minutes) => interviewMinutes.some((known) => known === minutes),
      'Please choose how long it takes',
    )
    .default(30),
  /** The employer says where. */
  place: z.string().trim().max(maxInterviewPlaceLength).default(''),
  word: wordSchema,
}
const hasTime = ({ times, windows }: { times: unknown[]; windows: unknown[] }) =>
  times.length + windows.length > 0
const needsSomeTime = { path: ['times'], error: 'Please enter a time' }

export const proposalSchema = z.object(proposalShape).refine(hasTime, needsSomeTime)
export type Proposal = z.infer<typeof proposalSchema>

/** What either side does about an interview; `sequence` is of the newest one that it saw. */
const seen = {
  sequence: z.int().nullable(),
  /** The time zone of the browser. */
  zone: z.string().max(60).refine(isTimeZone).optional().catch(undefined),
}
export const interviewChangeSchema = z.discriminatedUnion('act', [
  z.object({ act: z.literal('propose'), ...seen, ...proposalShape }).refine(hasTime, needsSomeTime),
  z.object({ act: z.literal('accept'), ...seen, time: z.iso.datetime() }),
  z.object({ act: z.enum(['decline', 'cancel']), ...seen, word: wordSchema }),
])

export const savedReplySchema = replySchema.extend({ title: requiredText('Title', maxNameLength) })

export type InquiryInput = z.infer<typeof inquirySchema>
export type ReportInput = z.infer<typeof reportSchema>
