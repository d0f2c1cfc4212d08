import type { JobStatus } from '#features/jobs/model.ts'
import { statusLabels } from '#features/postings/model.ts'
import { Badge } from '#ui/badge.tsx'
import type { BadgeTone } from '#ui/badge.tsx'
import { expiryText } from '../posting-texts.ts'

const tones: Record<JobStatus, BadgeTone> = {
  pending: 'neutral',
  active: 'action',
  inactive: 'neutral',
  expired: 'danger',
  rejected: 'danger',
  removed: 'danger',
}

export function PostingStatus({ status, label = statusLabels[status] }: { status: JobStatus; label?: string }) {
  return <Badge tone={tones[status]}>{label}</Badge>
}

/** Nothing for what has no end, or is not shown anyway. */
export function Expiry({ posting, now }: { posting: { status: JobStatus; expiresAt: string | null }; now: number }) {
  const expiry = expiryText(posting, now)
  if (!expiry) return null
  return <span className={`text-xs ${expiry.isSoon ? 'font-semibold text-danger' : 'text-muted'}`}>{expiry.text}</span>
}
