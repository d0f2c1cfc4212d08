import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#web/lib/navigation.tsx'

export function JobNotFound() {
  return (
    <EmptyState
      level={1}
      title="Job Not Found"
      actions={
        <Link to="/jobs" className={buttonClass()}>
          Browse Jobs
        </Link>
      }
    >
      The job you&apos;re looking for could not be found.
    </EmptyState>
  )
}
