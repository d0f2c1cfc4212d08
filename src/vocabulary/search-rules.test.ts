import { describe, expect, test } from 'vitest'
import * as search from './search-rules.ts'
import type { Rules } from './table.ts'

const tables = Object.entries(search).flatMap(([name, table]): [string, Rules][] =>
  'startAt' in table ? [[name, table]] : [],
)
const textsOf = (list = '') => (list === '' ? [] : list.split(' | '))

describe.each(tables)('%s', (_name, { list, startAt }) => {
  test.each(list)('$pattern', ({ means, examples, counterExamples }) => {
    for (const text of textsOf(examples)) expect(startAt(text), text).toMatchObject({ means })
    for (const text of textsOf(counterExamples)) expect(startAt(text), text).toBeUndefined()
  })
})

test('shorthand is read to its end', () => {
  const ends = search.shorthand.list
    .flatMap(({ examples }) => textsOf(examples))
    .map((text) => text.slice(search.shorthand.startAt(text)?.end).trim())
  expect(ends.filter((rest) => rest !== '')).toEqual(['nursery'])
})
