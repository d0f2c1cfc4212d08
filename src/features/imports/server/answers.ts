import type { NewJob } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { factNames, type Fact, type FactName, type FactValues } from '../facts.ts'
import type { MappedJob, Skipped } from './mapping/map-item.ts'
import { findAnswers, type Asked } from './queries.ts'
import { withPlaces, type PlaceCache, type PlacedJob } from './resolve-batch.ts'

/** A job's columns for each fact as a reader found it or a moderator answered it. */
const columnsOf: { [Name in FactName]: (value: FactValues[Name]) => Partial<NewJob> } = {
  place: ({ city, state, zip = null }) => ({ city, state, zip }),
  profession: () => ({}),
  specialty: ({ specialty, other = null }) => ({ specialty, specialty_other: specialty === 'Other' ? other : null }),
  pay: ({ min = null, max = null, unit = 'YEAR', text = null }) => ({
    comp_min: min,
    comp_max: max,
    comp_unit: unit,
    comp_text: text,
  }),
  type: (value) => ({ employment_type: value ?? 'not-stated' }),
  schedule: (schedule) => ({ schedule }),
}

/** A moderator's correction of one posting writes the same columns. */
export const columnsOfFact = <Name extends FactName>(name: Name, value: FactValues[Name]): Partial<NewJob> =>
  columnsOf[name](value)

type Sourced = PlacedJob & { source: string }
type Answer = { name: FactName; words: string; value: FactValues[FactName] }

/**
 * The jobs with what moderators have answered for the same words of the same source, whose places are then looked up anew; or a
 * reason to skip where the answer was another profession.
 */
export async function withAnswers(db: Db, placed: readonly Sourced[], places: PlaceCache): Promise<(PlacedJob | Skipped)[]> {
  const asked = placed.flatMap(({ job, source }, index) =>
    factNames.flatMap((fact): (Asked & { index: number })[] => {
      const words = wordsOf(job.facts[fact])
      return words === undefined ? [] : [{ index, source, fact, words }]
    }),
  )
  const values = await findAnswers(db, asked)
  const answers = Map.groupBy(
    asked.flatMap(({ index, fact: name, words }, at) => {
      const value = values[at]
      return value === undefined ? [] : [{ index, name, words, value }]
    }),
    (it) => it.index,
  )
  if (answers.size === 0) return [...placed]
  const answered = placed.map(({ job, place }, index): PlacedJob | Skipped => {
    const own = answers.get(index)
    return own ? applyAnswers({ job, place }, own) : { job, place }
  })
  const moved = answered.filter((_, index) => answers.get(index)?.some(({ name }) => name === 'place') === true)
  const found = await withPlaces(
    db,
    moved.flatMap((it) => ('job' in it ? [it.job] : [])),
    places,
  )
  return answered.map((it) => ('job' in it ? (found.get(it.job) ?? it) : it))
}

const wordsOf = (fact: Fact): string | undefined => ('words' in fact ? fact.words : undefined)

function applyAnswers({ job, place }: PlacedJob, answers: readonly Answer[]): PlacedJob | Skipped {
  if (answers.some((it) => it.value === 'other')) return { skip: 'not-a-physician', title: job.title }
  const columns = answers.map(({ name, value }): Partial<NewJob> => columnsOf[name](value as never))
  const facts = answers.map(({ name, words }) => [name, { state: 'stated', words, by: 'moderator' }] as const)
  const after = Object.assign({ ...job }, ...columns, { facts: { ...job.facts, ...Object.fromEntries(facts) } }) as MappedJob
  return { job: after, place }
}
