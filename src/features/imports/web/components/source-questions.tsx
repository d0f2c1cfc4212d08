import { employmentTypes, payUnits } from '#features/jobs/model.ts'
import { callApi } from '#platform/web/api.ts'
import { useAction } from '#platform/web/action.tsx'
import { TextLink } from '#platform/web/navigation.tsx'
import type { ResponseOf } from '#shared/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { jobPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/layout.tsx'
import { SelectField } from '#ui/field.tsx'
import { specialties } from '#vocabulary/specialties.ts'
import type { SourceQuestion } from '#features/imports/contract.ts'
import {
  factLabels,
  factText,
  isSupported,
  maxWaitingSeen,
  wholeSource,
  type FactName,
} from '#features/imports/facts.ts'
import type { SourceAnswer } from '#features/imports/schemas.ts'

type Props = { id: string; answers: ResponseOf<'GET /api/admin/import-sources/:id/answers'> }

/** Asked once for a source instead of for each row: what its rows leave open alike. */
export function SourceQuestions({ id, answers: { questions, outdated, hasMore } }: Props) {
  if (questions.length + outdated.count === 0) return null
  const { employers = [], source = [] } = Object.groupBy(questions, (question) =>
    isOfEmployer(question) ? 'employers' : 'source',
  )
  return (
    <section aria-labelledby="questions" className={`${cardClass} flex flex-col gap-4 p-4`}>
      <div>
        <h2 id="questions" className="text-lg font-semibold">
          Questions about this source
        </h2>
        <p className="text-muted">
          Its rows leave this open. An answer holds for all that waits and for later rows.
          {hasMore && ` Counted over the latest ${formatNumber(maxWaitingSeen)} that wait.`}
        </p>
      </div>
      <Questions id={id} questions={source} />
      {employers.length > 0 && (
        <details>
          <summary className="min-h-8 cursor-pointer">Single employers</summary>
          <Questions id={id} questions={employers} />
        </details>
      )}
      {outdated.count > 0 && (
        <details>
          <summary className="min-h-8 cursor-pointer">
            {formatNumber(outdated.count)} live because of answers that were withdrawn or changed
          </summary>
          <ul>
            {outdated.jobs.map((job) => (
              <li key={job.id}>
                <TextLink to={jobPath(job.id)}>{job.title}</TextLink>, {job.employer} (
                {job.facts.map((fact) => factLabels[fact].toLowerCase()).join(', ')})
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

type QuestionsProps = { id: string; questions: readonly SourceQuestion[] }

const Questions = ({ id, questions }: QuestionsProps) => (
  <ul className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
    {questions.map((question) => (
      <li key={`${question.fact} ${question.words}`} className="min-w-0">
        <Question id={id} question={question} />
      </li>
    ))}
  </ul>
)

const labels: { [Name in FactName]?: string } = {
  profession: 'Profession of rows that name none',
  specialty: 'Specialty of rows that name none',
  type: 'Job type of rows that state none',
  pay: 'Unit of pay of rows that name none',
  place: 'Location of rows that name none',
}

const isOfEmployer = ({ words }: SourceQuestion) => words.startsWith(wholeSource(''))

function labelOf({ fact, words }: SourceQuestion) {
  if (words === wholeSource()) return labels[fact] ?? factLabels[fact]
  return words.startsWith(wholeSource(''))
    ? `${words.slice(wholeSource('').length)}: ${factLabels[fact].toLowerCase()}`
    : `“${words}”`
}

function hintOf({ fact, words, rows, contradicted, suggested, example }: SourceQuestion) {
  const share =
    suggested && suggested.of > suggested.rows
      ? `${Math.floor((suggested.rows / suggested.of) * 100)}%`
      : 'all'
  return [
    example && example !== words && `For example “${example}”.`,
    rows > 0 && `${formatNumber(rows)} ${rows === 1 ? 'row leaves' : 'rows leave'} it open.`,
    contradicted > 0 &&
      `${formatNumber(contradicted)} of them wait because later rows contradict the answer.`,
    suggested &&
      (fact !== 'place' || words.startsWith(wholeSource())) &&
      `Of ${formatNumber(suggested.of)} rows that say it, ${share}${suggested.answer.value === 'mixed' ? ' seek others' : `: ${textOf(suggested.answer)}`}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Each has an action of its own: the next answer may be given while one is saved. */
function Question({ id, question }: { id: string; question: SourceQuestion }) {
  const { fact, words } = question
  const { run: onAnswer } = useAction({
    call: (given: SourceAnswer | null) =>
      callApi('PUT /api/admin/import-sources/:id/answers', {
        params: { id },
        body: { fact, words, answer: given },
      }),
    done: { title: 'Answer saved' },
    changes: ['GET /api/admin/import-sources/:id/answers'],
  })
  return <QuestionField question={question} onAnswer={onAnswer} />
}

type QuestionFieldProps = {
  question: SourceQuestion
  /** What an employer calls a row. */
  noun?: string
  onAnswer: (given: SourceAnswer | null) => void
}

export function QuestionField({ question, noun = 'row', onAnswer }: QuestionFieldProps) {
  const worded = (text: string) => text.replaceAll(/\brow(?=s?\b)/g, noun)
  const { fact, answer, suggested } = question
  return (
    <div className="flex flex-wrap items-end gap-2">
      <SelectField
        label={worded(labelOf(question))}
        hint={worded(hintOf(question))}
        className="max-w-full min-w-0 grow basis-60"
        value={answer ? valueOf(answer) : ''}
        empty="Not answered"
        options={optionsOf(question)}
        onChange={({ target }) =>
          onAnswer(target.value === '' ? null : (JSON.parse(target.value) as SourceAnswer))
        }
      />
      {suggested && answer === null && question.rows > 0 && isSupported(question) && (
        <Button look="secondary" onClick={() => onAnswer(suggested.answer)}>
          <span className="whitespace-normal">Use: {textOf(suggested.answer)}</span>
          <span className="sr-only"> for {factLabels[fact].toLowerCase()}</span>
        </Button>
      )}
    </div>
  )
}

/** A posting is 'for physicians', a source for them only. */
const textOf = (answer: SourceAnswer) =>
  answer.fact === 'profession' && answer.value === 'physician'
    ? 'Physicians only'
    : factText(answer)

const valueOf = (answer: SourceAnswer) => JSON.stringify({ fact: answer.fact, value: answer.value })

const values: { [Name in FactName]?: readonly SourceAnswer['value'][] } = {
  profession: ['physician', 'mixed'],
  type: employmentTypes,
  pay: payUnits.map((unit) => ({ unit })),
  specialty: specialties.map((specialty) => ({ specialty })),
}

function optionsOf({ fact, answer, suggested, example, outcomes }: SourceQuestion) {
  const places = [answer, suggested?.answer].flatMap((place) => place ?? [])
  const all = values[fact]?.map((value) => ({ fact, value }) as SourceAnswer) ?? places
  const labelOf = (candidate: SourceAnswer) => {
    if (candidate.fact === 'profession' && example)
      return `${textOf(candidate)}: “${example}” ${candidate.value === 'mixed' ? 'waits for a moderator' : 'comes along'}`
    if (candidate.fact !== 'pay' || !outcomes) return textOf(candidate)
    const paid = outcomes[candidate.value.unit]
    return `${textOf(candidate)}: ${example} → ${paid ?? 'stays open, as nobody is paid so'}`
  }
  const labels = new Map(all.map((candidate) => [valueOf(candidate), labelOf(candidate)]))
  return [...labels].map(([value, label]) => ({ value, label }))
}
