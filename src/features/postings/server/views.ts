import { payText, readPlace } from '#features/jobs/display.ts'
import { askedBy, fieldOf } from '#features/jobs/fields.ts'
import { lineOf } from '#features/jobs/read-contract.ts'
import { referenceCode, type JobStatus } from '#features/jobs/model.ts'
import { payOf, type JobRow } from '#features/jobs/server/public.ts'
import type { Draft, PostingHistory } from '../contract-dashboard.ts'
import type { PostingDetail, PostingSummary } from '../contract.ts'
import { formatLocation } from '../typed-values.ts'
import { rangeOfPay } from './columns.ts'
import type { WaitingEdit } from './queries-moderation.ts'
import type { findDrafts } from './queries-forms.ts'
import type { findHistory } from './queries-events.ts'

const waitingEditView = (edit: WaitingEdit | undefined, isShown: boolean) =>
  edit ? { since: edit.since.toISOString(), changed: edit.changed, isShown } : null

export function summaryOf(row: JobRow, edit?: WaitingEdit, isShown = false): PostingSummary {
  return {
    id: row.id,
    referenceId: referenceCode(row.id),
    title: row.title,
    company: row.employer,
    specialty: row.specialty,
    location: formatLocation(row),
    state: row.state,
    description: row.description,
    ...rangeOfPay(row),
    pay: payText(payOf(row)) ?? '',
    jobType: row.employment_type,
    isActive: row.status === 'active',
    status: row.status,
    channel: row.channel,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    postedAt: row.posted_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    applyUntil: row.apply_until ?? '',
    waitingEdit: waitingEditView(edit, isShown),
    holds: [],
  }
}

export function detailOf(
  row: JobRow,
  reason: string | null = null,
  edit?: WaitingEdit,
  isShown = false,
): PostingDetail {
  const fields = askedBy('edit').flatMap((name) => {
    const { column, term } = fieldOf(name)
    if (term !== undefined) return [[name, lineOf(term, row.terms)]]
    return column === undefined ? [] : [[name, row[column] ?? '']]
  })
  const furtherLocations = row.further_places.map((place) => formatLocation(readPlace(place)))
  return {
    ...Object.fromEntries(fields),
    ...summaryOf(row, edit, isShown),
    furtherLocations,
    reason,
  } as PostingDetail
}

export function countsByStatus(
  rows: readonly { status: JobStatus; all: number }[],
): Record<JobStatus, number> {
  const counts = { pending: 0, active: 0, inactive: 0, expired: 0, rejected: 0, removed: 0 }
  for (const { status, all } of rows) counts[status] = all
  return counts
}

type Event = Awaited<ReturnType<typeof findHistory>>[number]

/** `name` is the acting account's; actors without an account have none. */
export function historyOf(
  events: readonly Event[],
  name: (userId: string) => string | null,
): PostingHistory {
  return events.map((event) => ({
    at: event.at.toISOString(),
    action: event.action,
    actor: event.actor,
    by: event.actor_id === null ? null : name(event.actor_id),
    reason: event.reason,
    changed: event.changed ?? [],
  }))
}

export function draftOf(row: Awaited<ReturnType<typeof findDrafts>>[number]): Draft {
  const { title } = row.form
  return {
    id: row.id,
    kind: row.kind,
    title: typeof title === 'string' ? title : '',
    form: row.form,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
