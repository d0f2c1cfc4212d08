import { inquiryStatusLabels } from '#features/inquiries/model.ts'
import type { InquiryStatus } from '#features/inquiries/model.ts'
import { Badge } from '#ui/badge.tsx'

/** `sent` is the label where the poster looks at it: to them it is new. */
export function StatusBadge({ status, sent = inquiryStatusLabels.sent }: { status: InquiryStatus; sent?: string }) {
  const tone = status === 'sent' || status === 'answered' ? 'action' : 'neutral'
  return <Badge tone={tone}>{status === 'sent' ? sent : inquiryStatusLabels[status]}</Badge>
}
