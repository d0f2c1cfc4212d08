const grouped = new Intl.NumberFormat('en-US')

/** 12345 as '12,345'. `toLocaleString` would look up the format each time, which takes as long as rendering a row. */
export const formatNumber = (n: number): string => (Number.isInteger(n) && n >= 0 && n < 1000 ? String(n) : grouped.format(n))
