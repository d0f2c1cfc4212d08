import type { AuditEntryView } from './contract-audit.ts'

type Row = {
  id: string
  at: Date
  action: string
  actor_id: string | null
  subject: string | null
  ip: string | null
  detail: Record<string, unknown>
}
type Person = { id: string; name: string | null; email: string | null }

/** Whose names the entries' readers want to know. */
export const peopleIn = (rows: readonly Row[]): string[] => [
  ...new Set(rows.flatMap(({ actor_id: actor, subject }) => [actor, userOf(subject)]).filter((it) => it !== null)),
]

export function auditEntryView(row: Row, people: ReadonlyMap<string, Person>): AuditEntryView {
  const personOf = (id: string): Person => people.get(id) ?? { id, name: null, email: null }
  const userId = userOf(row.subject)
  return {
    id: Number(row.id),
    at: row.at.toISOString(),
    action: row.action,
    actor: row.actor_id === null ? null : personOf(row.actor_id),
    subject: row.subject === null ? null : { ...partsOf(row.subject), person: userId === null ? null : personOf(userId) },
    ip: row.ip,
    detail: row.detail,
  }
}

function partsOf(subject: string): { kind: string; id: string } {
  const colon = subject.indexOf(':')
  return { kind: subject.slice(0, Math.max(colon, 0)), id: subject.slice(colon + 1) }
}

function userOf(subject: string | null): string | null {
  return subject !== null && userSubject.test(subject) ? subject.slice('user:'.length) : null
}
const userSubject = /^user:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
