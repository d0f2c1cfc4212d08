import { storedText } from '#platform/web/browser.ts'
import {
  defaultSort,
  type SearchCriteria,
  type SortBy,
  type SortOrder,
} from '../search-criteria.ts'

/**
 * The columns that the table sorts by. 'recent' and 'oldest' are the two directions of the date's
 * column.
 */
export type SortColumn = 'title' | 'specialty' | 'city' | 'state' | 'type' | 'comp' | 'posted'

type Sorting = Pick<SearchCriteria, 'keyword' | 'sortBy' | 'sortOrder'>

const ascendingFirst = new Set(['title', 'city', 'state'])

/** The direction that a column begins with. */
const firstOrder = (key: string): SortOrder => (ascendingFirst.has(key) ? 'asc' : 'desc')

/** How a column is sorted now; undefined if the list is sorted by something else. */
export function columnOrder(column: SortColumn, sorting: Sorting): SortOrder | undefined {
  const { sortBy = defaultSort(sorting), sortOrder } = sorting
  if (column === 'posted')
    return sortBy === 'recent' ? 'desc' : sortBy === 'oldest' ? 'asc' : undefined
  return sortBy === column ? (sortOrder ?? firstOrder(column)) : undefined
}

/**
 * The search after a click on a column's head: in the column's first direction, or the other one;
 * from page 1.
 */
export function sortedByColumn(criteria: SearchCriteria, column: SortColumn): SearchCriteria {
  const { page: _page, sortBy: _sortBy, sortOrder: _sortOrder, ...rest } = criteria
  const now = columnOrder(column, criteria)
  const next = now === undefined ? firstOrder(column) : now === 'asc' ? 'desc' : 'asc'
  if (column === 'posted') return { ...rest, sortBy: next === 'desc' ? 'recent' : 'oldest' }
  return { ...rest, sortBy: column, sortOrder: next }
}

const labels: Record<SortBy, [first: string, reversed: string]> = {
  recent: ['Newest', 'Newest'],
  oldest: ['Oldest', 'Oldest'],
  closest: ['Nearest', 'Nearest'],
  relevance: ['Best match', 'Best match'],
  updated: ['Recently updated', 'Longest unchanged'],
  comp: ['Highest pay', 'Lowest pay'],
  aboveMedian: ['Above the median', 'Below the median'],
  title: ['Title, A to Z', 'Title, Z to A'],
  city: ['City, A to Z', 'City, Z to A'],
  state: ['State, A to Z', 'State, Z to A'],
  specialty: ['Specialty, Z to A', 'Specialty, A to Z'],
  type: ['Job type, Z to A', 'Job type, A to Z'],
}

export const sortLabel = (key: SortBy, order: SortOrder = firstOrder(key)): string =>
  labels[key][order === firstOrder(key) ? 0 : 1]

const preferred = storedText('preferredSort', 'localStorage')

/**
 * Remembers only newest and oldest first. The order of a column holds for one look at the table.
 */
export function rememberSort(sortBy: SortBy = 'recent'): void {
  if (sortBy === 'recent' || sortBy === 'oldest') preferred.write(sortBy)
}

export const prefersOldest = (): boolean => preferred.read() === 'oldest'
