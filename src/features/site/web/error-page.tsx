import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** When a page could not be made. What went wrong is in the server's log; here it would only puzzle, or leak. */
export function ErrorPage() {
  return (
    <EmptyState
      level={1}
      title="This page could not be shown"
      actions={
        <>
          <Button onClick={() => location.reload()} className="noscript:hidden">
            Try again
          </Button>
          <a href="/" className={buttonClass('secondary')}>
            Go to Home
          </a>
        </>
      }
    >
      Something went wrong on our side, or the connection was lost. Nothing that you sent has been saved twice.
    </EmptyState>
  )
}
