import type { EventKind } from '../model.ts'
import type { BodyOf } from '#shared/contract.ts'
import { apiUrl } from '#platform/web/api.ts'

/** Reports a view or an apply click by a beacon, which outlives the page. */
export function countEvent(jobId: string, kind: EventKind): void {
  const event: BodyOf<'POST /api/insights/events'> = { jobId, kind }
  navigator.sendBeacon(apiUrl('POST /api/insights/events'), new Blob([JSON.stringify(event)], { type: 'application/json' }))
}
