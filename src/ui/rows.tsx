import type { ReactNode } from 'react'
import { cardClass } from './layout.tsx'

/** A list of rows on a card, each with what can be done about it at its end. */
export const Rows = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className={`divide-y divide-line ${cardClass}`}>
    {children}
  </ul>
)

export const rowClass = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4'
