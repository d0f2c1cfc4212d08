import { suspensionReasons } from '#features/accounts/model.ts'
import { erasureRequests } from './model.ts'
import { employerPostingPath, importRunPath, importSourcePath, siteSettingsPath, userPath } from '#shared/paths.ts'
import type { AuditEntryView } from './contract.ts'

/** A part of a sentence: text, or a link to somebody or something with a page. */
export type SentencePiece = { text: string; to?: string }

/** A sentence for each action: `{actor}` and `{subject}` stand for who did it and to what, `{…}` for a detail. */
const sentences: Record<string, string> = {
  'access.refused': '{actor} was refused {call}',
  'accounts.administrator-made': 'The operator made {subject} an administrator',
  'accounts.deleted': '{actor} deleted their own account',
  'accounts.email-change-asked': '{actor} asked for another email address',
  'accounts.email-changed': '{actor} changed the email address',
  'accounts.email-restored': 'The owner of the old email address undid the change for {subject}',
  'accounts.email-verified': '{actor} confirmed the email address',
  'accounts.erased': '{actor} erased {subject} with all personal data; requested by: {requestedBy}',
  'accounts.hospital-unverified': '{actor} removed the verified hospital mark from {subject}',
  'accounts.hospital-verified': '{actor} marked {subject} as a verified hospital',
  'accounts.identity-linked': '{actor} added a way to sign in ({by})',
  'accounts.identity-proved': '{actor} proved who they are ({by})',
  'accounts.identity-unlinked': '{actor} removed a way to sign in ({by})',
  'accounts.password-changed': '{actor} changed the password',
  'accounts.recovery-code-used': '{actor} used a recovery code',
  'accounts.recovery-codes-renewed': '{actor} made new recovery codes',
  'accounts.registered': '{actor} created the account',
  'accounts.reinstated': '{actor} reinstated {subject} (postings shown again: {postingsShown})',
  'accounts.reset-asked': 'Someone asked for a new password for {subject}',
  'accounts.reset-sent': '{actor} sent {subject} a link that sets a new password',
  'accounts.role-changed': '{actor} changed the role of {subject} from {before.role} to {after.role}',
  'accounts.role-chosen': '{actor} chose the role {role}',
  'accounts.second-step-added': '{actor} added a second step ({by})',
  'accounts.second-step-refused': 'A second step was refused ({subject})',
  'accounts.second-step-removed': '{actor} removed a second step ({by})',
  'accounts.second-step-undone': 'The owner of the email address removed a new second step of {subject}',
  'accounts.second-step-reset': 'The operator removed the second step of {subject}',
  'accounts.sign-in-link-asked': 'Someone asked for a sign-in link for {subject}',
  'accounts.sign-in-refused': 'A sign-in was refused ({subject})',
  'accounts.sign-in-throttled': 'Sign-ins were slowed down after too many tries',
  'accounts.signed-in': '{actor} signed in ({by})',
  'accounts.signed-out': '{actor} signed out',
  'accounts.suspended': '{actor} suspended {subject}: {reason} (postings hidden: {postingsHidden})',
  'accounts.taken-over': '{actor} proved the address and took over an account that never confirmed it',
  'accounts.trusted': '{actor} trusts {subject}: postings need no review before they go live',
  'accounts.untrusted': '{actor} no longer trusts {subject}',
  'admin.audit-exported': '{actor} exported the audit log',
  'admin.reloaded': '{actor} rebuilt the derived data',
  'admin.subscribers-exported': '{actor} exported the newsletter’s subscribers',
  'audit.rechained': 'An upgrade chained the {entries} entries before this one anew',
  'cv.opened': '{actor} opened {subject}',
  'deliveries.mails-resent': '{actor} resent emails',
  'deliveries.suppression-lifted': '{actor} let an address get all mail again',
  'deliveries.tasks-discarded': '{actor} discarded background tasks: {reason}',
  'deliveries.tasks-retried': '{actor} retried background tasks',
  'duplicates.dismissed': '{actor} marked two jobs as different',
  'duplicates.merged': '{actor} merged job {merged} into {subject}',
  'imports.cancelled': '{actor} canceled an import of {source} ({subject})',
  'imports.source-answered': '{actor} answered a question about the source {name} ({subject})',
  'imports.source-changed': '{actor} changed the source {name} ({subject})',
  'imports.source-created': '{actor} added the source {name} ({subject})',
  'imports.source-deleted': '{actor} deleted the source {name}',
  'imports.source-run': '{actor} imported a source ({subject})',
  'imports.started': '{actor} started an import of {source} ({subject})',
  'imports.structured-data-authorized': '{actor} allowed structured data for the source {name} ({subject})',
  'imports.structured-data-withdrawn': '{actor} withdrew structured data for the source {name} ({subject})',
  'moderation.accept': '{actor} accepted a report about {subject}',
  'moderation.answer': '{actor} settled a doubtful fact of {subject}',
  'moderation.approve': '{actor} approved {subject}',
  'moderation.approve-edit': '{actor} published changes to {subject}',
  'moderation.approve-source': '{actor} approved all waiting postings from {source}',
  'moderation.dismiss': '{actor} dismissed a report about {subject}',
  'moderation.edit': '{actor} edited {subject}',
  'moderation.read': '{actor} reviewed {subject} and left it unchanged',
  'moderation.reject': '{actor} rejected {subject}',
  'moderation.reject-edit': '{actor} dropped changes to {subject}',
  'moderation.reject-source': '{actor} rejected all waiting postings from {source}',
  'moderation.remove': '{actor} took down {subject}',
  'moderation.stop-source': '{actor} stopped a decision about a whole source',
  'moderation.undo': '{actor} undid a decision about {subject}',
  'organizations.agency-allowed': '{actor} allowed a search firm to post for {subject}',
  'organizations.agency-stopped': '{actor} no longer allows a search firm to post for {subject}',
  'organizations.changed': '{actor} changed what {subject} says about itself',
  'organizations.invitation-withdrawn': '{actor} withdrew an invitation to {subject}',
  'organizations.invited': '{actor} invited somebody to {subject}',
  'organizations.joined': '{actor} joined {subject}',
  'organizations.member-removed': '{actor} ended a seat in {subject}',
  'organizations.name-added': '{actor} added the name {name} to {subject}',
  'organizations.seat-changed': '{actor} changed a seat in {subject}',
  'organizations.seat-asked': '{actor} asked for a seat at {employer} ({domain})',
  'organizations.seat-granted': '{actor} granted a seat at {employer} ({subject})',
  'organizations.seat-made-owner': '{actor} made a member of {employer} an owner ({subject})',
  'organizations.seat-refused': '{actor} refused a seat at {employer} ({subject})',
  'postings.employer-unvouched': '{actor} no longer trusts {domain} for {employer}',
  'postings.employer-vouched': '{actor} trusts {domain} for {employer}',
  'settings.changed': '{actor} changed {subject}',
}

