import { Modal } from './modal.tsx'
import type { ModalProps } from './modal.tsx'

/** From the right edge, full height: for filters and other side matters on small screens. */
export function Drawer(props: ModalProps) {
  return <Modal {...props} className="fixed inset-y-0 right-0 left-auto h-dvh w-[min(24rem,100vw)] animate-slide shadow-raised" />
}
