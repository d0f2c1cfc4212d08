/** A sheet of paper on the page. Padding is its user's, because lists inside cards reach its edges. */
export const cardClass = 'rounded-md border border-line bg-surface'
