import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Alert } from '#ui/feedback.tsx'

type Retry = () => Promise<void>

type PartProps = {
  /** Stands there until the code is loaded. */
  waiting?: ReactNode
  /** Replaces the part if its code cannot be loaded; default: a note with 'Try again'. */
  failed?: ReactNode
}

export type LazyPart<P extends object> = (props: P & PartProps) => ReactNode

/**
 * A part of a page whose code is loaded on demand. A failure keeps the rest of the page, and the
 * part can be tried again.
 * @param rendered What the server renders, which waits for no code.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  rendered?: ComponentType<P>,
): LazyPart<P> => lazyWith(load, (retry) => <FailedPart retry={retry} />, rendered)

/** The same for a dialog. */
export const lazyDialog = <P extends { open?: boolean; onClose: () => void }>(
  load: () => Promise<ComponentType<P>>,
): LazyPart<P> =>
  lazyWith(load, (retry, { open = true, onClose }) => (
    <Dialog open={open} onClose={onClose} title="Not loaded yet">
      <FailedPart retry={retry} />
    </Dialog>
  ))

function lazyWith<P extends object>(
  load: () => Promise<ComponentType<P>>,
  failure: (retry: Retry, props: P) => ReactNode,
  rendered?: ComponentType<P>,
): LazyPart<P> {
  let Part: ComponentType<P> = rendered ?? lazy(async () => ({ default: await load() }))

  return function LazyPart(props: P & PartProps) {
    const { waiting = null, failed } = props
    const [tries, setTries] = useState(0)
    async function retry() {
      Part = await load()
      setTries(tries + 1)
    }
    return (
      <ErrorBoundary key={tries} fallback={failed === undefined ? failure(retry, props) : failed}>
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

function FailedPart({ retry }: { retry: Retry }) {
  const [isTrying, setTrying] = useState(false)
  async function tryAgain() {
    setTrying(true)
    try {
      await retry()
    } catch {
      // Some browsers remember that a file did not come, and the files of an older page may be
      // gone. What forms hold is in the tab's storage.
      if (await isSiteReachable()) location.reload()
      else setTrying(false)
    }
  }
  return (
    <Alert
      tone="danger"
      action={
        <Button
          label={isTrying ? 'Trying...' : 'Try again'}
          look="secondary"
          aria-disabled={isTrying}
          onClick={() => void (isTrying || tryAgain())}
        />
      }
    >
      We could not load this part. Please check your connection and try again.
    </Alert>
  )
}

/** Whether loading a page would show a page, and not the browser's own error. */
export const isSiteReachable = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

type BoundaryProps = { fallback: ReactNode; children: ReactNode }

/** React catches render errors only in classes. With another key it starts anew. */
export class ErrorBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
