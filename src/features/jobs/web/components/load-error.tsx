import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

export function LoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert
      tone="danger"
      action={
        <Button look="secondary" size="sm" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      Failed to load job listings. Please try again.
    </Alert>
  )
}
