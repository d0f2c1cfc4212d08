import { CopyPlus, Pencil, Power, RefreshCw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ManagedPosting, PostingDetail } from '#features/postings/contract.ts'
import { postingCan } from '#features/postings/state-machine.ts'
import { editPostingPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton, useHydrated, useShownPage } from '#platform/web/navigation.tsx'
import { deleteManagedPosting, renewManagedPosting, updateManagedPosting } from '../queries.ts'
import {
  deleteQuestion,
  failures,
  toastDeleted,
  toastRenewed,
  toastStatus,
  useOneAtATime,
  usePostingActions,
} from '../use-posting-actions.ts'

/** For a posting of the account. `onGone` is called after its deletion. */
export function PostingActions({ posting, onGone }: { posting: PostingDetail; onGone: () => void }) {
  const { isBusy, setActive, renew, duplicate, remove } = usePostingActions()
  const hydrated = useHydrated()
  return (
    <PostingButtons
      posting={posting}
      isBusy={isBusy}
      edit={<LinkButton to={editPostingPath(posting.id)}>{editLook}</LinkButton>}
      onActive={(isActive) => void setActive(posting, isActive)}
      onRenew={() => void renew(posting)}
      onDelete={() => void remove(posting, onGone)}
    >
      <Button
        icon={CopyPlus}
        look="secondary"
        disabled={!hydrated}
        aria-disabled={isBusy}
        onClick={() => void duplicate(posting)}
      >
        Duplicate
      </Button>
    </PostingButtons>
  )
}

const icon = { 'aria-hidden': true, className: 'size-4' } as const

const editLook = (
  <>
    <Pencil {...icon} />
    Edit Job
  </>
)

type Props = {
  posting: PostingDetail
  isBusy: boolean
  /** The edit link or button, in `editLook`. */
  edit: ReactNode
  onActive: (isActive: boolean) => void
  onRenew: () => void
  onDelete: () => void
  children?: ReactNode
}

function PostingButtons({ posting, isBusy, edit, onActive, onRenew, onDelete, children }: Props) {
  const { now } = useShownPage()
  const shut = { disabled: !useHydrated(), 'aria-disabled': isBusy }
  return (
    <div className="flex flex-wrap gap-3">
      {postingCan.edit(posting) && edit}
      {postingCan.activate(posting) && (
        <Button icon={Power} {...shut} look="secondary" onClick={() => onActive(true)}>
          Activate
        </Button>
      )}
      {postingCan.deactivate(posting) && (
        <Button icon={Power} {...shut} look="secondary" onClick={() => onActive(false)}>
          Deactivate
        </Button>
      )}
      {postingCan.renew(posting, new Date(now)) && (
        <Button icon={RefreshCw} {...shut} look="secondary" onClick={onRenew}>
          Renew
        </Button>
      )}
      {children}
      {postingCan.remove(posting) && (
        <Button icon={Trash2} {...shut} look="danger" onClick={onDelete}>
          Delete Job
        </Button>
      )}
    </div>
  )
}

type ManageActionsProps = {
  token: string
  posting: PostingDetail
  onEdit: () => void
  onChanged: (now: ManagedPosting) => void
  onDeleted: () => void
}

export function ManageActions({ token, posting, onEdit, onChanged, onDeleted }: ManageActionsProps) {
  const { isBusy, run } = useOneAtATime()
  const hydrated = useHydrated()

  const setActive = (isActive: boolean) =>
    run(failures.status, async () => {
      onChanged(await updateManagedPosting(token, { isActive }))
      toastStatus(isActive)
    })
  const renew = () =>
    run(failures.renew, async () => {
      const renewed = await renewManagedPosting(token)
      onChanged(renewed)
      toastRenewed(renewed.posting)
    })
  const remove = () =>
    run(failures.delete, async () => {
      await deleteManagedPosting(token)
      toastDeleted()
      onDeleted()
    })

  return (
    <PostingButtons
      posting={posting}
      isBusy={isBusy}
      edit={
        <Button disabled={!hydrated} onClick={onEdit}>
          {editLook}
        </Button>
      }
      onActive={(isActive) => void setActive(isActive)}
      onRenew={() => void renew()}
      onDelete={() => {
        if (confirm(deleteQuestion(posting.title))) void remove()
      }}
    />
  )
}
