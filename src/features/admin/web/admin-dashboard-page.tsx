import { useQuery } from '@tanstack/react-query'
import { Alert } from '#ui/alert.tsx'
import { StatCard } from '#ui/stat-card.tsx'
import { RequireRole } from '#web/lib/require-role.tsx'
import { ImportCard } from './components/import-card.tsx'
import { QuickActions } from './components/quick-actions.tsx'
import { summaryQuery } from './queries.ts'

const texts = {
  signIn: { title: 'Please log in', description: 'Please log in to access the admin dashboard.' },
  denied: { title: 'Access denied', description: 'Access denied. Administrator privileges required.' },
}

export function AdminDashboardPage() {
  return (
    <RequireRole role={['admin']} texts={texts}>
      {(user) => (
        <div className="page-column py-10 sm:py-12">
          <h1 className="text-xl font-bold">Admin Dashboard</h1>
          <p className="mt-1 break-all text-muted">Logged in as {user.email ?? 'an administrator'}</p>
          <Summary />
          <div className="mt-8 grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
            <ImportCard />
            <QuickActions />
          </div>
        </div>
      )}
    </RequireRole>
  )
}

function Summary() {
  const { data, isError } = useQuery(summaryQuery)
  if (isError) return <Alert tone="danger">Failed to load the figures. Please refresh the page or try again later.</Alert>
  return (
    <>
      <dl className="mt-6 grid gap-4 sm:grid-cols-3">
        <StatCard label="Total Users" value={data?.users.total} note={trend(data?.users.thisWeek)} />
        <StatCard label="Total Jobs" value={data?.jobs.total} note={trend(data?.jobs.thisWeek)} />
        <StatCard
          label="Pending Jobs"
          value={data?.pendingJobs}
          note={data && `${figure(data.unreadJobs)} live and unread, ${figure(data.openReports)} reported`}
        />
      </dl>
      {data && data.deadMails + data.deadTasks > 0 && (
        <div className="mt-4">
          <Alert tone="danger" title="Something was given up">
            {figure(data.deadMails)} mails could not be delivered and {figure(data.deadTasks)} background tasks failed for good.
            docs/operate.md says how to look at them and try again.
          </Alert>
        </div>
      )}
    </>
  )
}

const figure = (n: number): string => n.toLocaleString('en-US')
const trend = (n: number | undefined): string | undefined => (n === undefined ? undefined : `${figure(n)} new this week`)
