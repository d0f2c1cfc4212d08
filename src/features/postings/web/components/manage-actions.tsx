import type { ManagedPosting } from '#features/postings/contract-manage.ts'
import type { PostingDetail } from '#features/postings/contract-parts.ts'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#web/lib/navigation.tsx'
import { deleteManagedPosting, renewManagedPosting, updateManagedPosting } from '../dashboard-queries.ts'
import { deleteQuestion, failures, tellDeleted, tellRenewed, tellStatus, useOneAtATime } from '../use-posting-actions.ts'
import { editLook, PostingButtons } from './posting-buttons.tsx'

type Props = {
  token: string
  posting: PostingDetail
  onEdit: () => void
  onChanged: (now: ManagedPosting) => void
  onDeleted: () => void
}

/** For whoever holds the manage link. */
export function ManageActions({ token, posting, onEdit, onChanged, onDeleted }: Props) {
  const { isBusy, run } = useOneAtATime()
  const hydrated = useHydrated()

  const setActive = (isActive: boolean) =>
    run(failures.status, async () => {
      onChanged(await updateManagedPosting(token, { isActive }))
      tellStatus(isActive)
    })
  const renew = () =>
    run(failures.renew, async () => {
      const renewed = await renewManagedPosting(token)
      onChanged(renewed)
      tellRenewed(renewed.posting)
    })
  const remove = () =>
    run(failures.delete, async () => {
      await deleteManagedPosting(token)
      tellDeleted()
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
