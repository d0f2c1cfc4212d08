import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { originLabels } from '#features/insights/model.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { counted, formatNumber } from '#shared/numbers.ts'
import { adminDashboardPath, deliveriesPath, moderationPath, teamPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { buttonClass } from '#ui/button.tsx'
import { cardClass, LabeledSection } from '#ui/layout.tsx'
import { DefinitionGrid, SparkBars, StatCard } from '#ui/figures.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { apiQuery, apiUrl, callApi, invalidateCalls } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { LinkButton, TextLink } from '#platform/web/navigation.tsx'

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
      <QuickActions />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
        <ImportCard
          onImported={() => void invalidateCalls(queryClient, ['GET /api/admin/summary'])}
        />
        <Origins />
      </div>
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
      <dl className="grid grid-cols-2 gap-4 max-lg:*:first:col-span-full lg:grid-cols-3">
        <StatCard
          label={<TextLink to={moderationPath}>Pending Jobs</TextLink>}
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
    <LabeledSection title="Where this week’s visitors come from" className={`${cardClass} p-5`}>
      <DefinitionGrid
        className="mt-3"
        items={data.map(({ origin, views, applyClicks, inquiries }) => ({
          term: originLabels[origin],
          value: `${counted(views, 'view')}, ${counted(applyClicks, 'apply click')}, ${counted(inquiries, 'inquiry', 'inquiries')}`,
        }))}
      />
    </LabeledSection>
  )
}

/** A bar for each of the last seven days, beside the text. */
function Week({ perDay, children }: { perDay: readonly number[]; children?: ReactNode }) {
  return (
    <span className="flex flex-wrap items-end justify-between gap-x-3 gap-y-1">
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

function QuickActions() {
  const reload = useAction({
    call: () => callApi('POST /api/admin/reload'),
    done: {
      title: 'Derived data rebuilt',
      description: 'Counts, search vocabulary and caches are up to date.',
    },
  })
  return (
    <LabeledSection
      title="Quick Actions"
      className="mt-6 flex flex-wrap items-center gap-2"
      titleClass="max-lg:w-full lg:mr-2"
    >
      <LinkButton label="Moderate Jobs" to={moderationPath} size="sm" />
      <LinkButton label="Access requests" to={teamPath} look="secondary" size="sm" />
      <a
        href={apiUrl('GET /admin/subscribers.csv')}
        target="_blank"
        rel="noopener"
        className={buttonClass('secondary', 'sm')}
      >
        Export Subscribers
      </a>
      <ActionButton
        label="Rebuild derived data"
        action={reload}
        pendingLabel="Rebuilding..."
        look="secondary"
        size="sm"
      />
    </LabeledSection>
  )
}
