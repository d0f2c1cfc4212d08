import { useEffect, useRef, useState } from 'react'

const delayMs = 700
/** Within this time of the last one, the next opens at once. */
const skipDelayMs = 300

/** Shows the title of what the mouse rests on, in place of the browser's. */
export function Tooltips() {
  const [shown, setShown] = useState<{ text: string; left: number; top: number }>()
  const popover = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const listeners = new AbortController()
    let owner: HTMLElement | null = null
    let timer = 0
    let closedAt = -Infinity
    function close() {
      clearTimeout(timer)
      if (popover.current?.matches(':popover-open')) closedAt = performance.now()
      if (owner) owner.title = owner.dataset['title'] ?? ''
      owner = null
      setShown(undefined)
    }
    function open({ target, pointerType }: PointerEvent) {
      if (!(target instanceof Element) || target === popover.current) return
      const next = target.closest<HTMLElement>('[title], [data-title]')
      if (next === owner || pointerType !== 'mouse') return
      close()
      owner = next
      if (!next) return
      const { title: text } = next
      next.dataset['title'] = text
      next.removeAttribute('title')
      const { left, width, bottom } = next.getBoundingClientRect()
      const show = () => setShown({ text, left: left + width / 2, top: bottom + 6 })
      timer = window.setTimeout(show, performance.now() - closedAt < skipDelayMs ? 0 : delayMs)
    }
    const { signal } = listeners
    document.addEventListener('pointerover', open, { signal })
    for (const type of ['pointerdown', 'keydown', 'scroll'])
      document.addEventListener(type, close, { capture: true, signal })
    return () => {
      close()
      listeners.abort()
    }
  }, [])
  useEffect(() => void popover.current?.togglePopover(shown !== undefined), [shown])
  return (
    <div ref={popover} popover="manual" role="tooltip" style={shown} className="tooltip">
      {shown?.text}
    </div>
  )
}
