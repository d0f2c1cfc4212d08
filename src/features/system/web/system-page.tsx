import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { deliveriesPath, systemPath } from '#shared/paths.ts'
import { LabeledSection } from '#ui/layout.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { Alert, Badge, Skeleton } from '#ui/feedback.tsx'
import { ActionButton, useAction, type Action } from '#platform/web/action.tsx'
import { apiQuery, callApi } from '#platform/web/api.ts'
import { AdminPage, loadForAdmins, noticesQuery } from '#platform/web/admin-page.tsx'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import { TextLink } from '#platform/web/navigation.tsx'

const systemQuery = apiQuery('GET /api/admin/system', {}, { refetchInterval: 60_000 })

export const load = loadForAdmins(() => [systemQuery])

export const head = unlistedHead(
  'System',
  'How the site and the services that it needs are doing.',
  systemPath,
)

type System = ResponseOf<'GET /api/admin/system'>

export const Page = () => (
  <AdminPage title="System" intro="How the site and the services that it needs are doing.">
    <Loaded
      query={useQuery(systemQuery)}
      failure="We could not load the figures."
      placeholder={<Skeleton className="h-96 w-full" />}
    >
      {(system) => <Overview system={system} />}
    </Loaded>
  </AdminPage>
)

function Overview({ system }: { system: System }) {
  const down = system.dependencies.filter((dependency) => dependency.state === 'down')
  const test = useAction({
    call: () => callApi('POST /api/admin/test-mail'),
    done: { title: 'A test mail is on its way to you' },
  })
  return (
    <div className="flex flex-col gap-8">
      {down.length > 0 && (
        <Alert tone="danger" title="A service does not answer">
          {down.map((service) => `${service.name}: ${service.detail}`).join('; ')}
        </Alert>
      )}
      <HeldRuns />
      <Section title="Services">
        <DataTable
          caption="Services"
          rows={system.dependencies}
          rowKey={(service) => service.name}
          columns={dependencyColumns}
        />
        <ActionButton
          label="Send me a test mail"
          action={test}
          look="secondary"
          className="self-start"
        />
      </Section>
      <Section title="Nodes">
        <DataTable
          caption="Nodes"
          rows={system.nodes}
          rowKey={(candidate) => candidate.node}
          columns={nodeColumns}
        />
        {system.nodes.length === 1 && (
          <p className="text-muted">While this one node is away, so is the site.</p>
        )}
      </Section>
      <Section title="Background work">
        <OpenTasks tasks={system.tasks} />
        <FailedAlerts alerts={system.failedAlerts} />
      </Section>
      <Section title="Settings">
        <Settings settings={system.settings} />
      </Section>
    </div>
  )
}

const Section = (section: { title: string; children: ReactNode }) => (
  <LabeledSection {...section} className="flex min-w-0 flex-col gap-3" />
)

function HeldRuns() {
  const { heldRuns = [] } = useQuery(noticesQuery).data ?? {}
  const allow = useAction({
    call: (what: string) => callApi('POST /api/admin/held-runs', { body: { what } }),
    changes: ['GET /api/admin/notices'],
    done: { title: 'It goes on' },
  })
  if (heldRuns.length === 0) return null
  return (
    <Section title="Deletions that wait">
      <p>
        So much would be deleted or closed at once, or so long after the last run, that a clock may
        be wrong. Compare the clocks of the servers first. Each goes on by itself after a day.
      </p>
      <DataTable
        caption="Deletions that wait"
        rows={heldRuns}
        rowKey={({ what }) => what}
        columns={heldColumns(allow)}
      />
    </Section>
  )
}

const heldColumns = (
  allow: Action<string>,
): Column<ResponseOf<'GET /api/admin/notices'>['heldRuns'][number]>[] => [
  { header: 'What', cell: ({ what }) => what, isRowHeader: true },
  { header: 'Rows', cell: ({ rows }) => formatNumber(rows), align: 'right' },
  { header: 'Waits since', cell: ({ since }) => <LocalTime at={since} /> },
  {
    header: 'Actions',
    cell: ({ what }) => (
      <ActionButton label="Let it go on" about={what} action={allow} input={what} size="sm" />
    ),
  },
]

