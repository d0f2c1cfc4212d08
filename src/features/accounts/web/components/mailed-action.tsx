import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback.tsx'
import { ApiError } from '#platform/web/api.ts'
import { refreshCurrentUser } from '#platform/web/current-user.ts'
import { useHydrated } from '#platform/web/navigation.tsx'
import { FormPage, NeedsScripts } from './form-page.tsx'

type Props = {
  texts: { title: string; lead: string; button: string; done: string }
  act: () => Promise<unknown>
  /** In place of the button. */
  children?: ReactNode
}

/** The link is used, expired or void: pressing again changes nothing. */
const isRefused = (error: Error | null): boolean => error instanceof ApiError && error.code === 'BAD_REQUEST'

/** A page behind a link in a mail. Mail scanners follow links, so it takes a press of a button. */
export function MailedAction({ texts, act, children }: Props) {
  const ready = useHydrated()
  const queryClient = useQueryClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: act,
    onSuccess: () => refreshCurrentUser(queryClient),
  })
  return (
    <FormPage title={texts.title} lead={texts.lead}>
      <NeedsScripts />
      {isSuccess && <Alert title="Done">{texts.done}</Alert>}
      {error && (
        <Alert tone="danger" title="This did not work">
          {error.message}
        </Alert>
      )}
      {!isSuccess &&
        !isRefused(error) &&
        (children || (
          <div>
            <Button
              disabled={!ready}
              aria-disabled={isPending}
              onClick={() => {
                if (!isPending) mutate()
              }}
            >
              {isPending ? 'One moment...' : texts.button}
            </Button>
          </div>
        ))}
    </FormPage>
  )
}
