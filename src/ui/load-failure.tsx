import type { ReactNode } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

/** Says what could not be loaded, and offers to try again. */
export function LoadFailure({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <Alert
      tone="danger"
      action={
        <Button look="secondary" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {children}
    </Alert>
  )
}
