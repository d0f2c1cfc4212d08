export type ToastMessage = { id: number; title: string; description?: string; tone: 'info' | 'danger' }

type Listener = () => void

let current: ToastMessage | undefined
let nextId = 1
const listeners = new Set<Listener>()

/** Says something in the corner for five seconds. There is one toast at a time: a new one takes the old one's place. */
export function toast(message: { title: string; description?: string; tone?: ToastMessage['tone'] }): void {
  publish({ tone: 'info', ...message, id: nextId++ })
}

/** Takes one toast away, unless a newer one has replaced it. */
export function dismissToast(id: number): void {
  if (current?.id === id) publish(undefined)
}

export const currentToast = (): ToastMessage | undefined => current

export function subscribeToToasts(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function publish(message: ToastMessage | undefined): void {
  current = message
  for (const listener of listeners) listener()
}
