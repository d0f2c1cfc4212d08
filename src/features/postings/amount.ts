const most = 100_000_000

/** US dollars as people type them: '250,000', '$250,000'. Undefined for nothing, NaN for what is no amount of pay. */
export function amountOf(text: string): number | undefined {
  const bare = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '')
  if (bare === '') return undefined
  const amount = /^\d+(?:\.\d+)?$/.test(bare) ? Number(bare) : Number.NaN
  return amount <= most ? amount : Number.NaN
}
