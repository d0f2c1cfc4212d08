import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { deliveriesPath, systemPath } from '#shared/paths.ts'
import { cardClass, LabeledSection } from '#ui/layout.tsx'
import { LineChart } from '#ui/charts/line-chart.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { Alert, Badge, Skeleton } from '#ui/feedback.tsx'
import { StatCard } from '#ui/figures.tsx'
import { apiQuery } from '#platform/web/api.ts'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import { useHydrated, TextLink } from '#platform/web/navigation.tsx'

/** A node stores its figures once a minute. */
const systemQuery = apiQuery('GET /api/admin/system', {}, { refetchInterval: 60_000 })

export const load = loadForAdmins(() => [systemQuery])

export const head = unlistedHead('System', 'How the site and the services that it needs are doing.', systemPath)

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
  return (
    <div className="flex flex-col gap-8">
      {down.length > 0 && (
        <Alert tone="danger" title="A service does not answer">
          {down.map((it) => `${it.name}: ${it.detail}`).join('; ')}
        </Alert>
      )}
      <Day day={system.day} />
      <Section title="Services">
        <DataTable caption="Services" rows={system.dependencies} rowKey={(it) => it.name} columns={dependencyColumns} />
      </Section>
      <Section title="Nodes">
        <DataTable caption="Nodes of the last day" rows={system.nodes} rowKey={(it) => it.node} columns={nodeColumns} />
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

const minutesPerPoint = 15
const hourFormat = (timeZone?: 'UTC') => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
const hourInUtc = hourFormat('UTC')
const localHour = hourFormat()
/** Tenths for what is small, so that a quiet day is not a row of zeros. */
const rounded = (value: number) => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value))

function Day({ day }: Pick<System, 'day'>) {
  const total = (name: 'requests' | 'cached' | 'failed' | 'refused') => day.reduce((sum, it) => sum + it[name], 0)
  const requests = total('requests')
  const lineOf = ([id, label, per = 1]: ChartLine) => ({ id, label, values: day.map((it) => rounded(it[id] / per)) })
  const hour = useHydrated() ? localHour : hourInUtc
  const along = { header: 'Time', labels: day.map((it) => hour.format(new Date(it.at))) }
  return (
    <Section title="The last 24 hours">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <StatCard label="Requests" value={requests} />
        <StatCard label="From the cache" value={requests === 0 ? '–' : `${Math.round((total('cached') / requests) * 100)}%`} />
        <StatCard label="Failed" value={total('failed')} note="Server errors" />
        <StatCard label="Refused" value={total('refused')} note="Rate limits or overload" />
      </dl>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        {charts.map(({ title, lines }) => (
          <div key={title} className={`${cardClass} min-w-0 p-4`}>
            <LineChart title={title} along={along} lines={lines.map(lineOf)} />
          </div>
        ))}
      </div>
    </Section>
  )
}

type ChartLine = readonly [figure: keyof Omit<System['day'][number], 'at'>, label: string, per?: number]

const charts: readonly { title: string; lines: readonly ChartLine[] }[] = [
  {
    title: 'Requests a minute',
    lines: [
      ['requests', 'All', minutesPerPoint],
      ['cached', 'From the cache', minutesPerPoint],
    ],
  },
  {
    title: 'Response time, in ms',
    lines: [
      ['p95Ms', '95th percentile'],
      ['p50Ms', 'Median'],
    ],
  },
  {
    title: 'Failed and refused',
    lines: [
      ['failed', 'Failed'],
      ['refused', 'Refused'],
    ],
  },
  {
    title: 'Memory and processor',
    lines: [
      ['memoryMb', 'MB of all nodes'],
      ['cpuPercent', '% of one processor'],
    ],
  },
]

const states = {
  up: { label: 'Up', tone: 'action' },
  down: { label: 'Down', tone: 'danger' },
  unused: { label: 'Not used', tone: 'neutral' },
} as const

