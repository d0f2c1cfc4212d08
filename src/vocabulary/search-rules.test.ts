import { describe, expect, test } from 'vitest'
import * as search from './search-rules.ts'
import type { Rules } from './rules.ts'

const tables: [name: string, table: Rules, readAt: typeof search.shorthandAt][] = [
  ['shorthand', search.shorthand, search.shorthandAt],
  ['a negation', search.negations, search.negationAt],
  ['not required', search.notRequired, search.notRequiredAt],
  ['a departure', search.departures, search.departureAt],
  ['another amount', search.otherAmounts, search.otherAmountAt],
  ['the amount of a benefit', search.benefitAmounts, search.benefitAmountAt],
]
const textsOf = (list = '') => (list === '' ? [] : list.split(' | '))

describe.each(tables)('%s', (_name, { list }, readAt) => {
  test.each(list)('$pattern', ({ means, examples, counterExamples }) => {
    for (const text of textsOf(examples)) expect(readAt(text), text).toMatchObject({ means })
    for (const text of textsOf(counterExamples)) expect(readAt(text), text).toBeUndefined()
  })
})

test('shorthand is read to its end', () => {
  const ends = search.shorthand.list
    .flatMap(({ examples }) => textsOf(examples))
    .map((text) => text.slice(search.shorthandAt(text)?.end).trim())
  expect(ends.filter((rest) => rest !== '')).toEqual(['nursery'])
})
