import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#web/lib/navigation.tsx'

export function NotFoundPage() {
  return (
    <EmptyState
      level={1}
      title="Page Not Found"
      actions={
        <>
          <Link to="/" className={buttonClass()}>
            Go to Home
          </Link>
          <Link to="/" search={{ show: 'jobs' }} className={buttonClass('secondary')}>
            Browse Jobs
          </Link>
        </>
      }
    >
      There is nothing at this address. It may be mistyped, or the page may have been taken down.
    </EmptyState>
  )
}
