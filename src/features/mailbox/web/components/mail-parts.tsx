import { mailStateLabels, type MailState } from '#features/deliveries/model.ts'
import { Badge, EmptyState, type BadgeTone } from '#ui/feedback.tsx'
import { apiQuery } from '#platform/web/api.ts'

const tones: Record<MailState, BadgeTone> = { queued: 'neutral', sent: 'action', dead: 'danger' }

export const MailStateBadge = ({ state }: { state: MailState }) => <Badge tone={tones[state]}>{mailStateLabels[state]}</Badge>

export const MailNotFound = () => (
  <EmptyState level={1} title="Page Not Found">
    There is no page at this address. It may be mistyped, or the page was removed.
  </EmptyState>
)

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** In UTC, equal on server and browser. */
export const mailTime = (iso: string): string => `${format.format(new Date(iso))} UTC`

/** New mail may have arrived. */
const always = { staleTime: 1000, retry: false } as const

export const mailsQuery = (to: string) => apiQuery('GET /api/dev/mail', { query: to === '' ? {} : { to } }, always)

export const mailQuery = (id: string) => apiQuery('GET /api/dev/mail/:id', { params: { id } }, always)
