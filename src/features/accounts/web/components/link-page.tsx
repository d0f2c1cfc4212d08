import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Alert, EmptyState } from '#ui/feedback.tsx'
import { ActionButton, type Action } from '#platform/web/action.tsx'
import { ApiError } from '#platform/web/api.ts'
import { refreshCurrentUser, useCurrentUser } from '#platform/web/current-user.ts'
import { useHydrated } from '#platform/web/navigation.tsx'
import { FormPage, NeedsScripts } from './form-page.tsx'

type Props<Answer> = {
  title: string
  lead: string
  button: string
  pendingLabel?: string
  act: () => Promise<Answer>
  /** Said when it is done, or what follows then. */
  done: string | ((answer: Answer) => void)
  doneTitle?: string
  failureTitle?: string
  /** Follows the reason of a failure. */
  advice?: string
  /** Where to go afterwards. */
  next?: ReactNode
  /** In place of the button. */
  children?: ReactNode
}

/** The link is used, expired or void: pressing again changes nothing. */
const isRefused = (error: Error | null): boolean => error instanceof ApiError && error.code === 'BAD_REQUEST'

/** A page behind a link in a mail. Mail scanners follow links, so it takes a press of a button. */
export function LinkPage<Answer>({ title, lead, button, pendingLabel = 'One moment...', act, done, ...texts }: Props<Answer>) {
  const { doneTitle = 'Done', failureTitle = 'This did not work', advice, next, children } = texts
  const ready = useHydrated()
  const queryClient = useQueryClient()
  const isSignedIn = useCurrentUser().status === 'signed-in'
  const [isDone, setDone] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: act,
    onSuccess: async (answer) => {
      if (isSignedIn) await refreshCurrentUser(queryClient)
      if (typeof done === 'string') setDone(true)
      else done(answer)
    },
  })
  const action: Action<void> = { isPending, run: () => void (isPending || mutate()) }
  return (
    <FormPage title={title} lead={lead}>
      <NeedsScripts />
      {isDone && (
        <Alert title={doneTitle} action={next}>
          {typeof done === 'string' && done}
        </Alert>
      )}
      {error && (
        <Alert tone="danger" title={failureTitle} action={next}>
          {error.message} {advice}
        </Alert>
      )}
      {!isDone &&
        !isRefused(error) &&
        (children || (
          <div>
            <ActionButton action={action} disabled={!ready} pendingLabel={pendingLabel}>
              {button}
            </ActionButton>
          </div>
        ))}
    </FormPage>
  )
}

export const IncompleteLink = ({ action }: { action: ReactNode }) => (
  <EmptyState level={1} title="This link is incomplete" actions={action}>
    Please open the whole link from the email. Some email programs break long links in two.
  </EmptyState>
)
