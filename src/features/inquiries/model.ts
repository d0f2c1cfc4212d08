import { keysOf } from '#shared/keys.ts'

/** Where an application stands, as its poster sees it. */
export const stageLabels = {
  new: 'New',
  reviewing: 'Reviewing',
  interview: 'Interview',
  offer: 'Offer',
  hired: 'Hired',
  closed: 'Closed',
} as const
export type Stage = keyof typeof stageLabels
export const stages = keysOf(stageLabels)

/** Why an application was closed, in the sentence that its sender reads. */
export const closeReasons = {
  others: 'The employer is moving forward with other candidates.',
  filled: 'The position has been filled.',
  requirements: 'The position needs qualifications that your application does not show.',
  gone: 'The position is no longer offered.',
  /** Only the clock closes for it. */
  silence: 'The employer has not answered for 30 days, so we closed your application.',
} as const
export type CloseReason = keyof typeof closeReasons
export const closeReasonNames = [
  'others',
  'filled',
  'requirements',
  'gone',
] as const satisfies CloseReason[]

/** A move can be taken back for so long; then its sender is told, if there is something to tell. */
export const takeBackMinutes = 60

/**
 * An application that waits longer than its employer's usual time is late; without enough answers,
 * after two days.
 */
export const usualDays = { fallback: 2, most: 14, period: 180, answers: 5 } as const
/**
 * The poster is reminded of a late one, and after this time the clock closes it, at least so many
 * days after the reminder.
 */
export const silenceDays = 30
export const silenceNoticeDays = 7

/** What became of a posting. */
export const outcomeLabels = {
  here: 'Filled with somebody who applied here',
  elsewhere: 'Filled elsewhere',
  withdrawn: 'Not filled, no longer offered',
} as const
export type Outcome = keyof typeof outcomeLabels
export const outcomes = keysOf(outcomeLabels)

/** The months of a hiring report, this one included. */
export const reportMonths = 12
/** Sources of fewer applications would say how a person came. */
export const minSourced = 5
export const maxReported = 200

/** What the sender sees of the stage. */
export const progressLabels = {
  received: 'Received',
  review: 'In review',
  decided: 'Decided',
  withdrawn: 'Withdrawn',
} as const
export type Progress = keyof typeof progressLabels

/** Of a thread: who sent the application, and who posted the job. */
export type Side = 'sender' | 'poster'

/**
 * Who is known to have written an application: an account that was signed in, an address that a
 * mailed link has proved, or nobody.
 */
export type Proof = 'account' | 'link' | 'none'

/** Of an interview. 'declined': the other side asks for other times. */
export type InterviewState = 'proposed' | 'accepted' | 'declined' | 'canceled'

/** What the history says beside moves; of 'assigned', to whom. */
export const actionLabels = {
  assigned: 'Assigned to',
  unassigned: 'Unassigned',
  proposed: 'Interview times proposed',
  accepted: 'Interview time accepted',
  declined: 'Asked for other interview times',
  canceled: 'Interview canceled',
  joined: 'Marked as the same person as another applicant',
  parted: 'Marked as a different person',
  named: 'Showed the applicant who we are',
  removed: 'Posting removed by a moderator, and the applicant told',
  restored: 'Posting restored by a moderator, and the applicant told',
} as const
export type HistoryAction = keyof typeof actionLabels

export const maxInterviewTimes = 3
export const maxWindows = 20
export const maxSlots = 300
export const maxInterviewPlaceLength = 300
export const maxWordLength = 500
export const interviewMinutes = [15, 30, 45, 60, 90, 120, 240, 480] as const

/** Times, those that follow each other without a gap as one span. */
export function spansOf(times: readonly Date[], minutes: number): { from: Date; to: Date }[] {
  const spans: { from: Date; to: Date; end: number }[] = []
  for (const time of times) {
    const last = spans.at(-1)
    const end = time.getTime() + minutes * 60_000
    if (last && last.end === time.getTime()) Object.assign(last, { to: new Date(end), end })
    else spans.push({ from: time, to: time, end })
  }
  return spans
}

