/** Without padding, because lists in cards reach the edges. */
export const cardClass = 'rounded-md border border-line bg-surface'
