import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { importsPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { useNavigate } from '#web/lib/navigation.tsx'
import type { ImportSource } from '#features/imports/contract-sources.ts'
import { deleteSource, sourcesQuery } from '../queries.ts'

export function DeleteSource({ source: { id, name } }: { source: ImportSource }) {
  const [isOpen, setIsOpen] = useState(false)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteSource(id),
    onSuccess() {
      toast({ title: 'Source deleted', description: 'Its jobs stay.' })
      // Only the list: the page of what is gone is still there for a moment, and would ask for it.
      void queryClient.invalidateQueries({ queryKey: sourcesQuery.queryKey })
      navigate({ to: importsPath, replace: true })
    },
    onError(error) {
      setIsOpen(false)
      toast({ title: 'Failed to delete the source', description: error.message, tone: 'danger' })
    },
  })
  return (
    <>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        Delete
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Delete this source?"
        footer={
          <>
            <Button look="secondary" onClick={() => setIsOpen(false)}>
              Keep It
            </Button>
            <Button look="danger" disabled={isPending} onClick={() => mutate()}>
              Delete Source
            </Button>
          </>
        }
      >
        <p>
          &lsquo;{name}&rsquo; is not imported any more. Its jobs and the history of its imports stay; the jobs’ pages lose their
          structured data.
        </p>
      </Dialog>
    </>
  )
}
