import { X } from 'lucide-react'
import * as Toast from '@radix-ui/react-toast'
import { buttonClass, iconButtonClass } from './button.tsx'
import { dismissToast, type ToastMessage } from './toast.ts'

const duration = 5000
const swipeThreshold = 50

/** Radix handles the timer, which pauses on hover and focus, the swipe, and F8. */
export const ToastView = ({ message }: { message: ToastMessage | undefined }) => (
  <Toast.Provider duration={duration} swipeDirection="right" swipeThreshold={swipeThreshold}>
    {message && <OneToast key={message.id} message={message} />}
    <Toast.Viewport
      hotkey={['F8']}
      className="fixed inset-x-0 bottom-(--toast-bottom,0px) z-50 flex flex-col p-4 outline-none md:left-auto md:w-full md:max-w-[420px]"
    />
  </Toast.Provider>
)

function OneToast({ message: { id, title, description, tone, action } }: { message: ToastMessage }) {
  const color = tone === 'danger' ? 'border-l-danger' : 'border-l-action'
  return (
    <Toast.Root
      type={tone === 'danger' ? 'foreground' : 'background'}
      onOpenChange={(open) => {
        if (!open) dismissToast(id)
      }}
      className={
        `flex items-start gap-3 rounded-sm border border-l-4 border-line bg-surface py-3 pr-2 pl-4 shadow-raised ${color} animate-rise ` +
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform ' +
        'data-[swipe=end]:translate-x-full data-[swipe=end]:opacity-0 data-[swipe=end]:transition-[translate,opacity]'
      }
    >
      <div className="min-w-0 grow py-1">
        <Toast.Title className="font-semibold">{title}</Toast.Title>
        {description !== undefined && <Toast.Description className="text-muted">{description}</Toast.Description>}
      </div>
      {action && (
        <Toast.Action altText={action.label} onClick={action.run} className={buttonClass('secondary', 'sm')}>
          {action.label}
        </Toast.Action>
      )}
      <Toast.Close aria-label="Dismiss" className={iconButtonClass}>
        <X aria-hidden className="size-4" />
      </Toast.Close>
    </Toast.Root>
  )
}
