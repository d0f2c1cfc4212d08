import type { ReactNode } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

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
