import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { currentToast, subscribeToToasts } from './toast.ts'

const ToastView = lazy(() => import('./toast-view.tsx').then((module) => ({ default: module.ToastView })))

/** Renders toasts; part of every page. The view is loaded with the first toast. */
export function Toaster() {
  const message = useSyncExternalStore(subscribeToToasts, currentToast, () => undefined)
  const [needed, setNeeded] = useState(false)
  if (message && !needed) setNeeded(true)
  if (!needed) return null
  return (
    <Suspense>
      <ToastView message={message} />
    </Suspense>
  )
}
