import type { ReportJob } from '#features/inquiries/contract.ts'
import { reportSchema } from '#features/inquiries/schemas.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { TextArea } from '#ui/text-input.tsx'
import { toast } from '#ui/toast.ts'
import { callApi } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { FormField } from '#web/lib/form/form-field.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import { personDefaults } from '../person-defaults.ts'
import type { JobDialogProps } from './job-dialogs.tsx'
import { PersonFields } from './person-fields.tsx'

export function ReportDialog({ job, open, onClose }: JobDialogProps) {
  const current = useCurrentUser()
  return (
    <Dialog open={open} onClose={onClose} title="Report a Problem">
      <p className="mb-5 text-muted">
        What is wrong with {job.title} at {job.employer}? A moderator reads every report; the poster does not learn who sent it.
      </p>
      {current.status === 'loading' ? (
        <Spinner />
      ) : (
        <ReportForm job={job} user={current.status === 'signed-in' ? current.user : null} onSent={onClose} />
      )}
    </Dialog>
  )
}

function ReportForm({ job, user, onSent }: { job: JobDialogProps['job']; user: CurrentUser | null; onSent: () => void }) {
  const form = useApiForm({
    schema: reportSchema,
    defaults: { ...personDefaults(user), jobId: job.id, jobTitle: job.title },
    submit: (body) => callApi<ReportJob>({ method: 'POST', url: '/api/job-report', body }),
    done: () => {
      toast({
        title: 'Report submitted successfully!',
        description: 'Thank you for your report. We will review it and take appropriate action.',
      })
      onSent()
      form.hook.reset()
    },
    failure: { title: 'Failed to submit report' },
  })
  return (
    <ApiForm form={form} label="Report a Problem" className="flex flex-col gap-4">
      <PersonFields form={form} />
      <FormField form={form} name="reason" label="Reason" hint="10 to 1000 characters">
        {(control) => <TextArea {...control} />}
      </FormField>
      <SubmitButton form={form} pendingLabel="Submitting..." className="mt-2 self-end">
        Submit Report
      </SubmitButton>
    </ApiForm>
  )
}
