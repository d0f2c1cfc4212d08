import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { alertLabel, alertTexts, frequencies, frequencyLabels } from '#features/alerts/model.ts'
import { searchParamsOf, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { alertsPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmailInput, Field, SelectField } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { ApiError, callApi } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { formText, isComplete } from '#platform/web/browser.ts'
import { refusalOf } from '#platform/web/form/problems.ts'
import { TextLink } from '#platform/web/navigation.tsx'

/** Asks for the frequency and, without a confirmed account address, for an address. */
export function AlertDialog({ criteria, onClose }: { criteria: SearchCriteria; onClose: () => void }) {
  const formId = useId()
  const current = useCurrentUser()
  const user = current.status === 'signed-in' ? current.user : undefined
  const asksForEmail = !(user?.emailVerified && user.email !== null)
  const [invalid, setInvalid] = useState<string>()
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
      const email = formText(form, 'email')
      const body = {
        search: searchParamsOf(criteria),
        frequency: frequencies.find((frequency) => frequency === formText(form, 'frequency')),
        timeZone,
        ...(email !== '' && { email }),
      }
      return callApi('POST /api/alerts', { body })
    },
    onSuccess: ({ status, message }) => {
      if (status !== 'active') return
      toast({ title: 'Job alert saved', description: message })
      onClose()
    },
    onError: (error) =>
      setInvalid(error instanceof ApiError ? error.details.find((detail) => detail.field === 'email')?.message : undefined),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const isValid = isComplete(form)
    setInvalid(isValid ? undefined : 'Please enter a valid email address')
    if (isValid) save.mutate(new FormData(form))
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Email me new jobs like these"
      footer={
        save.data ? (
          <Button label="Close" onClick={onClose} />
        ) : (
          <Button type="submit" form={formId} disabled={save.isPending || current.status === 'loading'}>
            {save.isPending ? 'Saving...' : 'Save job alert'}
          </Button>
        )
      }
    >
      {save.data ? (
        <Alert>{save.data.message}</Alert>
      ) : (
        <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
          <p className="font-semibold">{alertLabel(criteria)}</p>
          {save.error && invalid === undefined && (
            <Alert tone="danger">{refusalOf(save.error, { title: alertTexts.failed }).message}</Alert>
          )}
          <SelectField label="How often" options={frequencyLabels} name="frequency" defaultValue="daily" />
          {asksForEmail && (
            <Field
              label="Email address"
              hint="We will send you a link to confirm it. You do not need an account."
              error={invalid}
              required
            >
              {(control) => <EmailInput {...control} defaultValue={user?.email ?? ''} />}
            </Field>
          )}
          <p className="text-xs text-muted">
            You get each new job once. Every email has a link to stop, and you can manage all alerts on{' '}
            <TextLink to={alertsPath}>Job alerts</TextLink>.
          </p>
        </form>
      )}
    </Dialog>
  )
}
