import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { alertsPath, confirmAlertPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { QuestionPage } from '#ui/layout.tsx'
import { Button } from '#ui/button.tsx'
import { callApi } from '#platform/web/api.ts'
import { refusalOf } from '#platform/web/form/problems.ts'
import { LinkButton, useHydrated, useShownPage } from '#platform/web/navigation.tsx'
import { alertTexts, rhythmText } from '../model.ts'

export const head = unlistedHead('Confirm job alert', 'Turn on a job alert.', confirmAlertPath)

/** Needs a click, because mail scanners follow links. */
export function Page(): ReactNode {
  const token = useShownPage().search['token']
  const ready = useHydrated()
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => callApi('POST /api/alerts/confirm', { body: { token: token ?? '' } }),
  })
  return (
    <QuestionPage title="Confirm your job alert">
      {error && (
        <Alert tone="danger" title="We could not confirm the job alert">
          {refusalOf(error, { title: 'Please try again.' }).message}
        </Alert>
      )}
      {token === undefined ? (
        <Alert tone="danger">{alertTexts.deadLink}</Alert>
      ) : data ? (
        <Alert
          title={data.alert.status === 'paused' ? 'This job alert is paused' : 'Your job alert is on'}
          action={
            <LinkButton to={alertsPath} search={{ token: data.manageToken }} look="secondary">
              Your job alerts
            </LinkButton>
          }
        >
          {data.alert.label}. {rhythmText(data.alert)}.
        </Alert>
      ) : (
        <>
          <p>We will email you new jobs for your search. Each email has a link to stop.</p>
          <div>
            <Button disabled={!ready || isPending} onClick={() => mutate()}>
              {isPending ? 'Confirming...' : 'Confirm job alert'}
            </Button>
          </div>
        </>
      )}
    </QuestionPage>
  )
}
