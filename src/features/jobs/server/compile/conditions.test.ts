import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import { filters } from '#features/jobs/filters.ts'
import { everything } from './compile.ts'
import { conceptQuery, phrasesIn } from './concepts.ts'
import { postfixOf, segmentQueryOf } from './conditions.ts'
import { meaningOf } from '../read/meanings.ts'
import { filterWords } from '#vocabulary/filter-words.ts'
import { practices } from '#vocabulary/practices.ts'
import { topics } from '#vocabulary/topics.ts'

const database = databaseForFile()

const words = ['a', 'ab', 'b', '@state:TX', '@benefit:401k/Retirement', "o'neill"]
const quoted = (word: string): string => `'${word.replaceAll("'", "''")}'`

const { query } = fc.letrec<{ query: string }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(...words).map(quoted),
    fc.constantFrom('a', 'b', '@').map((word) => `'${word}':*`),
    fc
      .tuple(tie('query'), fc.constantFrom(' & ', ' | ', '&', '|'), tie('query'))
      .map((parts) => parts.join('')),
    tie('query').map((part) => `(${part})`),
    tie('query').map((part) => `!(${part})`),
    fc.constantFrom(...words).map((word) => `!${quoted(word)}`),
  ),
}))

/** As `segment_hits` in the database, for one job. */
function holds(postfix: readonly string[], job: readonly string[]): boolean {
  const stack: boolean[] = []
  const pop = (): boolean => stack.pop() ?? false
  for (const step of postfix) {
    if (step === '!') stack.push(!pop())
    else if (step === '&' || step === '|') {
      const [right, left] = [pop(), pop()]
      stack.push(step === '&' ? left && right : left || right)
    } else
      stack.push(
        job.some((word) =>
          step.startsWith('=') ? word === step.slice(1) : word.startsWith(step.slice(1)),
        ),
      )
  }
  expect(stack).toHaveLength(1)
  return pop()
}

test('a text query in postfix notation holds of the same jobs', async () => {
  const cases = fc.sample(fc.tuple(query, fc.subarray(words)), 1_000)
  const { rows } = await sql<{ holds: boolean }>`
    select array_to_tsvector(array(select json_array_elements_text(words::json))) @@ query::tsquery as holds
    from unnest(${cases.map(([it]) => it)}::text[], ${cases.map(([, it]) => JSON.stringify(it))}::text[])
      with ordinality as given (query, words, index) order by index
  `.execute(database.db)

  expect(cases.map(([text, job]) => holds(postfixOf(text) ?? [], job))).toEqual(
    rows.map((row) => row.holds),
  )
})

test.each(["'night' <-> 'shift'", "'level' <2> 'trauma'", "'call' & ('private' <-> 'practic')"])(
  '%s: no bitmap answers a phrase',
  (tsquery) => {
    expect(postfixOf(tsquery)).toBeUndefined()
    expect(segmentQueryOf({ words: tsquery, ranks: [] })).toBeUndefined()
  },
)

test.each(filters.minPay.values)('segments have a word for the %i that people choose', (minPay) => {
  expect(segmentQueryOf({ ...everything, minPay })?.program).toEqual([`=@pay>=${minPay}`])
})

test.each([
  ['Interventional Cardiologist', true],
  ['Non-Interventional Cardiologist', false],
])('%s is interventional: %s', async (title, expected) => {
  const meaning = meaningOf('interventional cardiology')
  const term = meaning?.kind === 'wish' ? meaning.term : undefined
  const query = term?.kind === 'concept' ? conceptQuery(term.concept, 'text') : null
  const { rows } = await sql<{ finds: boolean }>`
    select search_document('{spcardiology}', array[${title}]) @@ ${query}::tsquery as finds
  `.execute(database.db)
  expect(rows).toEqual([{ finds: expected }])
})

test('the index has a lexeme for each phrase of the vocabulary', async () => {
  const phrases = [
    ...[...topics, ...filterWords].map(({ texts }) => texts),
    ...practices.flatMap(({ texts, only, first, unwanted }) => [texts, only, first, unwanted]),
  ].flatMap(phrasesIn)
  const { rows } = await sql<{ phrase: string }>`
    select phrase from unnest(${phrases}::text[]) phrase
    where not '~' || phrase = any (said_phrases(to_tsvector('simple', replace(phrase, '_', 'any'))))
  `.execute(database.db)
  expect(rows).toEqual([])
})
