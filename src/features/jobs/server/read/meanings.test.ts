import { expect, test } from 'vitest'
import { filters } from '#features/jobs/filters.ts'
import { filterWords } from '#vocabulary/filter-words.ts'

test.each(filterWords)('$name: $values', ({ name, values }) => {
  const offered: readonly unknown[] = filters[name as 'jobType'].values
  expect(values.filter((value) => !offered.map(String).includes(value))).toEqual([])
})
