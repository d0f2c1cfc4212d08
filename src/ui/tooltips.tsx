import { useEffect, useRef, useState } from 'react'

const delayMs = 700
/** Within this time of the last one, the next opens at once. */
const skipDelayMs = 300

type Shown = { text: string; left: number; top: number }

/** Shows the title of what the mouse rests on or the keyboard reaches, in place of the browser's. */
export function Tooltips() {
  const [shown, setShown] = useState<Shown>()
  const popover = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let owner: HTMLElement | undefined
    let timer = 0
    let closedAt = -Infinity
    const isOpen = () => popover.current?.matches(':popover-open') === true
    function close(): void {
      clearTimeout(timer)
      if (isOpen()) closedAt = performance.now()
      if (owner?.dataset['title'] !== undefined) owner.title = owner.dataset['title']
      owner = undefined
      setShown(undefined)
    }
    function open(event: Event, delay: number): void {
      const { target } = event
      const next = target instanceof Element ? target.closest('[title], [data-title]') : null
      if (next === owner) return
      close()
      if (!(next instanceof HTMLElement)) return
      const text = next.title
      owner = next
      next.dataset['title'] = text
      next.removeAttribute('title')
      const { left, width, bottom } = next.getBoundingClientRect()
      timer = window.setTimeout(
        () => setShown({ text, left: left + width / 2, top: bottom + 6 }),
        performance.now() - closedAt < skipDelayMs ? 0 : delay,
      )
    }
    const onPointer = (event: PointerEvent) => {
      const isOwn = event.target instanceof Node && popover.current?.contains(event.target)
      if (event.pointerType === 'mouse' && !isOwn) open(event, delayMs)
    }
    const onFocus = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) open(event, 0)
    }
    const onKey = ({ key }: KeyboardEvent) => void (key === 'Escape' && close())
    const listeners = { pointerover: onPointer, focusin: onFocus, keydown: onKey } as const
    for (const [type, listener] of Object.entries(listeners))
      document.addEventListener(type, listener as EventListener)
    for (const type of ['pointerdown', 'focusout', 'scroll'])
      document.addEventListener(type, close, true)
    return () => {
      close()
      for (const [type, listener] of Object.entries(listeners))
        document.removeEventListener(type, listener as EventListener)
      for (const type of ['pointerdown', 'focusout', 'scroll'])
        document.removeEventListener(type, close, true)
    }
  }, [])
  useEffect(() => void popover.current?.togglePopover(shown !== undefined), [shown])
  return (
    <div ref={popover} popover="manual" role="tooltip" style={shown} className="tooltip">
      {shown?.text}
    </div>
  )
}
