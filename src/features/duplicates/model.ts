/** What pages and server have in common, without the schemas. */

export const pairsPerPage = 10
/** Beyond that nobody needs to know how many wait. */
export const countedPairs = 1000
export const mostDismissedAtOnce = 100

/** From how many percent on two jobs are likely duplicates. */
export const leastScore = 70

/** What can be kept of one job or the other when they are merged. */
export const detailGroups = {
  title: 'Title',
  employer: 'Employer',
  place: 'Place',
  specialty: 'Specialty',
  type: 'Type',
  pay: 'Pay',
  conditions: 'Schedule, benefits and requirements',
  apply: 'Apply link and contacts',
  description: 'Description and source',
} as const
export type DetailGroup = keyof typeof detailGroups
export const detailGroupNames = Object.keys(detailGroups) as DetailGroup[]
