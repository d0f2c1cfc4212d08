import { unlistedHead } from '#features/site/page-head.ts'
import { homePath, jobsPath, postJobPath, thanksPath } from '#shared/paths.ts'
import { EmptyState } from '#ui/feedback.tsx'
import { LinkButton } from '#platform/web/navigation.tsx'

export const head = unlistedHead('Thank you', 'Thank you for posting.', thanksPath)

export function Page() {
  return (
    <EmptyState
      level={1}
      title="Thank You"
      actions={
        <>
          <LinkButton label="Browse Jobs" to={jobsPath} />
          <LinkButton label="Post Another Job" to={postJobPath} look="secondary" />
          <LinkButton label="Back to Home" to={homePath} look="quiet" />
        </>
      }
    >
      Thank you for posting with us. We will send you a confirmation by email.
    </EmptyState>
  )
}
