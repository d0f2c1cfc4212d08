import { useState, type ReactNode } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { alertsPath, confirmAlertPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { QuestionPage } from '#ui/layout.tsx'
import { callApi } from '#platform/web/api.ts'
import { PostForm } from '#platform/web/form/post-form.tsx'
import { LinkButton, useShownPage } from '#platform/web/navigation.tsx'
import { alertTexts, rhythmText } from '../model.ts'

export const head = unlistedHead('Confirm job alert', 'Turn on a job alert.', confirmAlertPath)

/** Needs a click, because mail scanners follow links. */
export function Page(): ReactNode {
  const token = useShownPage().search['token']
  const [confirmed, setConfirmed] = useState<ResponseOf<'POST /api/alerts/confirm'>>()
  return (
    <QuestionPage title="Confirm your job alert">
      {token === undefined ? (
        <Alert tone="danger">{alertTexts.deadLink}</Alert>
      ) : confirmed ? (
        <Alert
          title={confirmed.alert.status === 'paused' ? 'This job alert is paused' : 'Your job alert is on'}
          action={
            <LinkButton label="Your job alerts" to={alertsPath} search={{ token: confirmed.manageToken }} look="secondary" />
          }
        >
          {confirmed.alert.label}. {rhythmText(confirmed.alert)}.
        </Alert>
      ) : (
        <PostForm
          send={() => callApi('POST /api/alerts/confirm', { body: { token } })}
          done={setConfirmed}
          failure={{ title: 'We could not confirm the job alert', fallback: 'Please try again.' }}
          button="Confirm job alert"
          pendingLabel="Confirming..."
        >
          <p>We will email you new jobs for your search. Each email has a link to stop.</p>
        </PostForm>
      )}
    </QuestionPage>
  )
}
