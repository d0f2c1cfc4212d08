import { expect, test } from 'vitest'
import { columnOrder, sortedByColumn, sortLabel } from './sorting.ts'
import type { SortColumn } from './sorting.ts'

test('the newest come first until something else is chosen', () => {
  expect(columnOrder('posted', {})).toBe('desc')
  expect(columnOrder('title', {})).toBeUndefined()
  expect(columnOrder('posted', { keyword: 'cardiology' })).toBeUndefined()
  expect(sortedByColumn({ keyword: 'cardiology' }, 'posted')).toEqual({
    keyword: 'cardiology',
    sortBy: 'recent',
  })
})

test.each<[SortColumn, string]>([
  ['title', 'asc'],
  ['city', 'asc'],
  ['state', 'asc'],
  ['specialty', 'desc'],
  ['type', 'desc'],
  ['comp', 'desc'],
])('a first click on %s sorts %s, a second one the other way', (column, first) => {
  const once = sortedByColumn({}, column)
  expect(once).toEqual({ sortBy: column, sortOrder: first })
  expect(columnOrder(column, once)).toBe(first)
  expect(sortedByColumn(once, column).sortOrder).toBe(first === 'asc' ? 'desc' : 'asc')
})

test('the date turns round between the newest and the oldest', () => {
  expect(sortedByColumn({}, 'posted')).toEqual({ sortBy: 'oldest' })
  expect(sortedByColumn({ sortBy: 'oldest' }, 'posted')).toEqual({ sortBy: 'recent' })
  expect(sortedByColumn({ sortBy: 'comp', sortOrder: 'asc' }, 'posted')).toEqual({
    sortBy: 'recent',
  })
})

test('another order keeps the filters and begins at the first page', () => {
  expect(sortedByColumn({ state: ['TX'], page: 5 }, 'comp')).toEqual({
    state: ['TX'],
    sortBy: 'comp',
    sortOrder: 'desc',
  })
})

test('an order is named by what comes first', () => {
  expect(sortLabel('comp')).toBe('Highest pay')
  expect(sortLabel('comp', 'asc')).toBe('Lowest pay')
  expect(sortLabel('title')).toBe('Title, A to Z')
})
