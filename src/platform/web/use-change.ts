import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls `onChange` when the value changes; not for the first value. */
export function useChange(value: string | number | undefined, onChange: () => void): void {
  const known = useRef(value)
  const call = useEffectEvent(onChange)
  useEffect(() => {
    if (known.current === value) return
    known.current = value
    call()
  }, [value])
}
