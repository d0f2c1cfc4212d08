import { LRUCache } from 'lru-cache'
import type { SourceQuestion } from '#features/imports/contract.ts'
import { payText } from '#features/jobs/display.ts'
import { payUnits } from '#features/jobs/model.ts'
import {
  isLeftOpen,
  wholeSource,
  type Fact,
  type FactName,
  type FactValues,
} from '#features/imports/facts.ts'
import type { SourceAnswer } from '#features/imports/schemas.ts'
import { payPer } from '../mapping/pay.ts'
import {
  askedFacts,
  questionKey,
  saidOf,
  seeksOthers,
  valueKey,
  type Seen,
} from '../runs/sayings.ts'

/**
 * What a source leaves open for many rows alike is asked once, with what its other rows say; the
 * answer can be withdrawn.
 */

type Open = Pick<SourceQuestion, 'fact' | 'words' | 'rows' | 'contradicted'> & {
  place?: FactValues['place'] | undefined
  /** The first row that leaves it open. */
  row?: Seen
}

/** What is open, and how many rows say what, by `questionKey`. */
export type Observed = { open: LRUCache<string, Open>; said: LRUCache<string, Map<string, number>> }

/** Of a longer list the latest employers; the source's own questions are in use all the time. */
const mostObserved = 10_000
export const nothingObserved = (): Observed => ({
  open: new LRUCache({ max: mostObserved }),
  said: new LRUCache({ max: mostObserved }),
})

/** Adds a row; what is live already leaves nothing open. */
export function observe(observed: Observed, row: Seen, waits = true): void {
  for (const name of askedFacts) {
    const fact: Fact = row.facts[name]
    const whole = [wholeSource(), wholeSource(row.employer)]
    const value = saidOf(name, row)
    if (value !== undefined)
      for (const words of whole) observeSaid(observed, questionKey(name, words), value, 1)
    if (!waits) continue
    const place =
      name === 'place' && fact.state === 'doubtful' ? (fact.suggestion as Open['place']) : undefined
    for (const words of isLeftOpen(name, fact)
      ? whole
      : place && 'words' in fact
        ? [fact.words ?? '']
        : []) {
      const key = questionKey(name, words)
      const question = observed.open.get(key) ?? {
        fact: name,
        words,
        rows: 0,
        contradicted: 0,
        place,
        row,
      }
      question.rows++
      if (fact.state === 'doubtful' && fact.reason === 'answer-contradicted')
        question.contradicted++
      observed.open.set(key, question)
    }
  }
}

function observeSaid({ said }: Observed, key: string, value: string, rows: number) {
  const counts = said.get(key) ?? new Map<string, number>()
  said.set(key, counts.set(value, (counts.get(value) ?? 0) + rows))
}

export function observeOthers(observed: Observed, rows: number, employer?: string): void {
  for (const words of new Set([wholeSource(), wholeSource(employer)]))
    observeSaid(observed, questionKey('profession', words), seeksOthers, rows)
}

/** More words of places, or employers, than these are asked in the queue. */
const mostAsked = 20

/** What has more rows comes first. An answered question stays, so that it can be withdrawn. */
export function questionsOf(
  { open, said }: Observed,
  answers: readonly StoredAnswer[],
): SourceQuestion[] {
  const given = new Map(
    answers.filter(isOfSource).map((answer) => [questionKey(answer.fact, answer.words), answer]),
  )
  const ofEmployers = Object.groupBy(
    [...open.values()].filter(isOfEmployer),
    (question) => question.fact,
  )
  const all = [...new Set([...open.keys(), ...given.keys()])].flatMap((key): SourceQuestion[] => {
    const answer = given.get(key)
    const { place, row, ...question }: Open = open.get(key) ?? {
      fact: 'place',
      words: '',
      ...answer,
      rows: 0,
      contradicted: 0,
    }
    const { fact, words, rows, contradicted } = question
    const suggested = place
      ? {
          answer: { fact: 'place' as const, value: place },
          rows: said.get(questionKey('place', wholeSource()))?.get(valueKey(place)) ?? 0,
          of: rows,
        }
      : mostSaid(question, said.get(key))
    // The only employer is the source; a place that nothing suggests is told in the queue.
    const isAsked = isOfEmployer(question)
      ? (ofEmployers[fact]?.length ?? 0) > 1
      : fact !== 'place' || suggested !== null
    return isAsked || answer
      ? [
          {
            fact,
            words,
            rows,
            contradicted,
            suggested,
            answer: answer ? answerOf(answer) : null,
            ...exampleOf(fact, row),
          },
        ]
      : []
  })
  const sorted = all.toSorted((a, b) => b.rows - a.rows)
  return askedFacts.flatMap((name) => {
    const sameFact = sorted.filter((answer) => answer.fact === name)
    const parts = sameFact.filter((answer) => answer.words !== wholeSource())
    return [
      ...sameFact.filter((answer) => answer.words === wholeSource()),
      ...parts.filter((part, at) => at < mostAsked || part.answer),
    ]
  })
}

/** '165 – 185', which is '$165 – $185 an hour' once that is the unit. */
function exampleOf(
  name: FactName,
  row: Seen | undefined,
): Pick<SourceQuestion, 'example' | 'outcomes'> {
  if (!row) return { example: null }
  const fact: Fact = row.facts[name]
  const example = ('words' in fact && fact.words) || row.title
  if (name !== 'pay') return { example }
  const { specialty, employment_type: type } = row
  const paid = payUnits.flatMap((unit) => {
    const { min = null, max = null } = payPer(unit, example, { specialty, type }) ?? {}
    const text = payText({ compMin: min, compMax: max, compUnit: unit, compText: null })
    return text ? [[unit, text]] : []
  })
  return { example, outcomes: Object.fromEntries(paid) as SourceQuestion['outcomes'] }
}

/** So few rows of an employer say nothing of its others. */
const fewestOfEmployer = 5

function mostSaid(question: Asked, counts: ReadonlyMap<string, number> = new Map()) {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1])
  // One row in twenty that seeks others is enough not to trust silence.
  const value = (counts.get(seeksOthers) ?? 0) > total / 20 ? seeksOthers : first?.[0]
  if (value === undefined || (isOfEmployer(question) && total < fewestOfEmployer)) return null
  return {
    answer: answerOf({ ...question, value: JSON.parse(value) }),
    rows: counts.get(value) ?? 0,
    of: total,
  }
}

type Asked = Pick<SourceQuestion, 'fact' | 'words'>
const isOfEmployer = ({ words }: Asked) => words.startsWith(wholeSource(''))
/** Answers about single rows' words of anything but a place belong to the queue. */
const isOfSource = ({ fact, words }: Asked) => fact === 'place' || words.startsWith(wholeSource())

export type StoredAnswer = Asked & { value: FactValues[FactName] }
export const answerOf = ({ fact, value }: StoredAnswer): SourceAnswer =>
  ({ fact, value }) as SourceAnswer