const states = {
  up: { label: 'Up', tone: 'action' },
  down: { label: 'Down', tone: 'danger' },
  unused: { label: 'Not used', tone: 'neutral' },
} as const

const dependencyColumns: Column<System['dependencies'][number]>[] = [
  { header: 'Name', cell: (row) => row.name, isRowHeader: true },
  {
    header: 'State',
    cell: (row) => <Badge tone={states[row.state].tone}>{states[row.state].label}</Badge>,
  },
  { header: 'Detail', cell: (row) => <span>{row.detail}</span> },
  {
    header: 'Answered in',
    cell: (row) => (row.ms === null ? '–' : `${formatNumber(row.ms)} ms`),
    align: 'right',
  },
]

const nodeColumns: Column<System['nodes'][number]>[] = [
  {
    header: 'Node',
    cell: (row) => (
      <>
        {row.node}{' '}
        {row.isThis && <span className="font-normal text-muted">answered this page</span>}
      </>
    ),
    isRowHeader: true,
  },
  { header: 'Version', cell: (row) => row.version },
  { header: 'Connected since', cell: (row) => <LocalTime at={row.connectedAt} /> },
]

const taskColumns: Column<System['tasks'][number]>[] = [
  { header: 'Task', cell: (row) => row.name, isRowHeader: true },
  { header: 'Waiting', cell: (row) => formatNumber(row.waiting), align: 'right' },
  { header: 'Running', cell: (row) => formatNumber(row.active), align: 'right' },
  {
    header: 'Oldest',
    cell: (row) => `${formatNumber(Math.round(row.oldestSeconds))} s`,
    align: 'right',
  },
]

const OpenTasks = ({ tasks }: Pick<System, 'tasks'>) => (
  <>
    <p>
      Emails and failed tasks: <TextLink to={deliveriesPath}>see deliveries</TextLink>
    </p>
    {tasks.length === 0 ? (
      <p className="text-muted">No background tasks are due.</p>
    ) : (
      <DataTable
        caption="Background tasks that are due or running"
        rows={tasks}
        rowKey={(row) => row.name}
        columns={taskColumns}
      />
    )}
  </>
)

const alertColumns: Column<System['failedAlerts'][number]>[] = [
  {
    header: 'Search',
    cell: (row) => <span>{row.label}</span>,
    isRowHeader: true,
  },
  { header: 'Since', cell: (row) => <LocalTime at={row.failedAt} /> },
  { header: 'Reason', cell: (row) => <span>{row.reason}</span> },
  { header: 'Id', cell: (row) => <code className="break-all">{row.id}</code> },
]

function FailedAlerts({ alerts }: { alerts: System['failedAlerts'] }) {
  if (alerts.length === 0) return null
  return (
    <div>
      <h3 className="font-semibold">Alerts set aside</h3>
      <p className="mb-2 text-sm text-muted">
        They could not be matched, and are tried again a day later. All others went out.
      </p>
      <DataTable
        caption="Job alerts that could not be matched"
        rows={alerts}
        rowKey={(row) => row.id}
        columns={alertColumns}
      />
    </div>
  )
}

const settingColumns: Column<System['settings'][number]>[] = [
  {
    header: 'Name',
    cell: (row) => <code className="break-all">{row.name}</code>,
    isRowHeader: true,
  },
  { header: 'Value', cell: (row) => <span className="break-all">{valueOf(row)}</span> },
]

const Settings = ({ settings }: Pick<System, 'settings'>) => (
  <details>
    <summary className="text-link inline-flex min-h-8 cursor-pointer items-center">
      Show all {settings.length} settings (secrets hidden)
    </summary>
    <DataTable
      caption="Settings"
      rows={settings}
      rowKey={(row) => row.name}
      columns={settingColumns}
    />
  </details>
)

const valueOf = ({ value, isDefault }: System['settings'][number]) =>
  value === null ? 'None' : isDefault ? `${value} (default)` : value
