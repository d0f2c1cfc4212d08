import type { Understanding } from '../contract.ts'
import { filters } from '../filters.ts'
import {
  appliedFilters,
  filtersOf,
  fromFirstPage,
  type SearchCriteria,
} from '../search-criteria.ts'

const mostWaysOut = 6

/**
 * Other searches for one that found nothing: in a wider circle, or without one of its filters or
 * understood parts.
 */
export function waysOut(
  criteria: SearchCriteria,
  { place, parts }: Pick<Understanding, 'place' | 'parts'>,
) {
  const found = place ? { place } : {}
  const rest = fromFirstPage(criteria)
  const wider = place?.radius === undefined ? [] : widerCircles(criteria, place.radius)
  const fewer = appliedFilters(criteria, found).map(({ key, label, without }) => ({
    key,
    label: `Without ${quoted(label)}`,
    instead: without,
  }))
  const pieces = parts
    .filter((part) => part.without !== '')
    .map(({ label, without }, index) => ({
      key: `part:${index}`,
      label: `Without ${quoted(label)}`,
      instead: { ...rest, keyword: without },
    }))
  const all = { key: 'all', label: 'All jobs', instead: {} }
  const isWhole = (way: { instead: SearchCriteria }) =>
    Object.keys(filtersOf(way.instead)).length === 0
  const narrower = [...pieces, ...fewer].slice(0, mostWaysOut)
  // Where two filters find nothing each, no way without one of them helps.
  const ways = [...wider, ...narrower, ...(narrower.some(isWhole) ? [] : [all])]
  return ways.map((way) => {
    const isEverything = isWhole(way)
    return {
      ...way,
      isWider: way.key.startsWith('radius:'),
      isEverything,
      ...(isEverything && { label: 'All jobs' }),
    }
  })
}

/** A keyword has its quotation marks already. */
const quoted = (label: string): string => (label.startsWith('“') ? label : `“${label}”`)

/** The next circle, and the widest. */
function widerCircles(search: SearchCriteria, radius: number) {
  const criteria = fromFirstPage(search)
  const wider = filters.radius.values.filter((value) => value > radius)
  return [...new Set([...wider.slice(0, 1), ...wider.slice(-1)])].map((miles) => ({
    key: `radius:${miles}`,
    label: filters.radius.label(miles),
    instead: { ...criteria, radius: miles },
  }))
}
