import { useState, type ReactNode } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { alertsPath, stopAlertPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { QuestionPage } from '#ui/layout.tsx'
import { apiUrl, callApi } from '#platform/web/api.ts'
import { PostForm } from '#platform/web/form/post-form.tsx'
import { LinkButton, useShownPage } from '#platform/web/navigation.tsx'
import { alertTexts } from '../model.ts'

export const head = unlistedHead('Stop job alert', 'Stop the emails of a job alert.', stopAlertPath)

/** Needs a click, because mail scanners follow links; mail programs send the POST at once. */
export function Page(): ReactNode {
  const { token, done, all } = useShownPage().search
  const [isDone, setDone] = useState(done === 'true')
  const isAll = all === 'true'
  const what = isAll ? 'these job alerts' : 'this job alert'
  return (
    <QuestionPage title={`Stop ${what}`}>
      {isDone ? (
        <Alert
          title={isAll ? 'These job alerts are paused' : 'This job alert is paused'}
          action={<LinkButton label="Your job alerts" to={alertsPath} look="secondary" />}
        >
          We will not email you about {isAll ? 'these searches until you turn them' : 'this search until you turn it'} on again.
        </Alert>
      ) : token === undefined ? (
        <Alert tone="danger">{alertTexts.deadLink}</Alert>
      ) : (
        <PostForm
          action={apiUrl('POST /alerts/stop', { query: { token, from: 'page', ...(isAll && { all }) } })}
          send={() => callApi('POST /alerts/stop', { query: { token } })}
          done={() => setDone(true)}
          failure={{ title: `We could not stop ${what}`, fallback: 'Please try again.' }}
          button={isAll ? 'Stop job alerts' : 'Stop job alert'}
          pendingLabel="Stopping..."
        >
          <p>Do you want to stop the emails about {isAll ? 'all searches of this mail' : 'this search'}?</p>
        </PostForm>
      )}
    </QuestionPage>
  )
}
