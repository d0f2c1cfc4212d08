export const pairsPerPage = 10
/** Pairs are counted up to here. */
export const countedPairs = 1000
export const mostDismissedAtOnce = 100

/** The least similarity of likely duplicates, in percent. */
export const leastScore = 70
