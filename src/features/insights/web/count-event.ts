import type { EventKind } from '../model.ts'
import type { BodyOf } from '#shared/contract.ts'
import { apiUrl } from '#web/lib/api.ts'

/** Reports that a job was looked at or applied for. The browser sends it when it has time, even while it leaves the page. */
export function countEvent(jobId: string, kind: EventKind): void {
  const event: BodyOf<'POST /api/insights/events'> = { jobId, kind }
  navigator.sendBeacon(apiUrl('POST /api/insights/events'), new Blob([JSON.stringify(event)], { type: 'application/json' }))
}
