import { useMutation, useQueryClient } from '@tanstack/react-query'
import { importRunPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import type { ButtonSize } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { useNavigate } from '#web/lib/navigation.tsx'
import { refreshImports, runSource } from '../queries.ts'

type Props = { id: string; name: string; isRunning: boolean; size?: ButtonSize }

/** Starts an import, and goes where one can watch it. */
export function RunSourceButton({ id, name, isRunning, size = 'sm' }: Props) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () => runSource(id),
    onSuccess({ runId }) {
      void refreshImports(queryClient)
      navigate({ to: importRunPath(runId) })
    },
    onError: (error) => toast({ title: 'Import failed', description: error.message, tone: 'danger' }),
  })
  return (
    <Button look="secondary" size={size} disabled={isRunning || isPending} onClick={() => mutate()}>
      {isRunning ? 'Running' : 'Run Now'} <span className="sr-only">{name}</span>
    </Button>
  )
}
