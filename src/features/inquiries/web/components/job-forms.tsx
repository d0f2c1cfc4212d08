import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { z } from 'zod'
import { useMemo, type ReactNode } from 'react'
import { formatOfName, maxCvBytes, refusalText } from '#features/cv/model.ts'
import {
  answerField,
  maxMessageLength,
  readAnswers,
  waitingHours,
  type AskedQuestion,
} from '#features/inquiries/model.ts'
import { inquirySchema, type InquiryInput } from '#features/inquiries/schemas.ts'
import { asks, statedTerms, contractTerms, toggleQuestion } from '#features/jobs/terms.ts'
import type { JobDetail } from '#features/jobs/contract.ts'
import { payText, placeText } from '#features/jobs/display.ts'
import type { ResponseOf } from '#shared/contract.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { manyEmails } from '#shared/mail.ts'
import { applicationsPath, inquiryFormCall } from '#shared/paths.ts'
import { Button, chipClass } from '#ui/button.tsx'
import { Checkbox, EmailInput } from '#ui/field.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Alert, Spinner } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { ApiError, callApi } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm, type AnyForm } from '#platform/web/form/use-api-form.ts'
import { useChange } from '#platform/web/browser.ts'
import type { LazyPart } from '#platform/web/lazy-part.tsx'
import { useShownPage } from '#platform/web/navigation.tsx'
import { recipientQuery, sendInquiryForm } from '../queries.ts'
import { rememberSent } from '../sent-here.ts'

/** What other features add for physicians. */
export type InquiryParts = {
  /** Uploads a CV where there is none. */
  CvUpload: LazyPart<{ user: CurrentUser }>
  /** The key of the query of the standing message that goes with a CV. */
  introduction: QueryKey
  /** The key of the query of the profile, whose lines introduce a physician. */
  profile: QueryKey
  /** What brought the visitor. */
  arrivalAt: (jobId: string) => Pick<InquiryInput, 'mark' | 'referrer'>
}

export type JobDialogProps = { job: JobDetail; open: boolean; onClose: () => void }
export type FormProps = {
  job: JobDetail
  user: CurrentUser | null
  onSent: (isWaiting?: boolean) => void
}
type InquiryProps = { parts: InquiryParts; message?: string | undefined }

export const InquiryDialog = ({ parts, message, ...props }: JobDialogProps & InquiryProps) => (
  <JobDialog {...props} title="Send Inquiry" about={<InquiryAbout job={props.job} />}>
    {(form) => <InquiryForm {...form} parts={parts} message={message} />}
  </JobDialog>
)

export const InquiryAbout = ({ job }: { job: JobDetail }) => (
  <>
    About {job.title} at {job.employer}, {placeText(job)}, {payText(job) ?? 'pay not stated'}.{' '}
    {job.answeredBy === 'poster'
      ? 'Your message goes to the person who posted the job. They answer you by email.'
      : 'This posting has no contact email. Our team reads your message, and passes it on if it ' +
        'finds a contact.'}
  </>
)

type Props = JobDialogProps & {
  title: string
  about: ReactNode
  children: (form: FormProps) => ReactNode
}

/** The form waits for the current user, because it starts with their data. */
export function JobDialog({ job, open, onClose, title, about, children }: Props) {
  const current = useCurrentUser()
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <p className="mb-5 text-muted">{about}</p>
      {current.status === 'loading' ? (
        <Spinner />
      ) : (
        children({
          job,
          user: current.status === 'signed-in' ? current.user : null,
          onSent: onClose,
        })
      )}
    </Dialog>
  )
}

/**
 * Waits for what it begins with: whether the recipient may get a CV, and the physician's
 * introduction.
 */
export function InquiryForm({ message, ...props }: FormProps & InquiryProps) {
  const { job, user, parts } = props
  const recipient = useQuery(recipientQuery(job.id))
  const acceptsCv = recipient.data?.acceptsCv ?? false
  const goesWithCv = user?.role === 'physician' && user.cvFileName !== null && acceptsCv
  const introduction = useQuery<{ introduction: { text: string } }>({
    queryKey: parts.introduction,
    staleTime: 60_000,
    enabled: goesWithCv && message === undefined,
  })
  // One that closes later leaves what is typed.
  if (
    !recipient.data &&
    recipient.error instanceof ApiError &&
    recipient.error.code === 'NOT_FOUND'
  )
    return <Alert tone="danger">This job has closed in the meantime. Nothing was sent.</Alert>
  if (recipient.isLoading || introduction.isLoading) return <Spinner />
  return (
    <ReadyForm
      {...props}
      recipient={recipient.data ?? { acceptsCv, questions: [], keptMonths: null }}
      message={message ?? introduction.data?.introduction.text}
    />
  )
}

