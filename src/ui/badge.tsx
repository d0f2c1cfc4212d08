import type { ReactNode } from 'react'

export type BadgeTone = 'neutral' | 'action' | 'danger'

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-muted',
  action: 'bg-action-wash text-action',
  danger: 'bg-danger-wash text-danger',
}

/** One fact in a word or two; color is never its only carrier. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-6 items-center gap-1 rounded-sm px-2 text-xs font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
