import type { FeedRow } from '../queries-feeds.ts'

/** The driver gives `numeric` as text. */
const numberOf = (value: string | null): number | null => (value === null ? null : Number(value))

export const payOf = (row: FeedRow) => ({
  compMin: numberOf(row.comp_min),
  compMax: numberOf(row.comp_max),
  compUnit: row.comp_unit,
  compText: row.comp_text,
})
