import { CopyPlus, Pencil, Power, RefreshCw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ManagedPosting, PostingDetail } from '#features/postings/contract.ts'
import { postingCan } from '#features/postings/state-machine.ts'
import { editPostingPath } from '#shared/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Link, useHydrated, useShownPage } from '#platform/web/navigation.tsx'
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
      edit={
        <Link to={editPostingPath(posting.id)} className={buttonClass()}>
          {editLook}
        </Link>
      }
      onActive={(isActive) => void setActive(posting, isActive)}
      onRenew={() => void renew(posting)}
      onDelete={() => void remove(posting, onGone)}
    >
      <Button look="secondary" disabled={!hydrated} aria-disabled={isBusy} onClick={() => void duplicate(posting)}>
        <CopyPlus aria-hidden className="size-4" />
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
