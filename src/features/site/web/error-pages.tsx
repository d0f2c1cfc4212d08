import type { SiteInfo } from '#shared/rendering.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback.tsx'
import { LinkButton } from '#platform/web/navigation.tsx'
import { pageHead } from '../page-head.ts'

/** Shown when rendering failed; the server's log has the error. */
export function ErrorPage() {
  return (
    <EmptyState
      level={1}
      title="We could not show this page"
      actions={
        <>
          <Button label="Try again" onClick={() => location.reload()} className="noscript:hidden" />
          <a href="/" className={buttonClass('secondary')}>
            Go to Home
          </a>
        </>
      }
    >
      Something went wrong on our side, or the connection was lost. Please try again in a moment.
    </EmptyState>
  )
}

export function NotFoundPage() {
  return (
    <EmptyState
      level={1}
      title="Page Not Found"
      actions={
        <>
          <LinkButton label="Go to Home" to="/" />
          <LinkButton label="Browse Jobs" to="/" search={{ show: 'jobs' }} look="secondary" />
        </>
      }
    >
      There is no page at this address. It may be mistyped, or the page was removed.
    </EmptyState>
  )
}

export const notFoundHead = (site: SiteInfo) =>
  pageHead({
    site,
    title: 'Page Not Found',
    description: 'There is no page at this address.',
    path: '/',
    noindex: true,
  })
