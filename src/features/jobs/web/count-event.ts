import type { RecordEvent } from '#features/insights/contract.ts'
import type { EventKind } from '#features/insights/model.ts'
import type { BodyOf } from '#shared/contract.ts'

const url: RecordEvent['path'] = '/api/insights/events'

/** Tells that a job was looked at or applied for. The browser sends it when it has time, even while it leaves the page. */
export function countEvent(jobId: string, kind: EventKind): void {
  const event: BodyOf<RecordEvent> = { jobId, kind }
  navigator.sendBeacon(url, new Blob([JSON.stringify(event)], { type: 'application/json' }))
}
