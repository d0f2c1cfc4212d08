import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { inquirySchema, reportSchema } from '#features/inquiries/schemas.ts'
import type { JobDetail } from '#features/jobs/contract.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { applicationsPath } from '#shared/paths.ts'
import { Checkbox, TextArea, TextInput } from '#ui/field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Spinner } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { callApi, invalidateCalls } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { ApiForm, FormField, SubmitButton } from '#web/lib/form/api-form.tsx'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import { useChange } from '#web/lib/use-change.ts'

export type JobDialogProps = {
  job: JobDetail
  open: boolean
  onClose: () => void
  /** Lets a physician without a CV upload one. */
  CvUpload?: ComponentType<{ user: CurrentUser }> | undefined
}
type FormProps = Pick<JobDialogProps, 'job' | 'CvUpload'> & { user: CurrentUser | null; onSent: () => void }

export const InquiryDialog = (props: JobDialogProps) => (
  <JobDialog {...props} title="Send Inquiry" Form={InquiryForm}>
    About {props.job.title} at {props.job.employer}.{' '}
    {props.job.answeredBy === 'poster'
      ? 'Your message goes to the person who posted the job. They answer you by email.'
      : 'The person who posted this job gave no address. Your message goes to our team, which passes it on if it finds a contact.'}
  </JobDialog>
)

export const ReportDialog = (props: JobDialogProps) => (
  <JobDialog {...props} title="Report a Problem" Form={ReportForm}>
    What is wrong with {props.job.title} at {props.job.employer}? A moderator reads every report; the poster does not learn who
    sent it.
  </JobDialog>
)

type Props = JobDialogProps & { title: string; Form: ComponentType<FormProps>; children: ReactNode }

/** The form waits for the current user, because it starts with their data. */
function JobDialog({ job, open, onClose, CvUpload, title, Form, children }: Props) {
  const current = useCurrentUser()
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <p className="mb-5 text-muted">{children}</p>
      {current.status === 'loading' ? (
        <Spinner />
      ) : (
        <Form job={job} CvUpload={CvUpload} user={current.status === 'signed-in' ? current.user : null} onSent={onClose} />
      )}
    </Dialog>
  )
}

function InquiryForm({ job, user, onSent, CvUpload }: FormProps) {
  const queryClient = useQueryClient()
  const form = useApiForm({
    schema: inquirySchema,
    defaults: { ...personDefaults(user), jobId: job.id, jobTitle: job.title, attachCv: false },
    submit: (body) => callApi('POST /api/job-inquiry', { body }),
    done: () => {
      toast({
        title: 'Inquiry sent successfully!',
        description:
          job.answeredBy === 'poster'
            ? 'Your inquiry has been sent. You should receive a response within 24-48 hours.'
            : 'Your inquiry has been sent to our team, because the job has no contact address.',
      })
      onSent()
      form.hook.reset()
      void invalidateCalls(queryClient, ['GET /api/applications'])
    },
    failure: { title: 'Failed to send inquiry' },
  })
  const cvFileName = user?.cvFileName ?? ''
  const { setValue } = form.hook
  // Whoever uploads a CV here wants to send it.
  useChange(cvFileName, () => setValue('attachCv', cvFileName !== ''))
  return (
    <ApiForm form={form} label="Send Inquiry" className="flex flex-col gap-4">
      <PersonFields form={form} />
      <FormField form={form} name="message" label="Message" hint="10 to 1000 characters">
        {(control) => <TextArea {...control} />}
      </FormField>
      {user?.role === 'physician' && <CvChoice user={user} control={form.hook.register('attachCv')} CvUpload={CvUpload} />}
      <div className={`${actionsClass} flex flex-wrap items-center justify-between gap-3`}>
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

function CvChoice({ user, control, CvUpload }: { user: CurrentUser; control: Control } & Pick<FormProps, 'CvUpload'>) {
  if (user.cvFileName === null) {
    return (
      CvUpload && (
        <Suspense fallback={<Spinner />}>
          <CvUpload user={user} />
        </Suspense>
      )
    )
  }
  return (
    <div>
      <Checkbox {...control} label={`Send my CV along (${user.cvFileName})`} />
      <p className="text-xs text-muted">Only this poster can open it, and you see when they do.</p>
    </div>
  )
}

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
    failure: { title: 'Failed to submit report' },
  })
  return (
    <ApiForm form={form} label="Report a Problem" className="flex flex-col gap-4">
      <PersonFields form={form} />
      <FormField form={form} name="reason" label="Reason" hint="10 to 1000 characters">
        {(control) => <TextArea {...control} />}
      </FormField>
      <div className={`${actionsClass} flex justify-end`}>
        <SubmitButton form={form} pendingLabel="Submitting...">
          Submit Report
        </SubmitButton>
      </div>
    </ApiForm>
  )
}

/** In sight while the fields scroll. */
const actionsClass = 'sticky bottom-0 -mx-5 -mb-5 border-t border-line bg-surface px-5 py-4'

type PersonForm = ComponentProps<typeof FormField<{ name: string; email: string }, unknown>>['form']

/** Name and contact, for both dialogs; the form has more fields than these. */
function PersonFields({ form }: { form: unknown }) {
  const person = form as PersonForm
  return (
    <>
      <FormField form={person} name="name" label="Name">
        {(control) => <TextInput {...control} autoComplete="name" />}
      </FormField>
      <FormField form={person} name="email" label="Email">
        {(control) => <TextInput {...control} type="email" autoComplete="email" inputMode="email" />}
      </FormField>
    </>
  )
}

/** Known fields only, so that the browser can fill in the others. */
function personDefaults(user: CurrentUser | null): { name?: string; email?: string } {
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
  return { ...(name !== '' && { name }), ...(user?.email && { email: user.email }) }
}