export const cvInput = { type: 'file', accept: '.pdf,.doc,.docx', className: 'py-1.5' } as const

/** A file that somebody chooses, or none. */
export const cvField = z
  .custom<FileList>()
  .optional()
  .transform((files) => files?.[0])
  .refine(
    (file) => !file || (file.size > 0 && formatOfName(file.name) !== undefined),
    refusalText('type'),
  )
  .refine((file) => !file || file.size <= maxCvBytes, refusalText('size'))

const withFile = inquirySchema.extend({ cv: cvField })

/** The answers are those that the posting asks for. */
const formSchemaFor = (questions: readonly AskedQuestion[]) =>
  withFile.superRefine(({ answers }, context) => {
    for (const { field, message } of readAnswers(questions, answers).problems)
      context.addIssue({ code: 'custom', path: field.split('.'), message })
  })

type ReadyProps = FormProps &
  InquiryProps & { recipient: ResponseOf<'GET /api/jobs/:id/recipient'> }

function ReadyForm({ job, user, onSent, parts, message, recipient }: ReadyProps) {
  const { acceptsCv, questions, keptMonths } = recipient
  const queryClient = useQueryClient()
  const siteMonths = Math.round(useShownPage().site.retentionDays.inquiries / 30.4)
  const physician = user?.role === 'physician' ? user : undefined
  const cvFileName = (acceptsCv && physician?.cvFileName) || ''
  const form = useApiForm({
    schema: useMemo(() => formSchemaFor(questions), [questions]),
    defaults: {
      ...personDefaults(user),
      jobId: job.id,
      jobTitle: job.title,
      attachCv: cvFileName !== '',
      asAccount: physician !== undefined,
      ...(message !== undefined && { message }),
    },
    async submit({ cv, ...body }) {
      const { name, email, message, jobId, answers = {} } = body
      const arrival = parts.arrivalAt(job.id)
      const answered = Object.entries(answers).map(
        ([id, answer]) => [answerField(id), answer] as const,
      )
      try {
        return await (cv
          ? sendInquiryForm(
              { name, email, message, jobId, ...arrival, ...Object.fromEntries(answered) },
              cv,
            )
          : callApi('POST /api/job-inquiry', { body: { ...body, ...arrival } }))
      } catch (error) {
        // The posting may ask something else by now.
        void queryClient.invalidateQueries(recipientQuery(job.id))
        throw error
      }
    },
    done: (answer, { email }) => {
      const isWaiting = 'isWaiting' in answer && answer.isWaiting === true
      toast(isWaiting ? waitingToast(email) : sentToast(job))
      if (user === null && !isWaiting) rememberSent(job.id)
      onSent(isWaiting)
      form.hook.reset()
    },
    changes: ['GET /api/applications'],
    keepAs: `inquiry ${job.id}`,
    failure: { title: 'Failed to send inquiry' },
  })
  const { setValue, watch } = form.hook
  // Somebody who uploads a CV here wants to send it.
  useChange(cvFileName, () => setValue('attachCv', cvFileName !== ''))
  return (
    <ApiForm
      form={form}
      action={inquiryFormCall}
      label="Send Inquiry"
      className="flex flex-col gap-4"
    >
      <input type="hidden" name="jobId" value={job.id} />
      <PersonFields form={form.untyped} />
      <Questions
        job={job}
        message={watch('message') ?? ''}
        onChange={(text) => setValue('message', text, { shouldDirty: true })}
      />
      <FormField
        form={form}
        name="message"
        label="Message"
        hint="10 to 1000 characters"
        required
        area={{ minLength: 10, rows: message === undefined ? 5 : 8 }}
      />
      {physician && (
        <ProfileLines
          profile={parts.profile}
          message={watch('message') ?? ''}
          onUse={(text) => setValue('message', text, { shouldDirty: true })}
        />
      )}
      {questions.map((question) => (
        <FormField
          key={question.id}
          form={form}
          name={answerField(question.id)}
          label={question.label}
          required={question.isRequired}
          optional={!question.isRequired}
          {...answerControl(question)}
        />
      ))}
      {!acceptsCv && user?.role !== 'employer' && user?.role !== 'recruiter' && (
        <p className="text-xs text-muted">
          This employer has not confirmed an email address yet, so we do not pass on CVs.
        </p>
      )}
      {acceptsCv &&
        physician &&
        (cvFileName === '' ? (
          <parts.CvUpload user={physician} waiting={<Spinner />} />
        ) : (
          <div>
            <Checkbox
              {...form.hook.register('attachCv')}
              defaultChecked
              label={`CV attached (${cvFileName})`}
            />
            <p className="text-xs text-muted">You see when somebody opens it.</p>
          </div>
        ))}
      {acceptsCv && user === null && (
        <FormField
          form={form}
          name="cv"
          label="CV (optional)"
          hint={`PDF, DOC, or DOCX, up to 5 MB. With a CV, we email you a link that sends both. Otherwise we delete both after ${waitingHours} hours.`}
          input={cvInput}
        />
      )}
      <p className="text-xs text-muted">
        Kept for {Math.min(keptMonths ?? siteMonths, siteMonths)} months, then deleted.
      </p>
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
        <SubmitButton label="Send Inquiry" form={form} isPlain pendingLabel="Sending..." />
      </DialogActions>
    </ApiForm>
  )
}

