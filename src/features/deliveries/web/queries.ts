import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryOf } from '#shared/contract.ts'
import { toast } from '#ui/toast.ts'
import { apiQuery, callApi, invalidateCalls } from '#platform/web/api.ts'

/** The queue changes all the time. */
const shortLived = { staleTime: 5000 } as const

export const mailsQuery = (query: Partial<QueryOf<'GET /api/admin/mails'>>) =>
  apiQuery('GET /api/admin/mails', { query }, shortLived)

export const tasksQuery = (query: Partial<QueryOf<'GET /api/admin/tasks'>>) =>
  apiQuery('GET /api/admin/tasks', { query }, shortLived)

export const resendMails = (ids: readonly string[]) => callApi('POST /api/admin/mails/resend', { body: { ids } })

export const resendAlike = (body: { kind: string; failure: string }) => callApi('POST /api/admin/mails/resend-alike', { body })

export const retryTasks = (ids: readonly string[]) => callApi('POST /api/admin/tasks/retry', { body: { ids } })

export const discardTasks = (body: { ids: readonly string[]; reason: string }) =>
  callApi('POST /api/admin/tasks/discard', { body })

type Options<Input, Answer> = {
  action: (input: Input) => Promise<Answer>
  /** The call to invalidate afterwards. */
  changes: 'GET /api/admin/mails' | 'GET /api/admin/tasks'
  words: (answer: Answer) => string
}

/** An admin action with its toast. Ignores clicks while it is pending. */
export function useAdminAction<Input, Answer>({ action, changes, words }: Options<Input, Answer>) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: action,
    onSuccess: (answer) => toast({ title: words(answer) }),
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'danger' }),
    onSettled: () => invalidateCalls(queryClient, [changes]),
  })
  return { isPending, run: (input: Input) => void (isPending || mutate(input)) }
}
