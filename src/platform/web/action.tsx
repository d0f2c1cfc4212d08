import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ComponentProps, type ReactNode } from 'react'
import type { Call } from '#shared/contract.ts'
import { Button, type ButtonLook } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { invalidateCalls } from './api.ts'
import { isOvertaken, refusalOf } from './form/problems.ts'

type Toast = Parameters<typeof toast>[0]

type Options<Input, Answer> = {
  call: (input: Input) => Promise<Answer>
  /** The toast of a success, or what else follows. */
  done?: Toast | ((answer: Answer, input: Input) => Toast | void)
  /** The title of a failure's toast. */
  failure?: string
  /** The text of that toast, unless the server gives a reason; default: the server's words. */
  sorry?: string | ((input: Input) => string)
  /** The calls that answer otherwise from then on. */
  changes?: readonly Call[]
}

export type Action<Input> = { isPending: boolean; run: (input: Input) => void }

/** A change that a button makes: one at a time, and a toast says what came of it. */
export function useAction<Input = void, Answer = unknown>({
  call,
  done,
  failure,
  sorry,
  changes = [],
}: Options<Input, Answer>) {
  const queryClient = useQueryClient()
  // A ref, because state would come too late for a double click.
  const isUnderWay = useRef(false)
  const { isPending, data, mutate } = useMutation({
    mutationFn: call,
    onSuccess(answer, input) {
      const message = typeof done === 'function' ? done(answer, input) : done
      if (message) toast(message)
    },
    onError(error, input) {
      const words = typeof sorry === 'function' ? sorry(input) : sorry
      toastFailure(isOvertaken(error) ? error : (words ?? error), failure)
    },
    onSettled() {
      isUnderWay.current = false
      return invalidateCalls(queryClient, changes)
    },
  })
  function run(input: Input) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutate(input)
  }
  return { data, isPending, run }
}

export const toastFailure = (error: unknown, title = 'Error'): void =>
  toast({
    title,
    // Only the network throws these, in words of the browser.
    description:
      error instanceof TypeError
        ? refusalOf(error, { title }).message
        : error instanceof Error
          ? error.message
          : String(error),
    tone: 'danger',
  })

type ActionButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  pendingLabel?: ReactNode
  /** The question that comes before. */
  ask?: string | undefined
}
type Bound<Input> = { action: Action<Input> } & ([Input] extends [void]
  ? { input?: undefined }
  : { input: Input })

/** Keeps the focus while its action is under way: shut, not disabled. */
export function ActionButton<Input>({ action, input, ...props }: ActionButtonProps & Bound<Input>) {
  const { label, pendingLabel = label, ask, ...button } = props as ActionButtonProps
  const { isPending, run } = action
  return (
    <Button
      {...button}
      label={isPending ? pendingLabel : label}
      aria-disabled={isPending}
      onClick={() => {
        if (!isPending && (ask === undefined || confirm(ask))) run(input as Input)
      }}
    />
  )
}

type DeleteProps = Parameters<typeof useAction<void>>[0] &
  Pick<ComponentProps<typeof Button>, 'icon' | 'aria-label'> & {
    title: string
    confirm: string
    look: ButtonLook
    label?: string
    children: ReactNode
  }

/** Asks in a dialog before it deletes; a failure leaves the dialog open. */
export function DeleteButton({
  title,
  confirm,
  children,
  look,
  label = 'Delete',
  icon,
  'aria-label': name,
  ...action
}: DeleteProps) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const { isPending, run } = useAction({ ...action, call: () => action.call().then(close) })
  const answers = (
    <>
      <Button label="Keep it" look="secondary" onClick={close} />
      <Button
        label={isPending ? 'Deleting...' : confirm}
        look="danger"
        disabled={isPending}
        onClick={() => run()}
      />
    </>
  )
  return (
    <>
      <Button
        label={label}
        look={look}
        icon={icon}
        aria-label={name}
        onClick={() => setAsking(true)}
      />
      <Dialog open={isAsking} onClose={close} title={title} footer={answers}>
        {children}
      </Dialog>
    </>
  )
}
