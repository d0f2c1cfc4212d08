export const pairsPerPage = 10
/** Pairs are counted up to here. */
export const countedPairs = 1000
