import { useState, type ComponentProps, type ReactNode } from 'react'
import { Button, type ButtonLook } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useAction } from './action.tsx'

type Props = Parameters<typeof useAction<void>>[0] &
  Pick<ComponentProps<typeof Button>, 'icon' | 'aria-label'> & {
    title: string
    confirm: string
    look: ButtonLook
    label?: string
    children: ReactNode
  }

/** Asks in a dialog before it deletes; a failure leaves the dialog open. */
export function DeleteButton({ title, confirm, children, look, label = 'Delete', icon, 'aria-label': name, ...action }: Props) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const { isPending, run } = useAction({ ...action, call: () => action.call().then(close) })
  const answers = (
    <>
      <Button label="Keep it" look="secondary" onClick={close} />
      <Button label={isPending ? 'Deleting...' : confirm} look="danger" disabled={isPending} onClick={() => run()} />
    </>
  )
  return (
    <>
      <Button label={label} look={look} icon={icon} aria-label={name} onClick={() => setAsking(true)} />
      <Dialog open={isAsking} onClose={close} title={title} footer={answers}>
        {children}
      </Dialog>
    </>
  )
}
