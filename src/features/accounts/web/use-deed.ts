import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#ui/toast.ts'
import { forgetUserLists, forgetUsers } from './administration-queries.ts'

type Deed = { call: () => Promise<unknown>; done: string }

/** A deed that needs no form; whatever comes of it, the account is looked at anew. */
export function useDeed() {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ call }: Deed) => call(),
    onSuccess: (_, { done }) => toast({ title: done }),
    onError: ({ message }) => toast({ title: 'That did not work', description: message, tone: 'danger' }),
    onSettled: () => forgetUsers(queryClient),
  })
  return { busy: isPending, run: (call: Deed['call'], done: string) => !isPending && mutate({ call, done }) }
}

/** The same for what a form sends: it stays open when the deed is refused, over the account as it now is. */
export function useFormDeed() {
  const queryClient = useQueryClient()
  return {
    attempt: <Answer>(call: Promise<Answer>): Promise<Answer> =>
      call.catch((error: unknown) => {
        void forgetUsers(queryClient)
        throw error
      }),
    done: () => forgetUsers(queryClient),
    /** Nobody is to ask for the account any more: only for who is left. */
    gone: () => forgetUserLists(queryClient),
  }
}
