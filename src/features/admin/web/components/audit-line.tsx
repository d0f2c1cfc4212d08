import { Fragment } from 'react'
import type { AuditEntryView } from '#features/admin/contract.ts'
import { TextLink } from '#platform/web/navigation.tsx'
import {
  employerPostingPath,
  importRunPath,
  importSourcePath,
  siteSettingsPath,
  userPath,
} from '#shared/paths.ts'

const groups: Record<string, string> = {
  access: 'Refusals',
  admin: 'Administration',
  audit: 'Audit log',
  cv: 'CVs',
}

export const groupOf = (action: string): string => action.split('.')[0] ?? ''
export const groupLabel = (group: string): string => groups[group] ?? sentenceCase(group)
export const actionLabel = (action: string): string =>
  sentenceCase(action.slice(action.indexOf('.') + 1).replaceAll('-', ' '))

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Text, or a link to somebody or something with a page. */
type Part = { text: string; to?: string }

/** An entry in one line: who, what, about whom, and the details that are a word or a number. */
export const AuditLine = ({ entry }: { entry: AuditEntryView }) =>
  partsOf(entry).map(({ text, to }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a line never change places
    <Fragment key={index}>
      {index > 0 && ' · '}
      {to === undefined ? text : <TextLink to={to}>{text}</TextLink>}
    </Fragment>
  ))

function partsOf({ action, actor, subject, detail }: AuditEntryView): Part[] {
  const facts = Object.entries({ ...(detail['after'] as object | undefined), ...detail })
    .filter(([, value]) => typeof value !== 'object')
    .map(
      ([name, value]) =>
        `${name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}: ${String(value)}`,
    )
  return [
    actor ? personPart(actor) : { text: 'Someone' },
    { text: `${groupLabel(groupOf(action))}: ${actionLabel(action).toLowerCase()}` },
    ...(subject === null || subject.id === actor?.id
      ? []
      : [subject.person ? personPart(subject.person) : thingPart(subject)]),
    ...(facts.length === 0 ? [] : [{ text: facts.join(', ') }]),
  ]
}

const personPart = ({ id, name, email }: NonNullable<AuditEntryView['actor']>): Part =>
  name === null && email === null
    ? { text: 'a deleted or unnamed account' }
    : { text: name ?? email ?? '', to: userPath(id) }

/** 'setting posting-policies', 'job 0190…'. */
function thingPart({ kind, id }: { kind: string; id: string }): Part {
  const text = `${kind.replaceAll('-', ' ')} ${id}`
  const path = thingPaths[kind]
  return path ? { text, to: path(id) } : { text }
}

const thingPaths: Record<string, (id: string) => string> = {
  import: importRunPath,
  'import-source': importSourcePath,
  job: employerPostingPath,
  setting: () => siteSettingsPath,
}
