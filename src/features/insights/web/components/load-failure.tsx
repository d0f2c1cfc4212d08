import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert
      tone="danger"
      action={
        <Button look="secondary" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      Failed to load your insights. Please try again.
    </Alert>
  )
}
