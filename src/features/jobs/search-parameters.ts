import { z } from 'zod'
import { stateCodes } from '#shared/us-states.ts'
import { allFilters, type Filter, type FilterName, type Filters } from './filters.ts'
import { filtersOf, maxLimit, parseSearchCriteria, sortKeys } from './search-criteria.ts'
import { specialties } from '#vocabulary/specialties.ts'

/**
 * Documented strictly, read leniently by `parseSearchCriteria`: unknown values are dropped, never
 * refused.
 */
export const parameter = (description: string, schema: object = { type: 'string' }) =>
  z
    .unknown()
    .optional()
    .meta({ description, ...schema })
const listParameter = (about: string, values: readonly string[]) =>
  z
    .unknown()
    .optional()
    .meta({
      type: 'array',
      description: `${about} Repeated, or separated by commas.`,
      items: named.get(values) ?? oneOf(values),
    })
/** Lists that are components of the documents. */
const named = new Map<readonly string[], object>([
  [specialties, { $ref: '#/components/schemas/Specialty' }],
  [stateCodes, { $ref: '#/components/schemas/State' }],
])
export const oneOf = (values: readonly string[]) => ({ type: 'string', enum: values })
export const integer = (minimum: number, maximum?: number) => ({
  type: 'integer',
  minimum,
  ...(maximum && { maximum }),
})

/** What each filter means, apart from the filters themselves: browsers have no use for it. */
const filterMeanings: Record<FilterName, string> = {
  keyword:
    'Words in title, employer, specialty, place or description. Abbreviations, places, pay ' +
    '(“over $350k”), schedules, benefits and typing errors are understood; “no nights” leaves ' +
    'out jobs that say so, and “or” finds either. The answer lists how each part was understood.',
  literal:
    'Searches the words of the keyword as they stand: nothing in them is understood or corrected.',
  specialty: 'Specialties, by their labels; any of them matches.',
  state: 'States, as two-letter codes or names; any of them matches.',
  city: 'A city, a five-digit ZIP code, or a state.',
  radius: 'Miles around the place.',
  jobType: 'Employment types; any of them matches.',
  employer: 'The employer, by name.',
  county: 'Counties, by their FIPS codes; any of them matches.',
  payroll: 'How it is paid.',
  poster: 'Who posted it.',
  verified: 'Whether the employer is verified.',
  minPay: 'The pay must reach this many US dollars a year.',
  maxPay: 'The pay must not exceed this many US dollars a year.',
  hourly: 'minPay and maxPay are US dollars an hour; a full-time year has 1,900 hours.',
  postedWithin: 'Posted within this many days.',
  visa: 'What the posting says about visa sponsorship; any of the values matches.',
  newGraduates: 'Only jobs that welcome new graduates.',
  telehealth: 'Only telehealth jobs.',
  call: 'How often call may be at most, as stated: 6 is 1 in 6 or less; any of the values matches.',
  fte: 'The stated share of full-time work; any of the values matches.',
  startBy: 'Starts by the end of this month, as stated; now starts at once.',
  tailPaid: 'Only jobs that state that the employer pays the malpractice tail.',
  partnership: 'Only jobs that state a partnership track.',
  noNonCompete: 'Only jobs that state that there is no non-compete.',
  loanRepayment: 'Only jobs that state loan repayment.',
  setting: 'Practice settings; any of them matches.',
  schedule: 'Schedules; any of them matches.',
  benefits: 'Benefits; all of them must be offered.',
}

export const filterParameters = Object.fromEntries(
  allFilters.flatMap((filter) => {
    if (filter.onlyTyped) return []
    const isList = filter.kind === 'anyOf' || filter.kind === 'allOf'
    const schema = isList
      ? listParameter(filterMeanings[filter.name], filter.values)
      : parameter(filterMeanings[filter.name], schemaOf(filter))
    // One component of the documents, which several calls share.
    return [[filter.name, schema.meta({ ...schema.meta(), param: { id: filter.name } })]]
  }),
)

function schemaOf(filter: Filter): object {
  if (filter.kind === 'text') return { type: 'string', maxLength: filter.max }
  if (filter.kind === 'amount')
    return filter.range ? integer(...filter.range) : { type: 'integer', enum: filter.values }
  return { type: 'boolean' }
}

export const filterQuery = z
  .looseObject(filterParameters)
  .transform((raw): Filters => filtersOf(parseSearchCriteria(raw)))

export const pageParameters = {
  page: parameter('Counted from 1.', integer(1)),
  limit: parameter('Jobs a page.', integer(1, maxLimit)),
  sortBy: parameter(
    'What to sort by: closest needs a place; aboveMedian is pay beside the median of its specialty.',
    {
      ...oneOf(sortKeys),
      param: { id: 'sortBy' },
    },
  ),
  sortOrder: parameter('The direction, where the sort has two.', oneOf(['asc', 'desc'])),
}
