import { X } from 'lucide-react'
import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { Button, IconButton } from './button.tsx'
import { currentToast, dismissToast, subscribeToToasts, type ToastMessage } from './toast.ts'

const durationMs = 5000
const swipeThreshold = 50

/**
 * The current toast, above what else stays at the lower edge. Part of the first load: a toast may
 * say that the network is gone. F8 leads to it, and Escape dismisses it.
 */
export function ToastView({ children }: { children: ReactNode }) {
  const message = useSyncExternalStore(subscribeToToasts, currentToast, () => undefined)
  const region = useRef<HTMLElement>(null)
  const [hasFocus, setFocus] = useState(false)
  useEffect(() => {
    const holdsFocus = () => region.current?.contains(document.activeElement) === true
    const onFocus = () => setFocus(holdsFocus())
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'F8') region.current?.focus()
      else if (key === 'Escape' && holdsFocus()) dismissToast()
    }
    addEventListener('keydown', onKey)
    addEventListener('focusin', onFocus)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('focusin', onFocus)
    }
  }, [])
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-(--toast-bottom,0px) z-50 flex flex-col gap-2 p-4 md:left-auto md:w-[420px] print:hidden">
      {children}
      <section
        ref={region}
        aria-label="Notifications (F8)"
        aria-live={message?.tone === 'danger' ? 'assertive' : 'polite'}
        tabIndex={-1}
        className="outline-none"
      >
        <ul>
          {message && (
            <Toast
              key={message.id}
              message={message}
              isHeld={hasFocus}
              // The focus stays where F8 led to.
              onClose={() => void (hasFocus && region.current?.focus())}
            />
          )}
        </ul>
      </section>
    </div>
  )
}

type ToastProps = { message: ToastMessage; isHeld: boolean; onClose: () => void }

function Toast({ message: { id, title, description, tone, action }, isHeld, onClose }: ToastProps) {
  const [isUnderPointer, setUnderPointer] = useState(false)
  const swipe = useSwipe(close)
  const stays = isHeld || isUnderPointer
  useEffect(() => {
    if (stays) return undefined
    const timer = setTimeout(() => dismissToast(id), durationMs)
    return () => clearTimeout(timer)
  }, [id, stays])
  function close() {
    onClose()
    dismissToast(id)
  }
  return (
    <li
      {...swipe}
      onPointerEnter={() => setUnderPointer(true)}
      onPointerLeave={() => setUnderPointer(false)}
      className={
        // A second swipe would drag the text that the first one selected.
        'pointer-events-auto flex touch-pan-y animate-rise items-start select-none gap-3 rounded-sm border border-l-4 border-line bg-surface ' +
        `py-3 pr-2 pl-4 shadow-raised ${tone === 'danger' ? 'border-l-danger' : 'border-l-action'}`
      }
    >
      <div className="min-w-0 grow py-1">
        <p className="font-semibold">{title}</p>
        {description !== undefined && <p className="wrap-anywhere text-muted">{description}</p>}
      </div>
      {action && (
        <Button
          label={action.label}
          look="secondary"
          size="sm"
          onClick={() => {
            close()
            action.run()
          }}
        />
      )}
      <IconButton label="Dismiss" onClick={close}>
        <X />
      </IconButton>
    </li>
  )
}

/** Follows the pointer to the right, and ends with `done` once it has gone far enough. */
function useSwipe(done: () => void) {
  const start = useRef<number>(undefined)
  const [shift, setShift] = useState(0)
  const end = (wanted: number) => {
    start.current = undefined
    setShift(0)
    if (wanted >= swipeThreshold) done()
  }
  const wantedAt = ({ clientX }: PointerEvent) => clientX - (start.current ?? clientX)
  return {
    style: { translate: `${shift}px` },
    onPointerDown({ clientX }: PointerEvent) {
      start.current = clientX
    },
    onPointerMove(event: PointerEvent) {
      const wanted = wantedAt(event)
      // A press that hardly moves is a click on a button.
      if (wanted > 10) event.currentTarget.setPointerCapture(event.pointerId)
      setShift(Math.max(0, wanted))
    },
    onPointerUp: (event: PointerEvent) => end(wantedAt(event)),
    onPointerCancel: () => end(0),
  }
}
