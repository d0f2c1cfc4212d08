/** Takes back what the toast tells of. */
type ToastAction = { label: string; run: () => void }

export type ToastMessage = {
  id: number
  title: string
  description?: string
  tone: 'info' | 'danger'
  action?: ToastAction
}

type Listener = () => void

let current: ToastMessage | undefined
let nextId = 1
const listeners = new Set<Listener>()

/** Shows a toast for five seconds. A new toast replaces the current one. */
export function toast(
  message: Omit<ToastMessage, 'id' | 'tone'> & { tone?: ToastMessage['tone'] },
): void {
  publish({ tone: 'info', ...message, id: nextId++ })
}

export function dismissToast(id = current?.id): void {
  if (current?.id === id) publish(undefined)
}

export const currentToast = () => current

export function subscribeToToasts(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function publish(message: ToastMessage | undefined) {
  current = message
  for (const listener of listeners) listener()
}
