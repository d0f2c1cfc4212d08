import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { deliveriesPath } from '#shared/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { buttonClass } from '#ui/button.tsx'
import { SparkBars } from '#ui/charts/spark-bars.tsx'
import { StatCard } from '#ui/stat-card.tsx'
import { AdminPage } from '#web/lib/admin-page.tsx'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { Link } from '#web/lib/navigation.tsx'
import { formatNumber } from '#shared/numbers.ts'
import { ImportCard } from './components/import-card.tsx'
import { QuickActions } from './components/quick-actions.tsx'
import { summaryQuery } from './queries.ts'

export function AdminDashboardPage() {
  return (
    <AdminPage title="Admin Dashboard" intro={<WhoIsHere />}>
      <Summary />
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
        <ImportCard />
        <QuickActions />
      </div>
    </AdminPage>
  )
}

function WhoIsHere() {
  const current = useCurrentUser()
  const email = current.status === 'signed-in' ? current.user.email : null
  return <p className="break-all">Logged in as {email ?? 'an administrator'}</p>
}

function Summary() {
  const { data, isError } = useQuery(summaryQuery)
  if (isError) return <Alert tone="danger">Failed to load the figures. Please refresh the page or try again later.</Alert>
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-3">
        <StatCard label="Total Users" value={data?.users.total} note={data && <Week perDay={data.users.perDay} />} />
        <StatCard label="Total Jobs" value={data?.jobs.total} note={data && <Week perDay={data.jobs.perDay} />} />
        <StatCard
          label="Pending Jobs"
          value={data?.pendingJobs}
          note={
            data && (
              <Week perDay={data.pendingPerDay}>
                {formatNumber(data.unreadJobs)} live and unread, {formatNumber(data.openReports)} reported
              </Week>
            )
          }
        />
      </dl>
      {data && data.deadMails + data.deadTasks > 0 && (
        <div className="mt-4">
          <Alert
            tone="danger"
            title="Something was given up"
            action={
              <Link
                to={deliveriesPath}
                search={data.deadMails === 0 ? { show: 'tasks' } : {}}
                className={buttonClass('secondary', 'sm')}
              >
                Look at deliveries
              </Link>
            }
          >
            {counted(data.deadMails, 'mail')} could not be delivered and {counted(data.deadTasks, 'background task')} failed for
            good.
          </Alert>
        </div>
      )}
    </>
  )
}

/** What came on each of the last seven days, as a picture beside the words. */
function Week({ perDay, children }: { perDay: readonly number[]; children?: ReactNode }) {
  return (
    <span className="flex items-end justify-between gap-3">
      <span>
        <span className="block">{formatNumber(perDay.reduce((sum, count) => sum + count, 0))} new this week</span>
        {children && <span className="block">{children}</span>}
      </span>
      <SparkBars values={perDay} />
    </span>
  )
}

const counted = (n: number, what: string): string => `${formatNumber(n)} ${what}${n === 1 ? '' : 's'}`
