import { useState } from 'react'
import { alertLabel, alertTexts, frequencies, frequencyLabels } from '#features/alerts/model.ts'
import { searchParamsOf, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { alertsPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SelectField } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { callApi } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { formText } from '#platform/web/browser.ts'
import { PostForm } from '#platform/web/form/post-form.tsx'
import { TextLink } from '#platform/web/navigation.tsx'

/** Asks for the frequency and, without a confirmed account address, for an address. */
export function AlertDialog({
  criteria,
  onClose,
}: {
  criteria: SearchCriteria
  onClose: () => void
}) {
  const { user } = useCurrentUser()
  const asksForEmail = !(user?.emailVerified && user.email !== null)
  const [message, setMessage] = useState<string>()

  function save(fields: FormData) {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    const frequency = frequencies.find((frequency) => frequency === formText(fields, 'frequency'))
    const email = formText(fields, 'email')
    const body = {
      search: searchParamsOf(criteria),
      frequency,
      timeZone,
      ...(email !== '' && { email }),
    }
    return callApi('POST /api/alerts', { body })
  }

  return (
    <Dialog open onClose={onClose} title="Email me new jobs like these">
      {message !== undefined ? (
        <Alert>{message}</Alert>
      ) : (
        <PostForm
          {...(asksForEmail && {
            email: {
              hint: 'We will send you a link to confirm it. You do not need an account.',
              value: user?.email ?? null,
            },
          })}
          send={save}
          done={({ status, message }) => {
            if (status !== 'active') return setMessage(message)
            toast({ title: 'Job alert saved', description: message })
            onClose()
          }}
          failure={{ title: alertTexts.failed }}
          button="Save job alert"
          pendingLabel="Saving..."
        >
          <p className="font-semibold">{alertLabel(criteria)}</p>
          <SelectField
            label="How often"
            options={frequencyLabels}
            name="frequency"
            defaultValue="daily"
          />
        </PostForm>
      )}
      <p className="mt-4 text-xs text-muted">
        You get each new job once. Every email has a link to stop, and you can manage all alerts on{' '}
        <TextLink to={alertsPath}>Job alerts</TextLink>.
      </p>
    </Dialog>
  )
}
