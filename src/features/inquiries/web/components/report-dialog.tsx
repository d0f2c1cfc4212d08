import { reportSchema } from '#features/inquiries/schemas.ts'
import { DialogActions } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { callApi } from '#platform/web/api.ts'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import {
  JobDialog,
  type FormProps,
  type JobDialogProps,
  PersonFields,
  personDefaults,
} from './job-forms.tsx'

export const ReportDialog = (props: JobDialogProps) => (
  <JobDialog
    {...props}
    title="Report a Problem"
    about={`What is wrong with ${props.job.title} at ${props.job.employer}? A moderator reads every report. The employer does not learn who sent it.`}
  >
    {(form) => <ReportForm {...form} />}
  </JobDialog>
)

function ReportForm({ job, user, onSent }: FormProps) {
  const form = useApiForm({
    schema: reportSchema,
    defaults: { ...personDefaults(user), jobId: job.id, jobTitle: job.title },
    submit: (body) => callApi('POST /api/job-report', { body }),
    done: () => {
      toast({
        title: 'Report submitted successfully!',
        description: 'Thank you for your report. We will review it and take appropriate action.',
      })
      onSent()
      form.hook.reset()
    },
    keepAs: `report ${job.id}`,
    failure: { title: 'Failed to submit report' },
  })
  return (
    <ApiForm form={form} label="Report a Problem" className="flex flex-col gap-4">
      <PersonFields form={form.untyped} />
      <FormField form={form} name="reason" label="Reason" hint="10 to 1000 characters" area={{}} />
      <DialogActions>
        <SubmitButton label="Submit Report" form={form} pendingLabel="Submitting..." />
      </DialogActions>
    </ApiForm>
  )
}
