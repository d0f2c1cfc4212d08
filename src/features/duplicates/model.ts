export const pairsPerPage = 10
/** Pairs are counted up to here. */
export const countedPairs = 1000
export const mostDismissedAtOnce = 100

/** The least similarity of likely duplicates, in percent. */
export const leastScore = 70

/** Groups of fields that a merge takes from one job or the other. */
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
