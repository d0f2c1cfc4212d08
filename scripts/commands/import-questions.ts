import { factNames, factText, isSupported, wholeSource } from '#features/imports/facts.ts'
import type { SourceQuestion } from '#features/imports/contract.ts'
import { sourceAnswer, type SourceAnswer } from '#features/imports/schemas.ts'
import { StartError } from '#platform/server/errors.ts'
import { formatNumber } from '#shared/numbers.ts'
import { parseState } from '#shared/us-states.ts'
import { parseSpecialty } from '#vocabulary/specialties.ts'

/** A source's questions as a command prints them, and the answers that it takes. */

export type Given = Pick<SourceQuestion, 'fact' | 'words'> & { answer: SourceAnswer }

/** 'type', 'type of Hill Clinic', 'place: Saint Louis, NM' */
function keyOf({ fact, words }: Pick<SourceQuestion, 'fact' | 'words'>): string {
  if (words === wholeSource()) return fact
  return words.startsWith(wholeSource(''))
    ? `${fact} of ${words.slice(wholeSource('').length)}`
    : `${fact}: ${words}`
}

const valueTextOf = (answer: SourceAnswer): string => {
  if (answer.fact === 'profession' || answer.fact === 'type') return answer.value
  return answer.fact === 'pay' ? answer.value.unit.toLowerCase() : factText(answer)
}

/** @throws {StartError} for what is no answer. */
export function readAnswer(written: string): Given {
  const [, name = '', employer, own, value = ''] =
    /^(\w+)(?: of (.+?)|: (.+?))?\s*=\s*(.+)$/.exec(written.trim()) ?? []
  const fact = factNames.find((candidate) => candidate === name)
  const comma = value.lastIndexOf(',')
  const values = {
    profession: value.toLowerCase(),
    type: value.toLowerCase(),
    pay: { unit: value.toUpperCase() },
    specialty: { specialty: parseSpecialty(value) },
    place: {
      city: value.slice(0, Math.max(0, comma)).trim(),
      state: parseState(value.slice(comma + 1).trim()),
    },
  }
  const { data } = sourceAnswer.safeParse({ fact, value: values[fact as keyof typeof values] })
  if (!data)
    throw new StartError(
      `--answer ${written} is no answer: for example type=full-time, pay=hour, profession=physician.`,
    )
  return { fact: data.fact, words: own ?? wholeSource(employer), answer: data }
}

/** What the page offers with one click. */
export const suggestedAnswers = (questions: readonly SourceQuestion[]): Given[] =>
  questions.flatMap(({ fact, words, rows, suggested, answer }) =>
    suggested && answer === null && isSupported({ words, rows, suggested })
      ? [{ fact, words, answer: suggested.answer }]
      : [],
  )

/** The open questions, a line each, with what answers them. */
export function printQuestions(questions: readonly SourceQuestion[], rows: number): void {
  const open = questions.filter((question) => question.rows > 0)
  if (open.length === 0) return
  console.log(
    '\nQuestions that its rows leave open. Answer with --source NAME --answer KEY=VALUE, or --yes-to-suggestions:',
  )
  for (const question of open) {
    const { suggested, answer, contradicted, example, outcomes = {} } = question
    const share = rows > 0 ? ` (${Math.ceil((question.rows / rows) * 100)}%)` : ''
    const supported =
      suggested &&
      `${formatNumber(suggested.rows)} of ${formatNumber(suggested.of)} rows that say it`
    console.log(
      [
        `  ${keyOf(question)}: ${formatNumber(question.rows)} rows${share}`,
        suggested && `suggested: ${valueTextOf(suggested.answer)} (${supported})`,
        example && rows > 0 && `for example “${example}”`,
        ...Object.entries(outcomes).map(([unit, pay]) => `${unit.toLowerCase()}: ${pay}`),
        answer && `answered: ${valueTextOf(answer)}`,
        contradicted > 0 && `${formatNumber(contradicted)} contradict the answer`,
      ]
        .filter(Boolean)
        .join(' – '),
    )
  }
}
