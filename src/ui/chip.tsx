import { X } from 'lucide-react'
import type { ReactNode } from 'react'

/** Chips are links, so that each choice has an address and works without JavaScript. */
export const chipClass =
  'inline-flex min-h-8 items-center gap-1.5 rounded-full border border-edge bg-surface px-3 text-xs font-medium text-ink ' +
  'no-underline transition-colors hover:border-action hover:text-action pointer-coarse:min-h-11'

/** The content of a link that removes an applied filter. Give the link `chipClass`. */
export function RemovableChipContent({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="sr-only">Remove filter: </span>
      {children}
      <X aria-hidden className="size-3.5 text-muted" />
    </>
  )
}
