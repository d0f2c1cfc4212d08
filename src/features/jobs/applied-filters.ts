import { stateName } from '#shared/us-states.ts'
import { formatNumber } from '#shared/numbers.ts'
import { employmentTypeLabels, visaLabels } from './model.ts'
import { defaultRadius } from './search-criteria.ts'
import type { SearchCriteria } from './search-criteria.ts'

export type AppliedFilter = {
  /** Unique among the applied filters. */
  key: string
  label: string
  /** The same search without this filter, from its first page. */
  without: SearchCriteria
}

/** Every filter in force as people read it, in the order of the filter form. */
export function appliedFilters(criteria: SearchCriteria): AppliedFilter[] {
  const { keyword, specialty, state, city, radius = defaultRadius, jobType, visa, minPay, postedWithin } = criteria
  const one = (key: keyof SearchCriteria, label: string | undefined | false): AppliedFilter[] =>
    label ? [{ key, label, without: drop(criteria, key) }] : []

  return [
    ...one('keyword', keyword && `“${keyword}”`),
    ...one('specialty', specialty),
    ...one('state', state && stateName(state)),
    ...one('city', city && `${city}, within ${radius} miles`),
    ...one('jobType', jobType && employmentTypeLabels[jobType]),
    ...one('minPay', minPay !== undefined && `At least $${formatNumber(minPay)} a year`),
    ...one('postedWithin', postedWithin !== undefined && postedWithinLabel(postedWithin)),
    ...one('visa', visa && visaLabels[visa]),
    ...one('newGraduates', criteria.newGraduates && 'New graduates welcome'),
    ...one('telehealth', criteria.telehealth && 'Telehealth'),
    ...(['setting', 'schedule', 'benefits'] as const).flatMap((key) => each(criteria, key)),
  ]
}

export const postedWithinLabel = (days: number): string =>
  days === 1 ? 'Posted in the last day' : `Posted in the last ${days} days`

function each(criteria: SearchCriteria, key: 'setting' | 'schedule' | 'benefits'): AppliedFilter[] {
  const chosen: readonly string[] = criteria[key] ?? []
  return chosen.map((value) => {
    const rest = chosen.filter((it) => it !== value)
    return {
      key: `${key}:${value}`,
      label: value === 'Other' ? `Other ${key}` : value,
      without: rest.length === 0 ? drop(criteria, key) : { ...drop(criteria, key), [key]: rest },
    }
  })
}

/** A radius means nothing without its place, and another set of jobs begins at page 1. */
function drop(criteria: SearchCriteria, key: keyof SearchCriteria): SearchCriteria {
  const gone = new Set<string>([key, 'page', ...(key === 'city' ? ['radius'] : [])])
  return Object.fromEntries(Object.entries(criteria).filter(([name]) => !gone.has(name)))
}
