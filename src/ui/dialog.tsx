import { X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { IconButton } from './button.tsx'

/** Centered on wide screens; on phones it rises from the bottom. */
export const Dialog = ({ isWide, ...props }: ModalProps & { isWide?: true }) => (
  <Modal
    {...props}
    className={
      'fixed inset-x-0 top-auto bottom-0 max-h-[92dvh] w-full animate-rise rounded-t-md shadow-raised ' +
      'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[86dvh] sm:w-[calc(100%-2rem)] sm:rounded-md ' +
      (isWide ? 'sm:max-w-[56rem]' : 'sm:max-w-form')
    }
  />
)

/** From the right edge in full height, for filters on small screens. */
export const Drawer = (props: ModalProps) => (
  <Modal
    {...props}
    className="fixed inset-y-0 right-0 left-auto h-dvh max-h-none w-[min(24rem,100vw)] animate-slide shadow-raised"
  />
)

/**
 * The buttons of a form in a dialog: a footer that stays visible below the scrolling fields, with
 * the main action last. A dialog without a form has `footer`, which looks the same.
 */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="sticky -bottom-5 -mx-5 mt-1 -mb-5 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-surface px-5 py-4">
    {children}
  </div>
)

/**
 * Marks the element that gets the focus when a dialog opens; React would not render the attribute.
 */
export const focusFirst = (element: HTMLElement | null): void =>
  element?.setAttribute('autofocus', '')

type ModalProps = {
  open: boolean
  /** Called on Escape, the close button and a click outside. */
  onClose: () => void
  title: string
  /** There is nothing in it to focus: the keyboard scrolls the content itself. */
  isText?: boolean
  children: ReactNode
  /** Stays visible below the scrolling content. */
  footer?: ReactNode
}

/** The browser's modal dialog, which traps the focus, closes on Escape and restores the focus. */
function Modal({
  open,
  onClose,
  title,
  isText = false,
  children,
  footer,
  className,
}: ModalProps & { className: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])

  return (
    <dialog
      ref={dialog}
      closedby="any"
      onClose={onClose}
      aria-labelledby={titleId}
      className={`m-0 max-w-none flex-col bg-surface whitespace-normal text-ink open:flex ${className}`}
    >
      <header className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5">
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
        <IconButton label="Close" onClick={() => dialog.current?.close()}>
          <X className="size-5" />
        </IconButton>
      </header>
      {/* Positioned, or hidden labels in it would make the dialog itself scroll. */}
      <div
        className="relative min-h-0 grow overflow-y-auto overscroll-contain p-5"
        {...(isText && { tabIndex: 0, role: 'group', 'aria-labelledby': titleId })}
      >
        {children}
      </div>
      {footer !== undefined && (
        <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4">
          {footer}
        </footer>
      )}
    </dialog>
  )
}