const groups: Record<string, string> = {
  access: 'Refusals',
  accounts: 'Accounts',
  admin: 'Administration',
  audit: 'Audit log',
  cv: 'CVs',
  deliveries: 'Deliveries',
  duplicates: 'Duplicates',
  imports: 'Imports',
  moderation: 'Moderation',
  organizations: 'Organizations',
  postings: 'Postings',
  settings: 'Settings',
}

/** Actions by prefix: 'Accounts' has all that begin with 'accounts.'. */
export function groupActions(actions: readonly string[]): { group: string; label: string; actions: string[] }[] {
  const byGroup = Map.groupBy(actions, (action) => action.split('.')[0] ?? '')
  return [...byGroup].map(([group, own]) => ({ group, label: groups[group] ?? sentenceCase(group), actions: own }))
}

export const actionLabel = (action: string): string => sentenceCase(action.slice(action.indexOf('.') + 1).replaceAll('-', ' '))

/** An entry as a sentence; an action without one is shown by its name. */
export function auditSentence(entry: AuditEntryView): SentencePiece[] {
  const template =
    sentences[entry.action] ?? `{actor}: ${actionLabel(entry.action).toLowerCase()}${entry.subject ? ' ({subject})' : ''}`
  return template
    .split(/(\{[\w.]+\})/)
    .filter(Boolean)
    .map((part) => (part.startsWith('{') ? pieceOf(part.slice(1, -1), entry) : { text: part }))
}

export const auditSentenceText = (entry: AuditEntryView): string =>
  auditSentence(entry)
    .map((it) => it.text)
    .join('')

function pieceOf(name: string, { actor, subject, detail }: AuditEntryView): SentencePiece {
  if (name === 'actor') return actor ? personPiece(actor) : { text: 'Someone' }
  if (name !== 'subject') return { text: factText(name, detail) }
  if (subject === null) return { text: 'no account' }
  return subject.person ? personPiece(subject.person) : thingPiece(subject)
}

const personPiece = ({ id, name, email }: NonNullable<AuditEntryView['actor']>): SentencePiece =>
  name === null && email === null ? { text: 'a deleted or unnamed account' } : { text: name ?? email ?? '', to: userPath(id) }

/** 'the setting posting-policies', 'job 0190…'. */
function thingPiece({ kind, id }: { kind: string; id: string }): SentencePiece {
  const text = `${kind === 'setting' ? 'the setting' : kind.replaceAll('-', ' ')} ${id}`
  const path = thingPaths[kind]
  return path ? { text, to: path(id) } : { text }
}

const thingPaths: Record<string, (id: string) => string> = {
  import: importRunPath,
  'import-source': importSourcePath,
  job: employerPostingPath,
  setting: () => siteSettingsPath,
}

function factText(name: string, detail: Record<string, unknown>): string {
  let fact: unknown = detail
  for (const key of name.split('.')) fact = (fact as Record<string, unknown> | null | undefined)?.[key]
  if (fact === null || fact === undefined) return 'none'
  const text = typeof fact === 'string' || typeof fact === 'number' ? String(fact) : JSON.stringify(fact)
  if (name === 'reason') return lookUp(suspensionReasons, text)
  if (name === 'requestedBy') return lookUp(erasureRequests, text)
  return text
}

const lookUp = (words: Record<string, string>, key: string): string => {
  const text = words[key] ?? key
  return text.charAt(0).toLowerCase() + text.slice(1)
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
