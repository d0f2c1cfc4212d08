import { useQuery } from '@tanstack/react-query'
import { InquiryAbout, InquiryForm } from '#features/inquiries/web/components/job-forms.tsx'
import { maxMessageLength } from '#features/inquiries/model.ts'
import { recipientQuery } from '#features/inquiries/web/queries.ts'
import { JobRefusal } from '#features/jobs/web/job-page.tsx'
import { jobQuery } from '#features/jobs/web/queries.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { manyEmails } from '#shared/mail.ts'
import { inquiryFormPath } from '#shared/paths.ts'
import { Alert, Spinner } from '#ui/feedback.tsx'
import { cardClass, QuestionPage } from '#ui/layout.tsx'
import { currentUserQuery, useCurrentUser } from '#platform/web/current-user.ts'
import { LinkButton, useNavigate, useShownPage, type PageLoad } from '#platform/web/navigation.tsx'
import { inquiryParts, introductionQuery } from './job-page.tsx'

export const load: PageLoad = async ({ queryClient, params: { id = '' } }) => {
  const [user] = await Promise.all([
    queryClient.ensureQueryData(currentUserQuery),
    queryClient.prefetchQuery(jobQuery(id)),
    queryClient.prefetchQuery(recipientQuery(id)),
  ])
  if (user?.role === 'physician') await queryClient.prefetchQuery(introductionQuery)
}

export const head = unlistedHead('Send Inquiry', 'Write to the employer of a job.', '/jobs')

const states: Record<string, { title: string; text: string }> = {
  sent: {
    title: 'Inquiry sent successfully!',
    text: 'Your inquiry has been sent. You should receive a response within 24-48 hours.',
  },
  waiting: {
    title: 'Check your email',
    text:
      'We are emailing you a link. Open it within 48 hours to send your inquiry and your CV. ' +
      `Otherwise we delete both. ${manyEmails}`,
  },
}

/**
 * The inquiry's form as a page: without scripts, and where a link brings a draft. Nothing is sent
 * but by its button.
 */
export function Page() {
  const { params, search } = useShownPage()
  const { id = '' } = params
  const navigate = useNavigate()
  const { status, user = null } = useCurrentUser()
  const { data: job, error } = useQuery(jobQuery(id))
  const state = states[search['state'] ?? '']
  const draft = search['message']?.slice(0, maxMessageLength)
  if (error) return <JobRefusal id={id} error={error} />
  if (!job || status === 'loading') return <Spinner />
  return (
    <QuestionPage title="Send Inquiry">
      {state ? (
        <>
          <Alert title={state.title}>{state.text}</Alert>
          <LinkButton
            label="Back to the job"
            to="/jobs/:id"
            params={{ id }}
            look="secondary"
            className="self-start"
          />
        </>
      ) : (
        <>
          <p className="text-muted">
            <InquiryAbout job={job} />
          </p>
          {draft && (
            <Alert>
              The link brought this draft. Please check it: nothing is sent until you press the
              button.
            </Alert>
          )}
          <div className={`${cardClass} overflow-clip p-5`}>
            <InquiryForm
              job={job}
              user={user}
              parts={inquiryParts}
              message={draft}
              onSent={(isWaiting) =>
                navigate({
                  to: inquiryFormPath(id),
                  search: { state: isWaiting ? 'waiting' : 'sent' },
                  replace: true,
                })
              }
            />
          </div>
        </>
      )}
    </QuestionPage>
  )
}
