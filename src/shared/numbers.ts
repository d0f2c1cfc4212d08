const grouped = new Intl.NumberFormat('en-US')

/** 12345 as '12,345'. `toLocaleString` would look the format up each time, which takes as long as to render a row. */
export const formatNumber = (n: number): string => grouped.format(n)
