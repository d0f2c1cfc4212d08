import { CopyPlus } from 'lucide-react'
import type { PostingDetail } from '#features/postings/contract-parts.ts'
import { editPostingPath } from '#shared/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Link, useHydrated } from '#web/lib/navigation.tsx'
import { usePostingActions } from '../use-posting-actions.ts'
import { editLook, PostingButtons } from './posting-buttons.tsx'

/** For a posting of the account; `onGone` follows its deletion. */
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
