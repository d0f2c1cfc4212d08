import { useQueryClient } from '@tanstack/react-query'
import type { SendInquiry } from '#features/inquiries/contract.ts'
import { inquirySchema } from '#features/inquiries/schemas.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { applicationsPath, resumePath } from '#shared/paths.ts'
import { Checkbox } from '#ui/checkbox.tsx'
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

export function InquiryDialog({ job, open, onClose }: JobDialogProps) {
  const current = useCurrentUser()
  return (
    <Dialog open={open} onClose={onClose} title="Send Inquiry">
      <p className="mb-5 text-muted">
        About {job.title} at {job.employer}. Your message goes to whoever posted the job; they answer you by email.
      </p>
      {/* The form begins with what is known of the person, so it waits until that is known. */}
      {current.status === 'loading' ? (
        <Spinner />
      ) : (
        <InquiryForm job={job} user={current.status === 'signed-in' ? current.user : null} onSent={onClose} />
      )}
    </Dialog>
  )
}

function InquiryForm({ job, user, onSent }: { job: JobDialogProps['job']; user: CurrentUser | null; onSent: () => void }) {
  const queryClient = useQueryClient()
  const form = useApiForm({
    schema: inquirySchema,
    defaults: { ...personDefaults(user), jobId: job.id, jobTitle: job.title, attachCv: false },
    submit: (body) => callApi<SendInquiry>({ method: 'POST', url: '/api/job-inquiry', body }),
    done: () => {
      toast({
        title: 'Inquiry sent successfully!',
        description: 'Your inquiry has been sent. You should receive a response within 24-48 hours.',
      })
      onSent()
      form.hook.reset()
      void queryClient.invalidateQueries({ queryKey: ['/api/applications'] })
    },
    failure: { title: 'Failed to send inquiry' },
  })
  return (
    <ApiForm form={form} label="Send Inquiry" className="flex flex-col gap-4">
      <PersonFields form={form} />
      <FormField form={form} name="message" label="Message" hint="10 to 1000 characters">
        {(control) => <TextArea {...control} />}
      </FormField>
      {user?.role === 'physician' && <CvChoice user={user} control={form.hook.register('attachCv')} />}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        {user?.role === 'physician' ? (
          <p className="text-xs text-muted">
            You can follow it under{' '}
            <a href={applicationsPath} className="text-link">
              Applications
            </a>
            .
          </p>
        ) : (
          <span />
        )}
        <SubmitButton form={form} pendingLabel="Sending...">
          Send Inquiry
        </SubmitButton>
      </div>
    </ApiForm>
  )
}

type Control = ReturnType<ReturnType<typeof useApiForm<{ attachCv?: boolean }, unknown, unknown>>['hook']['register']>

function CvChoice({ user, control }: { user: CurrentUser; control: Control }) {
  if (user.cvFileName === null) {
    return (
      <p className="text-xs text-muted">
        With a CV on file you could send it along:{' '}
        <a href={resumePath} className="text-link">
          upload one
        </a>
        .
      </p>
    )
  }
  return (
    <div>
      <Checkbox {...control} label={`Send my CV along (${user.cvFileName})`} />
      <p className="text-xs text-muted">Only this poster can open it, and you see when they do.</p>
    </div>
  )
}
