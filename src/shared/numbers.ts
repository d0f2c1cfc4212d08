const others = new Intl.NumberFormat('en-US')

/** 12345 as '12,345'. `Intl` takes several times as long, and a page has hundreds of numbers. */
export const formatNumber = (n: number): string =>
  Number.isInteger(n) && n >= 0 ? grouped(n) : others.format(n)

/** '1 posting', '1,200 postings', '2 inquiries'. */
export const counted = (n: number, one: string, several = `${one}s`): string =>
  `${formatNumber(n)} ${n === 1 ? one : several}`

const grouped = (n: number): string =>
  n < 1000 ? String(n) : `${grouped(Math.floor(n / 1000))},${String(n % 1000).padStart(3, '0')}`
