import { Modal } from './modal.tsx'
import type { ModalProps } from './modal.tsx'

/** In the middle of a wide screen; on a phone it rises from the bottom, where thumbs are. */
export function Dialog(props: ModalProps) {
  return (
    <Modal
      {...props}
      className={
        'fixed inset-x-0 top-auto bottom-0 max-h-[92dvh] w-full animate-rise rounded-t-md shadow-raised ' +
        'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[86dvh] sm:w-[calc(100%-2rem)] sm:max-w-form sm:rounded-md'
      }
    />
  )
}
