import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { Download, ListChecks, RefreshCw, Send, Settings, UserCheck } from 'lucide-react'
import { originLabels } from '#features/insights/model.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { formatNumber } from '#shared/numbers.ts'
import {
  adminDashboardPath,
  deliveriesPath,
  moderationPath,
  siteSettingsPath,
  teamPath,
} from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { buttonClass } from '#ui/button.tsx'
import { cardClass, LabeledSection } from '#ui/layout.tsx'
import { DefinitionGrid, SparkBars, StatCard } from '#ui/figures.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { apiQuery, apiUrl, callApi, invalidateCalls } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { LinkButton } from '#platform/web/navigation.tsx'

const fresh = { staleTime: 5000 } as const
const summaryQuery = apiQuery('GET /api/admin/summary', {}, fresh)
const originsQuery = apiQuery('GET /api/insights/origins', { query: { days: 7 } }, fresh)

export const load = loadForAdmins(() => [summaryQuery, originsQuery])

export const head = unlistedHead(
  'Admin Dashboard',
  'Figures, and the work that waits for you.',
  adminDashboardPath,
)

export function AdminDashboard({
  ImportCard,
}: {
  ImportCard: ComponentType<{ onImported: () => void }>
}) {
  const queryClient = useQueryClient()
  return (
    <AdminPage title="Admin Dashboard" intro={<WhoIsHere />}>
      <Summary />
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
        <ImportCard
          onImported={() => void invalidateCalls(queryClient, ['GET /api/admin/summary'])}
        />
        <QuickActions />
      </div>
      <Origins />
    </AdminPage>
  )
}

function WhoIsHere() {
  const { user } = useCurrentUser()
  return <p className="break-all">Logged in as {user?.email ?? 'an administrator'}</p>
}

function Summary() {
  const { data, isError } = useQuery(summaryQuery)
  if (isError)
    return (
      <Alert tone="danger">
        Failed to load the figures. Please refresh the page or try again later.
      </Alert>
    )
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-3">
        <StatCard
          label="Total Users"
          value={data?.users.total}
          note={data && <Week perDay={data.users.perDay} />}
        />
        <StatCard
          label="Total Jobs"
          value={data?.jobs.total}
          note={data && <Week perDay={data.jobs.perDay} />}
        />
        <StatCard
          label="Pending Jobs"
          value={data?.pendingJobs}
          note={
            data && (
              <Week perDay={data.pendingPerDay}>
                {formatNumber(data.unreadJobs)} live, not reviewed; {formatNumber(data.openReports)}{' '}
                reported
              </Week>
            )
          }
        />
      </dl>
      {data && data.deadMails + data.deadTasks > 0 && (
        <div className="mt-4">
          <Alert
            tone="danger"
            title="Some deliveries failed"
            action={
              <LinkButton
                to={deliveriesPath}
                search={data.deadMails === 0 ? { show: 'tasks' } : {}}
                look="secondary"
                size="sm"
              >
                See deliveries
              </LinkButton>
            }
          >
            {data.deadMails > 0 && `We could not deliver ${counted(data.deadMails, 'email')}. `}
            {data.deadTasks > 0 && `${counted(data.deadTasks, 'background task')} failed for good.`}
          </Alert>
        </div>
      )}
    </>
  )
}

function Origins() {
  const { data = [] } = useQuery(originsQuery)
  if (data.length === 0) return null
  return (
    <LabeledSection
      title="Where this week’s visitors come from"
      className={`${cardClass} mt-6 p-5`}
    >
      <DefinitionGrid
        className="mt-3"
        items={data.map(({ origin, views, applyClicks, inquiries }) => ({
          term: originLabels[origin],
          value: `${counted(views, 'view')}, ${counted(applyClicks, 'apply click')}, ${inquiries === 1 ? '1 inquiry' : `${formatNumber(inquiries)} inquiries`}`,
        }))}
      />
    </LabeledSection>
  )
}

/** A bar for each of the last seven days, beside the text. */
function Week({ perDay, children }: { perDay: readonly number[]; children?: ReactNode }) {
  return (
    <span className="flex items-end justify-between gap-3">
      <span>
        <span className="block">
          {formatNumber(perDay.reduce((sum, count) => sum + count, 0))} new this week
        </span>
        {children && <span className="block">{children}</span>}
      </span>
      <SparkBars values={perDay} />
    </span>
  )
}

const counted = (n: number, what: string) => `${formatNumber(n)} ${what}${n === 1 ? '' : 's'}`

function QuickActions() {
  const reload = useAction({
    call: () => callApi('POST /api/admin/reload'),
    done: {
      title: 'Derived data rebuilt',
      description: 'Counts, search vocabulary and caches are up to date.',
    },
  })
  return (
    <LabeledSection title="Quick Actions" className={`${cardClass} flex flex-col gap-3 p-5`}>
      <LinkButton label="Moderate Jobs" to={moderationPath} icon={ListChecks} />
      <LinkButton label="Access requests" to={teamPath} look="secondary" icon={UserCheck} />
      <a
        href={apiUrl('GET /admin/subscribers.csv')}
        target="_blank"
        rel="noopener"
        className={buttonClass('secondary')}
      >
        <Download aria-hidden className="size-4" />
        Export Subscribers
      </a>
      <LinkButton label="Settings" to={siteSettingsPath} look="secondary" icon={Settings} />
      <LinkButton label="Deliveries" to={deliveriesPath} look="secondary" icon={Send} />
      <ActionButton
        label="Rebuild derived data"
        action={reload}
        pendingLabel="Rebuilding..."
        icon={RefreshCw}
        look="secondary"
      />
    </LabeledSection>
  )
}
