import { useId, useRef, type ReactNode, type ToggleEvent } from 'react'

type Props = {
  /** Names the menu. */
  label: string
  /** Its text names the button. */
  button: ReactNode
  buttonClass: string
  /** Links and buttons; call `close` for those that stay on the page. */
  children: (close: () => void) => ReactNode
}

const gap = 4

/** A popover menu, which the browser opens and closes. */
export function Menu({ label, button, buttonClass, children }: Props) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  function place({ newState }: ToggleEvent) {
    if (newState !== 'open' || !opener.current || !menu.current) return
    const { bottom, right } = opener.current.getBoundingClientRect()
    menu.current.style.top = `${bottom + scrollY + gap}px`
    menu.current.style.right = `${document.documentElement.clientWidth - right}px`
  }

  return (
    <>
      <button ref={opener} type="button" popoverTarget={id} className={buttonClass}>
        {button}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        onBeforeToggle={place}
        className="absolute inset-auto m-0 min-w-52 rounded-md border border-line bg-surface p-1 text-ink shadow-raised"
      >
        {children(() => document.getElementById(id)?.hidePopover())}
      </div>
    </>
  )
}

export const menuItemClass =
  'flex min-h-10 w-full items-center gap-2 rounded-sm px-3 text-left font-medium text-ink no-underline hover:bg-action-wash ' +
  'hover:text-action pointer-coarse:min-h-11 [&[aria-current]]:text-action'
