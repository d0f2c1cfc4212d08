import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

export function LoadFailure({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <Alert
      tone="danger"
      action={
        <Button look="secondary" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      Failed to load {what}. Please try again.
    </Alert>
  )
}
