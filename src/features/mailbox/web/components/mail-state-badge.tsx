import { Badge } from '#ui/badge.tsx'
import type { BadgeTone } from '#ui/badge.tsx'
import type { MailState } from '#features/mailbox/model.ts'

const looks: Record<MailState, { tone: BadgeTone; label: string }> = {
  queued: { tone: 'neutral', label: 'Waiting' },
  sent: { tone: 'action', label: 'Sent' },
  dead: { tone: 'danger', label: 'Given up' },
}

export const MailStateBadge = ({ state }: { state: MailState }) => <Badge tone={looks[state].tone}>{looks[state].label}</Badge>