const dependencyColumns: Column<System['dependencies'][number]>[] = [
  { header: 'Name', cell: (it) => it.name, isRowHeader: true },
  { header: 'State', cell: (it) => <Badge tone={states[it.state].tone}>{states[it.state].label}</Badge> },
  { header: 'Detail', cell: (it) => <span className="break-words">{it.detail}</span> },
  { header: 'Answered in', cell: (it) => (it.ms === null ? '–' : `${formatNumber(it.ms)} ms`), align: 'right' },
]

const nodeColumns: Column<System['nodes'][number]>[] = [
  {
    header: 'Node',
    cell: (it) => (
      <>
        {it.node} {it.isThis && <span className="font-normal text-muted">answered this page</span>}
      </>
    ),
    isRowHeader: true,
  },
  { header: 'Version', cell: (it) => it.version },
  { header: 'Started', cell: (it) => <LocalTime at={it.startedAt} /> },
  { header: 'Last seen', cell: (it) => <LocalTime at={it.lastSeenAt} /> },
  { header: 'Memory', cell: (it) => `${formatNumber(Math.round(it.memoryMb))} MB`, align: 'right' },
  { header: 'Processor', cell: (it) => `${rounded(it.cpuPercent)}%`, align: 'right' },
  { header: '95th percentile', cell: (it) => `${rounded(it.p95Ms)} ms`, align: 'right' },
]

const taskColumns: Column<System['tasks'][number]>[] = [
  { header: 'Task', cell: (it) => it.name, isRowHeader: true },
  { header: 'Waiting', cell: (it) => formatNumber(it.waiting), align: 'right' },
  { header: 'Running', cell: (it) => formatNumber(it.active), align: 'right' },
  { header: 'Oldest', cell: (it) => `${formatNumber(Math.round(it.oldestSeconds))} s`, align: 'right' },
]

const OpenTasks = ({ tasks }: Pick<System, 'tasks'>) => (
  <>
    <p>
      Emails and failed tasks: <TextLink to={deliveriesPath}>see deliveries</TextLink>
    </p>
    {tasks.length === 0 ? (
      <p className="text-muted">No background tasks are due.</p>
    ) : (
      <DataTable caption="Background tasks that are due or running" rows={tasks} rowKey={(it) => it.name} columns={taskColumns} />
    )}
  </>
)

const alertColumns: Column<System['failedAlerts'][number]>[] = [
  { header: 'Search', cell: (it) => <span className="break-words">{it.label}</span>, isRowHeader: true },
  { header: 'Since', cell: (it) => <LocalTime at={it.failedAt} /> },
  { header: 'Reason', cell: (it) => <span className="break-words">{it.reason}</span> },
  { header: 'Id', cell: (it) => <code className="break-all">{it.id}</code> },
]

function FailedAlerts({ alerts }: { alerts: System['failedAlerts'] }) {
  if (alerts.length === 0) return null
  return (
    <div>
      <h3 className="font-semibold">Alerts set aside</h3>
      <p className="mb-2 text-sm text-muted">They could not be matched, and are tried again a day later. All others went out.</p>
      <DataTable caption="Job alerts that could not be matched" rows={alerts} rowKey={(it) => it.id} columns={alertColumns} />
    </div>
  )
}

const settingColumns: Column<System['settings'][number]>[] = [
  { header: 'Name', cell: (it) => <code className="break-all">{it.name}</code>, isRowHeader: true },
  { header: 'Value', cell: (it) => <span className="break-all">{valueOf(it)}</span> },
]

const Settings = ({ settings }: Pick<System, 'settings'>) => (
  <details>
    <summary className="text-link inline-flex min-h-8 cursor-pointer items-center">
      Show all {settings.length} settings (secrets hidden)
    </summary>
    <DataTable caption="Settings" rows={settings} rowKey={(it) => it.name} columns={settingColumns} />
  </details>
)

const valueOf = ({ value, isDefault }: System['settings'][number]): string =>
  value === null ? 'None' : isDefault ? `${value} (default)` : value
