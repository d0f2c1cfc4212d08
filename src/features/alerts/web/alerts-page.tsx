import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { Alert } from '#ui/alert.tsx'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { AlertView } from '../contract.ts'
import { AlertItem } from './components/alert-item.tsx'
import { LinkRequest } from './components/link-request.tsx'
import { alertsQuery } from './queries.ts'
import type { Access } from './queries.ts'

export { alertsRoute } from './alerts-routes.ts'

/** For whoever is signed in, and for whoever comes by the link of a mail. */
export function AlertsPage(): ReactNode {
  const token = useShownPage().search['token']
  const current = useCurrentUser()
  return (
    <article className="page-column max-w-prose! py-8 sm:py-12">
      <h1 className="text-2xl font-bold">Job Alerts</h1>
      <p className="mt-3 text-muted">The searches whose new jobs come to you by mail.</p>
      <div className="mt-8">
        {token !== undefined || current.status === 'signed-in' ? (
          <Alerts token={token} />
        ) : current.status === 'loading' ? (
          <Skeleton className="h-64" />
        ) : (
          <LinkRequest />
        )}
      </div>
    </article>
  )
}

function Alerts({ token }: Access) {
  const { data, error, refetch } = useQuery(alertsQuery({ token }))
  if (data) return data.alerts.length === 0 ? <NoAlerts /> : <AlertList alerts={data.alerts} access={{ token }} />
  if (error instanceof ApiError && error.status === 404) return <DeadLink text={error.message} />
  if (error) return <LoadFailure onRetry={() => void refetch()}>Failed to load your job alerts. Please try again.</LoadFailure>
  return <Skeleton className="h-64" />
}

const AlertList = ({ alerts, access }: { alerts: readonly AlertView[]; access: Access }) => (
  <ul className="flex flex-col gap-4">
    {alerts.map((alert) => (
      <AlertItem key={alert.id} alert={alert} access={access} />
    ))}
  </ul>
)

const NoAlerts = () => (
  <EmptyState
    title="No job alerts yet"
    actions={
      <Link to="/jobs" className={buttonClass()}>
        Browse Jobs
      </Link>
    }
  >
    Search for jobs that suit you and press ‘Email me new jobs like these’.
  </EmptyState>
)

const DeadLink = ({ text }: { text: string }) => (
  <div className="flex flex-col gap-8">
    <Alert tone="danger">{text}</Alert>
    <LinkRequest />
  </div>
)
