import { useEffect, useRef, useState } from 'react'
import { ShieldCheck } from 'lucide-react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { formatNumber } from '#shared/numbers.ts'
import { verifyAuditEntries } from '../audit-queries.ts'

type Mark = Awaited<ReturnType<typeof verifyAuditEntries>>['last']
type State =
  | { is: 'idle' }
  | { is: 'running'; checked: number; share: number }
  | { is: 'intact'; checked: number; last: Mark }
  | { is: 'broken'; at: number }
  | { is: 'failed'; message: string }

/** Walks the whole log, a few thousand entries a call, so that it takes no server and no patience away. */
export function VerifyButton() {
  const [state, setState] = useState<State>({ is: 'idle' })
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  async function verify(): Promise<void> {
    setState({ is: 'running', checked: 0, share: 0 })
    try {
      let checked = 0
      for (let after: Mark = null; !isGone.current;) {
        // One after the other: each begins where the last one ended.
        // oxlint-disable-next-line no-await-in-loop
        const part = await verifyAuditEntries({ after })
        checked += part.checked
        after = part.last
        if (part.broken !== null) return setState({ is: 'broken', at: part.broken })
        if (part.done) return setState({ is: 'intact', checked, last: after })
        setState({ is: 'running', checked, share: (after?.id ?? 0) / Math.max(part.newest, 1) })
      }
    } catch (error) {
      setState({ is: 'failed', message: error instanceof Error ? error.message : String(error) })
    }
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <Button look="secondary" aria-disabled={state.is === 'running'} onClick={() => state.is !== 'running' && void verify()}>
        <ShieldCheck aria-hidden className="size-4" />
        {state.is === 'running' ? `Verifying... ${formatNumber(state.checked)}` : 'Verify'}
      </Button>
      {state.is === 'running' && <ProgressBar label="Entries verified" value={state.share} className="w-full max-w-form" />}
      {state.is === 'intact' && (
        <Alert title="Intact">
          {formatNumber(state.checked)} entries checked: each follows from the one before it.
          {state.last !== null && (
            <span className="block text-xs break-all text-muted">
              The last one is {state.last.id}, with the hash {state.last.hash}.
            </span>
          )}
        </Alert>
      )}
      {state.is === 'broken' && (
        <Alert tone="danger" title="Broken">
          Entry {state.at} was changed, or one before it is missing. Keep the database as it is, and compare with a backup.
        </Alert>
      )}
      {state.is === 'failed' && (
        <Alert tone="danger" title="The check did not come to an end">
          {state.message}
        </Alert>
      )}
    </div>
  )
}
