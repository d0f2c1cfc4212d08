import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ImportApify, ImportRunDetail } from '#features/imports/contract.ts'
import { isRunOfAddress } from '#features/imports/run-of-address.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { toast } from '#ui/toast.ts'
import { ApiError } from '#web/lib/api.ts'
import { importApify, importRunQuery, importRunsQuery, summaryQuery } from './queries.ts'

export type ImportResult = Omit<ResponseOf<ImportApify>, 'running'>

/** Starts an import and follows it: the answer comes at its end, or after a while in which it has not come to one. */
export function useImport() {
  const [followed, setFollowed] = useState<string>()
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationFn: importApify,
    onMutate: () => setFollowed(undefined),
    onSuccess: (answer) => (answer.running ? setFollowed(answer.id) : finish(answer)),
    onError: (failure) => tellFailure(messageOf(failure)),
  })
  const { data: latest } = useQuery({ ...importRunsQuery, enabled: start.isPending })
  const { data: run } = useQuery({ ...importRunQuery(followed ?? ''), enabled: followed !== undefined })
  const hasEnded = followed !== undefined && run !== undefined && run.status !== 'running'

  useEffect(() => {
    if (!hasEnded) return
    if (run.status === 'failed') tellFailure(run.message ?? fallback)
    else finish(run)
    // Once for each run that was followed to its end.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hasEnded])

  function finish({ imported, skipped }: Pick<ImportResult, 'imported' | 'skipped'>): void {
    toast({ title: 'Import completed!', description: `${imported} jobs imported, ${skipped} skipped` })
    void queryClient.invalidateQueries({ queryKey: summaryQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: ['/api/job-postings'] })
  }

  return {
    start: start.mutate,
    isRunning: start.isPending || (followed !== undefined && !hasEnded),
    /** How far it has come, once that is known. */
    progress: start.isPending ? latest?.runs.find((it) => isRunOfAddress(it, start.variables)) : hasEnded ? undefined : run,
    error: start.error ? messageOf(start.error) : undefined,
    result: followed === undefined ? start.data : hasEnded ? resultOf(run) : undefined,
  }
}

const resultOf = ({
  id,
  message,
  imported,
  skipped,
  processed,
  duplicateRows,
  reasons,
  skippedRows,
}: ImportRunDetail): ImportResult => ({
  id,
  message: message ?? '',
  imported,
  skipped,
  totalProcessed: processed,
  duplicates: duplicateRows,
  reasons,
  skippedRows,
})

const tellFailure = (description: string): void => toast({ title: 'Import failed', description, tone: 'danger' })

const fallback = 'Failed to import jobs from Apify'

/** The server's words, where it had any. */
const messageOf = (error: Error): string => (error instanceof ApiError && error.hasWords ? error.message : fallback)