/** The ten digits of the first telephone number in a text. */
export function phoneIn(text: string): string | null {
  const [, area, exchange, line] = phoneNumber.exec(text) ?? []
  return line === undefined ? null : `${area}${exchange}${line}`
}
const phoneNumber =
  /(?<![\d$.])(?:\+?1[\s.-]?)?\(?([2-9]\d{2})\)?[\s.-]?([2-9]\d{2})[\s.-]?(\d{4})(?!\d)/

/** How many messages a page of a thread has. */
export const threadPageSize = 50

export const maxMessageLength = 1000
export const maxNameLength = 100
export const maxReplyLength = 5000
export const maxNoteLength = 2000
export const maxSavedReplies = 50
/** How many of a search are chosen at once, and how many of them the task takes at a time. */
export const maxChosen = 5000
export const batchSize = 100
export const pressKinds = ['move', 'assign', 'reply', 'undo'] as const

/** What stands in a reply for each applicant's own words. */
export const placeholders = ['first name', 'posting', 'reference', 'recruiter'] as const
export type Placeholder = (typeof placeholders)[number]

/** 'Dear {first name}' with these words; other braces stay as they are. */
export const filledIn = (text: string, words: Record<Placeholder, string>): string =>
  text.replaceAll(/\{([^{}]+)\}/g, (whole, written: string) => {
    const name = placeholders.find((placeholder) => placeholder === written.toLowerCase())
    return name ? words[name] : whole
  })

export const maxQuestions = 10
export const maxQuestionLength = 200
export const maxChoices = 12
export const maxQuestionSets = 50

export const questionKinds = {
  text: 'Text',
  'yes-no': 'Yes or no',
  choice: 'One of several',
  number: 'Number',
  date: 'Date',
} as const
export type QuestionKind = keyof typeof questionKinds

/** What a posting asks those who apply. */
export type Question = {
  id: string
  kind: QuestionKind
  label: string
  choices: string[]
  isRequired: boolean
  /** Answers that mark the application for those who hire; applicants do not see which. */
  marks: string[]
}

/** As applicants get it. */
export type AskedQuestion = Omit<Question, 'marks'>

/** With the question as it was asked. */
export type Answer = { id: string; question: string; answer: string; isMark?: true | undefined }

/** The answers by which a question of this kind can mark an application. */
export const markable = ({ kind, choices }: Pick<Question, 'kind' | 'choices'>): string[] =>
  kind === 'yes-no' ? ['Yes', 'No'] : kind === 'choice' ? choices : []

/** The form's field for a question's answer. */
export const answerField = (id: string) => `answers.${id}` as const

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

type Kind = {
  fits: (answer: string, question: AskedQuestion) => boolean
  complaint: string
}

const kinds: Record<QuestionKind, Kind> = {
  text: {
    fits: (answer) => answer.length <= maxMessageLength,
    complaint: `The answer is too long (max ${maxMessageLength} characters)`,
  },
  'yes-no': {
    fits: (answer) => answer === 'Yes' || answer === 'No',
    complaint: 'Please answer yes or no',
  },
  choice: {
    fits: (answer, { choices }) => choices.includes(answer),
    complaint: 'Please choose one of the answers',
  },
  number: {
    fits: (answer) => /^-?\d{1,12}(\.\d{1,6})?$/.test(answer.replaceAll(',', '')),
    complaint: 'Please enter a number',
  },
  date: { fits: isDay, complaint: 'Please enter a date' },
}

/**
 * What a form answers, for server and page; answers to questions that are no longer asked are left
 * out.
 */
export function readAnswers(
  questions: readonly (AskedQuestion & Partial<Question>)[],
  given: Readonly<Record<string, string>> = {},
) {
  const answers: Answer[] = []
  const problems: { field: string; message: string }[] = []
  for (const question of questions) {
    const { id, kind, label } = question
    const answer = given[id]?.trim() ?? ''
    const field = answerField(id)
    if (answer === '') {
      if (question.isRequired) problems.push({ field, message: `Please answer: ${label}` })
    } else if (kinds[kind].fits(answer, question))
      answers.push({
        id,
        question: label,
        answer,
        ...(question.marks?.includes(answer) && { isMark: true }),
      })
    else problems.push({ field, message: kinds[kind].complaint })
  }
  return { answers, problems }
}

/** How long a visitor's inquiry with a CV waits for its link, and how many wait. */
export const waitingHours = 48
export const maxWaitingOfNetwork = 10
export const maxWaiting = 1000
