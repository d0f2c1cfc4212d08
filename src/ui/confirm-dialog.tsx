import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  confirm: string
  isPending: boolean
  onConfirm: () => void
  children: ReactNode
}

export function ConfirmDialog({ open, onClose, title, confirm, isPending, onConfirm, children }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button look="danger" disabled={isPending} onClick={onConfirm}>
            {isPending ? 'Deleting...' : confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
