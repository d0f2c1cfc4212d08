import { X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'

export type ModalProps = {
  open: boolean
  /** Called however it closes: by Escape, by the button, by a press outside. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Stays in sight below what scrolls: the buttons that finish. */
  footer?: ReactNode
}

/** The browser's own modal: it holds the focus, closes on Escape and gives the focus back. */
export function Modal({ open, onClose, title, children, footer, className }: ModalProps & { className: string }) {
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
      className={`m-0 max-h-none max-w-none flex-col bg-surface text-ink open:flex ${className}`}
    >
      <header className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5">
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
        <IconButton label="Close" onClick={() => dialog.current?.close()}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </header>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain p-5">{children}</div>
      {footer !== undefined && (
        <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4">{footer}</footer>
      )}
    </dialog>
  )
}
