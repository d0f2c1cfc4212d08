import { unlistedHead } from '#features/site/page-head.ts'
import { homePath, jobsPath, postJobPath, thanksPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback.tsx'
import { Link } from '#platform/web/navigation.tsx'

export const head = unlistedHead('Thank you', 'Thank you for posting.', thanksPath)

export function Page() {
  return (
    <EmptyState
      level={1}
      title="Thank You"
      actions={
        <>
          <Link to={jobsPath} className={buttonClass()}>
            Browse Jobs
          </Link>
          <Link to={postJobPath} className={buttonClass('secondary')}>
            Post Another Job
          </Link>
          <Link to={homePath} className={buttonClass('quiet')}>
            Back to Home
          </Link>
        </>
      }
    >
      Thank you for posting with us. We will send you a confirmation by email.
    </EmptyState>
  )
}
