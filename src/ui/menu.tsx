import { useId, useRef, type ReactNode, type ToggleEvent } from 'react'

type Props = {
  /** Names what opens. */
  label: string
  /** Its text names the button, spoken or seen. */
  button: ReactNode
  buttonClass: string
  /** Links and buttons in a list; `close` is for those that do not lead to another document. */
  children: (close: () => void) => ReactNode
}

const gap = 4

/** A list of links or actions under a button. The browser opens it, closes it on Escape and outside presses, and gives the focus back. */
export function Menu({ label, button, buttonClass, children }: Props) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  function place({ newState }: ToggleEvent): void {
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

/** The classes of a link or button in a menu. */
export const menuItemClass =
  'flex min-h-10 w-full items-center gap-2 rounded-sm px-3 text-left font-medium text-ink no-underline hover:bg-action-wash ' +
  'hover:text-action pointer-coarse:min-h-11 [&[aria-current]]:text-action'
