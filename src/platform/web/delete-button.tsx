import { useState, type ComponentProps } from 'react'
import { Button, type ButtonLook } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { useAction } from './action.tsx'

type Props = Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'confirm' | 'children'> &
  Parameters<typeof useAction<void>>[0] &
  Pick<ComponentProps<typeof Button>, 'icon' | 'aria-label'> & { look: ButtonLook; label?: string }

/** Asks in a dialog before it deletes; a failure leaves the dialog open. */
export function DeleteButton({ title, confirm, children, look, label = 'Delete', icon, 'aria-label': name, ...action }: Props) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const { isPending, run } = useAction({ ...action, call: () => action.call().then(close) })
  return (
    <>
      <Button label={label} look={look} icon={icon} aria-label={name} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={isAsking}
        onClose={close}
        title={title}
        confirm={confirm}
        isPending={isPending}
        onConfirm={() => run()}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
