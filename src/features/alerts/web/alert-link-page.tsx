import { IncompleteLink, LinkPage } from '#platform/web/form/post-form.tsx'
import { unlistedHead } from '#features/site/page-head.ts'
import { alertsPath, stopAlertPath } from '#shared/paths.ts'
import { apiUrl, callApi } from '#platform/web/api.ts'
import { LinkButton, useShownPage } from '#platform/web/navigation.tsx'
import { rhythmText } from '../model.ts'

export const head = unlistedHead('Job alert', 'Confirm or stop a job alert.', alertsPath)

/** Behind the links in the mails. */
export function Page() {
  const { path, search } = useShownPage()
  const { token, done, all } = search
  if (path === stopAlertPath)
    return <StopAlert token={token} isDone={done === 'true'} isAll={all === 'true'} />
  return token === undefined ? <IncompleteLink /> : <ConfirmAlert token={token} />
}

const manage = (token?: string) => (
  <LinkButton label="Your job alerts" to={alertsPath} search={{ token }} look="secondary" />
)

const ConfirmAlert = ({ token }: { token: string }) => (
  <LinkPage
    title="Confirm your job alert"
    lead="We will email you new jobs for your search. Each email has a link to stop."
    send={() => callApi('POST /api/alerts/confirm', { body: { token } })}
    done={({ alert, manageToken }) => ({
      title: alert.status === 'paused' ? 'This job alert is paused' : 'Your job alert is on',
      text: `${alert.label}. ${rhythmText(alert)}.`,
      next: manage(manageToken),
    })}
    failure={{ title: 'We could not confirm the job alert', fallback: 'Please try again.' }}
    button="Confirm job alert"
    pendingLabel="Confirming..."
  />
)

/** Works without scripts; mail programs send the POST at once. */
function StopAlert({
  token,
  isDone,
  isAll,
}: {
  token: string | undefined
  isDone: boolean
  isAll: boolean
}) {
  const what = isAll ? 'these job alerts' : 'this job alert'
  if (token === undefined && !isDone) return <IncompleteLink />
  return (
    <LinkPage
      title={`Stop ${what}`}
      lead={`Stop the emails about ${isAll ? 'all searches in this email' : 'this search'}.`}
      action={apiUrl('POST /alerts/stop', {
        query: { token: token ?? '', from: 'page', ...(isAll && { all: 'true' }) },
      })}
      send={() => callApi('POST /alerts/stop', { query: { token: token ?? '' } })}
      isDone={isDone}
      done={{
        title: isAll ? 'These job alerts are paused' : 'This job alert is paused',
        text:
          'We will not email you about ' +
          `${isAll ? 'these searches until you turn them' : 'this search until you turn it'} on ` +
          'again.',
        next: manage(),
      }}
      failure={{ title: `We could not stop ${what}`, fallback: 'Please try again.' }}
      button={isAll ? 'Stop job alerts' : 'Stop job alert'}
      pendingLabel="Stopping..."
    />
  )
}