function answerControl({ kind, choices }: AskedQuestion) {
  if (kind === 'text') return { area: { rows: 3, maxLength: maxMessageLength } }
  if (kind === 'number') return { input: { inputMode: 'decimal', autoComplete: 'off' } } as const
  if (kind === 'date') return { input: { type: 'date' } }
  const options = kind === 'choice' ? choices : ['Yes', 'No']
  return { select: { empty: 'Please choose', options } }
}

const waitingToast = (email: string) => ({
  title: 'Check your email',
  description:
    `We are emailing a link to ${email}. Open it within ${waitingHours} hours to send ` +
    `your inquiry and your CV. ${manyEmails}`,
})

const sentToast = (job: JobDetail) => ({
  title: 'Inquiry sent successfully!',
  description:
    job.answeredBy === 'poster'
      ? 'Your inquiry has been sent. You should receive a response within 24-48 hours.'
      : 'Your inquiry has been sent to our team, because the job has no contact address.',
})

/** What the posting leaves open: a tap adds the question to the message, or takes it out. */
function Questions({
  job,
  message,
  onChange,
}: {
  job: JobDetail
  message: string
  onChange: (message: string) => void
}) {
  const { missing } = statedTerms(job)
  if (missing.length === 0) return null
  return (
    <div role="group" aria-label="Ask about" className="noscript:hidden">
      <p className="mb-2 font-semibold">Ask about</p>
      <div className="flex flex-wrap gap-2">
        {missing.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={asks(message, name)}
            onClick={() => onChange(toggleQuestion(job, message, name))}
            className={`${chipClass} aria-pressed:border-action aria-pressed:bg-action-wash aria-pressed:text-action`}
          >
            {contractTerms[name].label}
          </button>
        ))}
      </div>
    </div>
  )
}

type LinesProps = { profile: QueryKey; message: string; onUse: (message: string) => void }

/** Adds what the profile shows to employers, as far as the message has room, to be edited. */
function ProfileLines({ profile, message, onUse }: LinesProps) {
  const { data } = useQuery<{ lines: string }>({ queryKey: profile, staleTime: 60_000 })
  const lines = data?.lines ?? ''
  if (lines === '' || message.includes(lines)) return null
  const introduced = [message.trim(), lines].filter((text) => text !== '').join('\n\n')
  return (
    <Button
      label="Introduce me with these lines"
      title={lines}
      look="secondary"
      size="sm"
      className="self-start noscript:hidden"
      onClick={() => onUse(introduced.slice(0, maxMessageLength))}
    />
  )
}

/** Name and contact, for both dialogs; the form has more fields than these. */
export const PersonFields = ({ form }: { form: AnyForm }) => (
  <>
    <FormField form={form} name="name" label="Name" required input={{ autoComplete: 'name' }} />
    <FormField form={form} name="email" label="Email" required>
      {(control) => <EmailInput {...control} />}
    </FormField>
  </>
)

/** Known fields only, so that the browser can fill in the others. */
export function personDefaults(user: CurrentUser | null): { name?: string; email?: string } {
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
  return { ...(name !== '' && { name }), ...(user?.email && { email: user.email }) }
}
