import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { refreshCurrentUser } from '#web/lib/current-user.ts'
import { deleteCv, openingsQuery } from '../queries.ts'

type Props = { open: boolean; onClose: () => void; onDeleted: () => void }

/** Says what goes and what cannot be called back before anything is deleted. */
export function DeleteCvDialog({ open, onClose, onDeleted }: Props) {
  const queryClient = useQueryClient()
  const attachedTo = useQuery(openingsQuery).data?.attachedTo ?? 0
  const [isPending, setPending] = useState(false)

  async function remove() {
    setPending(true)
    try {
      await deleteCv()
      toast({ title: 'CV deleted' })
      onClose()
      await Promise.allSettled([refreshCurrentUser(queryClient), queryClient.invalidateQueries(openingsQuery)])
      onDeleted()
    } catch {
      toast({ title: 'Delete failed', description: 'Failed to delete CV', tone: 'danger' })
    } finally {
      setPending(false)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Delete your CV?"
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button look="danger" disabled={isPending} onClick={() => void remove()}>
            {isPending ? 'Deleting...' : 'Delete CV'}
          </Button>
        </>
      }
    >
      <p>The file is removed from our servers. This cannot be undone.</p>
      {attachedTo > 0 && (
        <p className="mt-3">
          You have sent it along with {attachedTo === 1 ? 'one inquiry' : `${attachedTo} inquiries`}. Those copies are deleted,
          too: the employers can no longer open them. What they have already saved stays with them.
        </p>
      )}
    </Dialog>
  )
}
