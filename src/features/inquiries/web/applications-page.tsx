import { useQuery } from '@tanstack/react-query'
import { jobsPath, signInPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Link } from '#web/lib/navigation.tsx'
import { RequireRole } from '#web/lib/require-role.tsx'
import { ApplicationCard } from './components/application-card.tsx'
import { applicationsQuery } from './queries.ts'

export { applicationsRoute } from './inquiries-routes.ts'

const texts = {
  signIn: { title: 'Please log in', description: 'You need to be logged in to see your applications.', to: signInPath },
  denied: { title: 'Access denied', description: 'Applications are for physician accounts.', to: '/' },
}

export function ApplicationsPage() {
  return (
    <RequireRole role={['physician']} texts={texts}>
      <div className="page-column py-10 sm:py-12">
        <h1 className="text-xl font-bold">Applications</h1>
        <p className="mt-2 max-w-prose text-muted">
          What you have sent to employers, and what became of it. They answer by email; a copy stays here.
        </p>
        <Applications />
      </div>
    </RequireRole>
  )
}

function Applications() {
  const { data, isError, refetch } = useQuery(applicationsQuery)
  if (isError) {
    return (
      <div className="mt-8">
        <LoadFailure onRetry={() => void refetch()}>Failed to load your applications. Please try again.</LoadFailure>
      </div>
    )
  }
  if (!data) return <Spinner />
  if (data.applications.length === 0) return <NothingSent />
  return (
    <ul className="mt-8 flex flex-col gap-4">
      {data.applications.map((application) => (
        <li key={application.id}>
          <ApplicationCard application={application} />
        </li>
      ))}
    </ul>
  )
}

function NothingSent() {
  return (
    <EmptyState
      title="Nothing sent yet"
      actions={
        <Link to={jobsPath} className={buttonClass()}>
          Browse Jobs
        </Link>
      }
    >
      Press ‘Send Inquiry’ on a job that interests you, and follow it here.
    </EmptyState>
  )
}
