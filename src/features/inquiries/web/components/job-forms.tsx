import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react'
import { inquirySchema, reportSchema } from '#features/inquiries/schemas.ts'
import type { JobDetail } from '#features/jobs/contract.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { applicationsPath } from '#shared/paths.ts'
import { Checkbox, EmailInput, TextArea, TextInput } from '#ui/field.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Spinner } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { callApi, invalidateCalls } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { useChange } from '#platform/web/browser.ts'

/** What other features add for physicians. */
export type InquiryParts = {
  /** Uploads a CV where there is none. */
  CvUpload: ComponentType<{ user: CurrentUser }>
  /** Sends the CV on file with a standing message. */
  QuickInquiry: ComponentType<{ job: JobDetail; onSent: () => void }>
}

export type JobDialogProps = {
  job: JobDetail
  open: boolean
  onClose: () => void
  parts?: InquiryParts | undefined
}
type FormProps = Pick<JobDialogProps, 'job' | 'parts'> & { user: CurrentUser | null; onSent: () => void }

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
    What is wrong with {props.job.title} at {props.job.employer}? A moderator reads every report. The employer does not learn who
    sent it.
  </JobDialog>
)

type Props = JobDialogProps & { title: string; Form: ComponentType<FormProps>; children: ReactNode }

/** The form waits for the current user, because it starts with their data. */
function JobDialog({ job, open, onClose, parts, title, Form, children }: Props) {
  const current = useCurrentUser()
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <p className="mb-5 text-muted">{children}</p>
      {current.status === 'loading' ? (
        <Spinner />
      ) : (
        <Form job={job} parts={parts} user={current.status === 'signed-in' ? current.user : null} onSent={onClose} />
      )}
    </Dialog>
  )
}

function InquiryForm({ job, user, onSent, parts }: FormProps) {
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
  // Somebody who uploads a CV here wants to send it.
  useChange(cvFileName, () => setValue('attachCv', cvFileName !== ''))
  // Nothing appears above the form that is being filled in.
  const [hadCv] = useState(cvFileName !== '')
  const physician = user?.role === 'physician' ? user : undefined
  return (
    <>
      {physician && hadCv && parts && (
        <Suspense fallback={<Spinner />}>
          <parts.QuickInquiry job={job} onSent={onSent} />
        </Suspense>
      )}
      <ApiForm form={form} label="Send Inquiry" className="flex flex-col gap-4">
        <PersonFields form={form} />
        <FormField form={form} name="message" label="Message" hint="10 to 1000 characters">
          {(control) => <TextArea {...control} />}
        </FormField>
        {physician && <CvChoice job={job} user={physician} control={form.hook.register('attachCv')} CvUpload={parts?.CvUpload} />}
        <DialogActions>
          {physician && (
            <p className="mr-auto text-xs text-muted">
              You can follow it under{' '}
              <a href={applicationsPath} className="text-link">
                Applications
              </a>
              .
            </p>
          )}
          <SubmitButton form={form} pendingLabel="Sending...">
            Send Inquiry
          </SubmitButton>
        </DialogActions>
      </ApiForm>
    </>
  )
}

type Control = ReturnType<ReturnType<typeof useApiForm<{ attachCv?: boolean }, unknown, unknown>>['hook']['register']>

type CvChoiceProps = { job: JobDetail; user: CurrentUser; control: Control; CvUpload: InquiryParts['CvUpload'] | undefined }

function CvChoice({ job, user, control, CvUpload }: CvChoiceProps) {
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
      <Checkbox {...control} label={`Send my CV (${user.cvFileName})`} />
      <p className="text-xs text-muted">
        {job.answeredBy === 'poster'
          ? 'Only the person who posted this job can open it. You see when they do.'
          : 'Our team passes it on with your message. You see when somebody opens it.'}
      </p>
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
      <DialogActions>
        <SubmitButton form={form} pendingLabel="Submitting...">
          Submit Report
        </SubmitButton>
      </DialogActions>
    </ApiForm>
  )
}

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
        {(control) => <EmailInput {...control} />}
      </FormField>
    </>
  )
}

/** Known fields only, so that the browser can fill in the others. */
function personDefaults(user: CurrentUser | null): { name?: string; email?: string } {
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
  return { ...(name !== '' && { name }), ...(user?.email && { email: user.email }) }
}
