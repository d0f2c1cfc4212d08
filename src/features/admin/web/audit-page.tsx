import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Fragment } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { localTimeZone, timeZoneText } from '#shared/time-zones.ts'
import {
  auditLogPath,
  employerPostingPath,
  importRunPath,
  importSourcePath,
  siteSettingsPath,
  userPath,
} from '#shared/paths.ts'
import { EmptyState } from '#ui/feedback.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Field, TextInput, SelectField } from '#ui/field.tsx'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { ListSearch, MoreFilters, SearchButton, Steps } from '#platform/web/list-search.tsx'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import { apiQuery, apiUrl } from '#platform/web/api.ts'
import {
  pick,
  useHydrated,
  useShownPage,
  LinkButton,
  TextLink,
  type Search,
} from '#platform/web/navigation.tsx'
import type { AuditEntryView } from '../contract-audit.ts'

const auditQuery = (query: Search) =>
  apiQuery('GET /api/admin/audit', { query }, { staleTime: 5000 })

const filters = ['action', 'actor', 'subject', 'from', 'to', 'zone', 'address'] as const

const auditParams = (search: Search) => pick<'GET /api/admin/audit'>(search, [...filters, 'before'])

/** All matching entries, not only this page. */
const auditFileUrl = (search: Search) =>
  apiUrl('GET /admin/audit.csv', { query: pick<'GET /admin/audit.csv'>(search, filters) })

export const load = loadForAdmins(({ search }) => [auditQuery(auditParams(search))])

export const head = unlistedHead('Audit log', 'Who did what, and when.', auditLogPath)

export function Page() {
  const params = auditParams(useShownPage().search)
  const query = useQuery(auditQuery(params))
  return (
    <AdminPage
      title="Audit log"
      intro="Changes to rights and to other people’s data. No one can change an entry here."
      actions={
        <a href={auditFileUrl(params)} download className={buttonClass('secondary')}>
          <Download aria-hidden className="size-4" />
          Export CSV
        </a>
      }
    >
      <div className="flex flex-col gap-4">
        <AuditTools params={params} actions={query.data?.actions ?? []} />
        <Loaded query={query} failure="We could not load the audit log.">
          {({ entries, next }) => (
            <>
              {entries.length === 0 ? (
                <EmptyState title="No entries found">
                  Remove a filter, or choose other days.
                </EmptyState>
              ) : (
                <AuditEntries entries={entries} />
              )}
              <Steps
                to={auditLogPath}
                params={params}
                by="before"
                next={next}
                labels={{ first: 'Newest', next: 'Older' }}
              />
            </>
          )}
        </Loaded>
      </div>
    </AdminPage>
  )
}

const texts = [
  { name: 'actor', label: 'Who', placeholder: 'Email address or ID', type: 'text' },
  { name: 'subject', label: 'About', placeholder: 'Email address or ID', type: 'text' },
  { name: 'address', label: 'IP address', placeholder: 'Starts with', type: 'text' },
  { name: 'from', label: 'From', placeholder: undefined, type: 'date' },
  { name: 'to', label: 'To', placeholder: undefined, type: 'date' },
] as const

function AuditTools({
  params,
  actions,
}: {
  params: Record<string, string>
  actions: readonly string[]
}) {
  const isHydrated = useHydrated()
  const zone =
    params['zone'] ?? (isHydrated && !params['from'] && !params['to'] ? localTimeZone() : 'UTC')
  return (
    <ListSearch
      label="Audit log"
      to={auditLogPath}
      params={params}
      className="grid grid-cols-2 items-end gap-3 md:grid-cols-3"
    >
      <SelectField
        label="Action"
        className="max-md:col-span-full"
        name="action"
        defaultValue={params['action']}
      >
        <option value="">All actions</option>
        {[...Map.groupBy(actions, groupOf)].map(([group, members]) => (
          <optgroup key={group} label={groupLabel(group)}>
            <option value={group}>All: {groupLabel(group)}</option>
            {members.map((action) => (
              <option key={action} value={action}>
                {actionLabel(action)}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <MoreFilters isOpen={texts.some(({ name }) => params[name] !== undefined)}>
        {texts.map(({ name, label, ...input }) => (
          <Field
            key={name}
            label={input.type === 'date' ? `${label} (${timeZoneText(zone)})` : label}
          >
            {(control) => (
              <TextInput
                {...control}
                {...input}
                name={name}
                defaultValue={params[name]}
                maxLength={100}
                autoComplete="off"
              />
            )}
          </Field>
        ))}
      </MoreFilters>
      <input type="hidden" name="zone" value={zone} />
      <div className="col-span-full flex flex-wrap gap-3">
        <SearchButton />
        {Object.keys(params).some((key) => key !== 'zone') && (
          <LinkButton label="Show all" to={auditLogPath} look="quiet" />
        )}
      </div>
    </ListSearch>
  )
}

const AuditEntries = ({ entries }: { entries: readonly AuditEntryView[] }) => (
  <ol aria-label="Entries" className="flex flex-col">
    {entries.map((entry) => (
      <li
        key={entry.id}
        className="items-baseline gap-x-6 border-b border-line py-2 lg:grid lg:grid-cols-[minmax(0,1fr)_auto] lg:py-1"
      >
        <p className="lg:not-has-[+[open]]:truncate">
          <AuditLine entry={entry} />
        </p>
        <details className="text-xs lg:open:col-span-full">
          <summary className="inline-flex min-h-6 cursor-pointer items-center gap-2 text-muted">
            <LocalTime at={entry.at} />
            <span aria-hidden>·</span>
            Details<span className="sr-only"> of entry {entry.id}</span>
          </summary>
          <pre className="mt-2 whitespace-pre-wrap">{JSON.stringify(entry, null, 2)}</pre>
        </details>
      </li>
    ))}
  </ol>
)

const groups: Record<string, string> = {
  access: 'Refusals',
  admin: 'Administration',
  audit: 'Audit log',
  cv: 'CVs',
}

const groupOf = (action: string) => action.split('.')[0] ?? ''
const groupLabel = (group: string) => groups[group] ?? sentenceCase(group)
const actionLabel = (action: string) =>
  sentenceCase(action.slice(action.indexOf('.') + 1).replaceAll('-', ' '))

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Text, or a link to somebody or something with a page. */
type Part = { text: string; to?: string }

/** An entry in one line: who, what, about whom, and the details that are a word or a number. */
const AuditLine = ({ entry }: { entry: AuditEntryView }) =>
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
