import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#ui/toast.ts'

type Options<Input, Answer> = {
  deed: (input: Input) => Promise<Answer>
  /** What is shown anew afterwards, however it went. */
  changes: readonly string[]
  words: (answer: Answer) => string
}

/** One thing to do to what is listed, with the words that follow. A second press does nothing while the first is under way. */
export function useDeed<Input, Answer>({ deed, changes, words }: Options<Input, Answer>) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: deed,
    onSuccess: (answer) => toast({ title: words(answer) }),
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: changes }),
  })
  return { isPending, run: (input: Input) => void (isPending || mutate(input)) }
}
