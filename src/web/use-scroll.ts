import { useEffect, useRef } from 'react'

let cameBack = false
if (typeof window !== 'undefined') {
  addEventListener('popstate', () => (cameBack = true))
  for (const event of ['pushState', 'replaceState']) addEventListener(event, () => (cameBack = false))
}

/** A new page begins at its top, and a screen reader at its content; going back, the browser finds the old place itself. */
export function useScroll(address: string): void {
  const previous = useRef(address)
  useEffect(() => {
    if (previous.current === address) return
    previous.current = address
    if (cameBack || keepsScroll(history.state)) return
    scrollTo(0, 0)
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [address])
}

/** As `Link` and `useNavigate` leave it in the history. */
const keepsScroll = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'keepScroll' in state && state.keepScroll === true
