import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { alertsPath, stopAlertPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { QuestionPage } from '#ui/layout.tsx'
import { Button } from '#ui/button.tsx'
import { apiUrl, callApi } from '#platform/web/api.ts'
import { refusalOf } from '#platform/web/form/problems.ts'
import { LinkButton, useShownPage } from '#platform/web/navigation.tsx'
import { alertTexts } from '../model.ts'

export const head = unlistedHead('Stop job alert', 'Stop the emails of a job alert.', stopAlertPath)

/** Needs a click, because mail scanners follow links; mail programs send the POST at once. */
export function Page(): ReactNode {
  const { token, done } = useShownPage().search
  const { isSuccess, error, isPending, mutate } = useMutation({
    mutationFn: () => callApi('POST /alerts/stop', { query: { token: token ?? '' } }),
  })
  return (
    <QuestionPage title="Stop this job alert">
      {error && (
        <Alert tone="danger" title="We could not stop the job alert">
          {refusalOf(error, { title: 'Please try again.' }).message}
        </Alert>
      )}
      {isSuccess || done === 'true' ? (
        <Alert
          title="This job alert is paused"
          action={
            <LinkButton to={alertsPath} look="secondary">
              Your job alerts
            </LinkButton>
          }
        >
          We will not email you about this search until you turn it on again.
        </Alert>
      ) : token === undefined ? (
        <Alert tone="danger">{alertTexts.deadLink}</Alert>
      ) : (
        <form
          method="post"
          action={apiUrl('POST /alerts/stop', { query: { token, from: 'page' } })}
          onSubmit={(event) => {
            event.preventDefault()
            mutate()
          }}
          className="flex flex-col gap-4"
        >
          <p>Do you want to stop the emails about this search?</p>
          <div>
            <Button type="submit" disabled={isPending}>
              {isPending ? 'Stopping...' : 'Stop job alert'}
            </Button>
          </div>
        </form>
      )}
    </QuestionPage>
  )
}
