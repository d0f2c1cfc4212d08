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
  const { token, done, all } = useShownPage().search
  const what = all === 'true' ? 'these job alerts' : 'this job alert'
  const { isSuccess, error, isPending, mutate } = useMutation({
    mutationFn: () => callApi('POST /alerts/stop', { query: { token: token ?? '' } }),
  })
  return (
    <QuestionPage title={`Stop ${what}`}>
      {error && (
        <Alert tone="danger" title={`We could not stop ${what}`}>
          {refusalOf(error, { title: 'Please try again.' }).message}
        </Alert>
      )}
      {isSuccess || done === 'true' ? (
        <Alert
          title={all === 'true' ? 'These job alerts are paused' : 'This job alert is paused'}
          action={
            <LinkButton to={alertsPath} look="secondary">
              Your job alerts
            </LinkButton>
          }
        >
          {all === 'true'
            ? 'We will not email you about these searches until you turn them on again.'
            : 'We will not email you about this search until you turn it on again.'}
        </Alert>
      ) : token === undefined ? (
        <Alert tone="danger">{alertTexts.deadLink}</Alert>
      ) : (
        <form
          method="post"
          action={apiUrl('POST /alerts/stop', { query: { token, from: 'page', ...(all === 'true' && { all }) } })}
          onSubmit={(event) => {
            event.preventDefault()
            mutate()
          }}
          className="flex flex-col gap-4"
        >
          <p>Do you want to stop the emails about {all === 'true' ? 'all searches of this mail' : 'this search'}?</p>
          <div>
            <Button type="submit" disabled={isPending}>
              {isPending ? 'Stopping...' : all === 'true' ? 'Stop job alerts' : 'Stop job alert'}
            </Button>
          </div>
        </form>
      )}
    </QuestionPage>
  )
}
