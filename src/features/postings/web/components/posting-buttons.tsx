import { Pencil, Power, RefreshCw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PostingDetail } from '#features/postings/contract-parts.ts'
import { postingCan } from '#features/postings/state-machine.ts'
import { Button } from '#ui/button.tsx'
import { useHydrated, useShownPage } from '#web/lib/navigation.tsx'

const icon = { 'aria-hidden': true, className: 'size-4' } as const

export const editLook = (
  <>
    <Pencil {...icon} />
    Edit Job
  </>
)

type Props = {
  posting: PostingDetail
  isBusy: boolean
  /** The link or button with which somebody edits the posting; `editLook` is what it looks like. */
  edit: ReactNode
  onActive: (isActive: boolean) => void
  onRenew: () => void
  onDelete: () => void
  children?: ReactNode
}

/** What may be done to a posting now, whoever it is that may. */
export function PostingButtons({ posting, isBusy, edit, onActive, onRenew, onDelete, children }: Props) {
  const { now } = useShownPage()
  const shut = { disabled: !useHydrated(), 'aria-disabled': isBusy }
  return (
    <div className="flex flex-wrap gap-3">
      {postingCan.edit(posting) && edit}
      {postingCan.activate(posting) && (
        <Button {...shut} look="secondary" onClick={() => onActive(true)}>
          <Power {...icon} />
          Activate
        </Button>
      )}
      {postingCan.deactivate(posting) && (
        <Button {...shut} look="secondary" onClick={() => onActive(false)}>
          <Power {...icon} />
          Deactivate
        </Button>
      )}
      {postingCan.renew(posting, new Date(now)) && (
        <Button {...shut} look="secondary" onClick={onRenew}>
          <RefreshCw {...icon} />
          Renew
        </Button>
      )}
      {children}
      {postingCan.remove(posting) && (
        <Button {...shut} look="danger" onClick={onDelete}>
          <Trash2 {...icon} />
          Delete Job
        </Button>
      )}
    </div>
  )
}
