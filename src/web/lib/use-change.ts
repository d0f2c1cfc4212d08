import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Calls `onChange` when the value is another one than before; not for the first one, with which a page may have been used already
 * when it is taken over.
 */
export function useChange(value: string | number | undefined, onChange: () => void): void {
  const known = useRef(value)
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    if (known.current === value) return
    known.current = value
    tell()
  }, [value])
}
