import { useQuery } from '@tanstack/react-query'
import { employmentTypes, payUnits } from '#features/jobs/model.ts'
import { callApi } from '#platform/web/api.ts'
import { useAction } from '#platform/web/action.tsx'
import { TextLink } from '#platform/web/navigation.tsx'
import { formatNumber } from '#shared/numbers.ts'
import { jobPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/layout.tsx'
import { Spinner } from '#ui/feedback.tsx'
import { SelectField } from '#ui/field.tsx'
import { specialties } from '#vocabulary/specialties.ts'
import type { SourceQuestion } from '#features/imports/contract.ts'
import { factLabels, factText, isSupported, maxLiveNamed, maxWaitingSeen } from '#features/imports/facts.ts'
import type { FactName } from '#features/imports/facts.ts'
import type { SourceAnswer } from '#features/imports/schemas.ts'
import { sourceAnswersQuery } from '../queries.ts'

/** Asked once for a source instead of for each row: what its rows leave open alike. */
export function SourceQuestions({ id }: { id: string }) {
  const { data } = useQuery(sourceAnswersQuery(id))
  if (data?.isChecking) return <Spinner label="Reading what its rows leave open…" />
  if (!data || data.questions.length + data.live.length === 0) return null
  const { questions, live } = data
  return (
    <section aria-labelledby="questions" className={`${cardClass} mb-6 flex flex-col gap-4 p-4`}>
      <div>
        <h2 id="questions" className="text-lg font-semibold">
          Questions about this source
        </h2>
        <p className="text-muted">
          Its rows leave this open. An answer holds for all that waits and for later rows.
          {data.hasMore && ` Counted over the latest ${formatNumber(maxWaitingSeen)} that wait.`}
        </p>
      </div>
      {questions.length > 0 && (
        <ul className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
          {questions.map((question) => (
            <li key={`${question.fact} ${question.words}`} className="min-w-0">
              <Question id={id} question={question} />
            </li>
          ))}
        </ul>
      )}
      {live.length > 0 && (
        <details>
          <summary className="min-h-8 cursor-pointer">
            {live.length < maxLiveNamed ? live.length : `${maxLiveNamed} or more`} are live because of these answers
          </summary>
          <ul>
            {live.map((it) => (
              <li key={it.id}>
                <TextLink to={jobPath(it.id)}>{it.title}</TextLink>, {it.employer} (
                {it.facts.map((fact) => factLabels[fact].toLowerCase()).join(', ')})
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const labels: { [Name in FactName]?: string } = {
  profession: 'Whom does it look for where a row does not say?',
  specialty: 'Specialty of rows that name none',
  type: 'Job type of rows that state none',
  pay: 'What are its figures without a unit for?',
}

function labelOf({ fact, words }: SourceQuestion): string {
  if (words === '*') return labels[fact] ?? factLabels[fact]
  return words.startsWith('*: ') ? words.slice(3) : `“${words}”`
}

function hintOf({ rows, contradicted, suggested }: SourceQuestion): string {
  const share = suggested && suggested.of > suggested.rows ? percentOf(suggested) : undefined
  return [
    rows > 0 && `${formatNumber(rows)} ${rows === 1 ? 'row leaves' : 'rows leave'} it open.`,
    contradicted > 0 && `${formatNumber(contradicted)} of them wait because later rows contradict the answer.`,
    suggested &&
      suggested.answer.fact !== 'place' &&
      `Of ${formatNumber(suggested.of)} rows that say it, ${share ?? 'all'}${suggested.answer.value === 'mixed' ? ' seek others' : `: ${textOf(suggested.answer)}`}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const percentOf = ({ rows, of }: { rows: number; of: number }): string => `${Math.floor((rows / of) * 100)}%`

const isSuggested = ({ suggested, answer, rows }: SourceQuestion): boolean =>
  suggested !== null && answer === null && rows > 0 && (suggested.answer.fact === 'profession' || isSupported(suggested))

/** Each has an action of its own: the next answer may be given while one is saved. */
function Question({ id, question }: { id: string; question: SourceQuestion }) {
  const { fact, words, answer, suggested } = question
  const { run: onAnswer } = useAction({
    call: (given: SourceAnswer | null) =>
      callApi('PUT /api/admin/import-sources/:id/answers', { params: { id }, body: { fact, words, answer: given } }),
    done: { title: 'Answer saved' },
    changes: ['GET /api/admin/import-sources/:id/answers'],
  })
  return (
    <div className="flex flex-wrap items-end gap-2">
      <SelectField
        label={labelOf(question)}
        hint={hintOf(question)}
        className="max-w-full min-w-0 grow basis-60"
        value={answer ? valueOf(answer) : ''}
        empty="Not answered"
        options={optionsOf(question)}
        onChange={({ target }) => onAnswer(target.value === '' ? null : (JSON.parse(target.value) as SourceAnswer))}
      />
      {isSuggested(question) && suggested && (
        <Button look="secondary" onClick={() => onAnswer(suggested.answer)}>
          <span className="whitespace-normal">Use: {textOf(suggested.answer)}</span>
          <span className="sr-only"> for {factLabels[fact].toLowerCase()}</span>
        </Button>
      )}
    </div>
  )
}

/** A posting is 'for physicians', a source for them only. */
const textOf = (answer: SourceAnswer): string =>
  answer.fact === 'profession' && answer.value === 'physician' ? 'Physicians only' : factText(answer)

const valueOf = (answer: SourceAnswer): string => JSON.stringify({ fact: answer.fact, value: answer.value })

function optionsOf({ fact, answer, suggested }: SourceQuestion): { value: string; label: string }[] {
  const places = [answer, suggested?.answer].flatMap((it) => (it?.fact === 'place' ? [it] : []))
  const all: SourceAnswer[] =
    fact === 'profession'
      ? [
          { fact, value: 'physician' },
          { fact, value: 'mixed' },
        ]
      : fact === 'type'
        ? employmentTypes.map((value) => ({ fact, value }))
        : fact === 'pay'
          ? payUnits.map((unit) => ({ fact, value: { unit } }))
          : fact === 'specialty'
            ? specialties.map((specialty) => ({ fact, value: { specialty } }))
            : places
  const options = all.map((it) => ({ value: valueOf(it), label: textOf(it) }))
  return options.filter((it, at) => options.findIndex(({ value }) => value === it.value) === at)
}
