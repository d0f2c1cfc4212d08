import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { confirmInquiryCall, confirmInquiryPath, jobsPath } from '#shared/paths.ts'
import { Alert, Spinner } from '#ui/feedback.tsx'
import { cardClass, QuestionPage } from '#ui/layout.tsx'
import { LinkButton, useShownPage, type PageLoad } from '#platform/web/navigation.tsx'
import { waitingHours } from '../model.ts'
import { TokenForm } from './components/inquiry-parts.tsx'
import { waitingInquiryQuery } from './queries.ts'

export const load: PageLoad = ({ queryClient, search: { token } }) => queryClient.prefetchQuery(waitingInquiryQuery(token ?? ''))

export const head = unlistedHead('Send your inquiry', 'An inquiry that waits for its link.', confirmInquiryPath)

const ends: Record<string, ReactNode> = {
  done: (
    <Alert title="Inquiry sent successfully!">
      Your inquiry and your CV have been sent. You should receive a response within 24-48 hours. You find them under Applications
      in a physician account with this address.
    </Alert>
  ),
  sent: <Alert title="This link was used before">Your inquiry and your CV were sent then. A link sends them once.</Alert>,
  closed: (
    <Alert tone="danger" title="This job has closed">
      Nothing was sent. We delete your inquiry and your CV {waitingHours} hours after you wrote it.
    </Alert>
  ),
  refused: (
    <Alert tone="danger" title="This employer can no longer get a CV">
      Their email address is not confirmed. Nothing was sent, and we delete your CV {waitingHours} hours after you wrote the
      inquiry. You can send one without a CV.
    </Alert>
  ),
  deleted: (
    <Alert tone="danger" title="Your inquiry and your CV are deleted">
      A link works for {waitingHours} hours, or until you send the same inquiry again. Nothing was sent.
    </Alert>
  ),
}

/** Needs a press, because mail scanners follow links. Works without JavaScript. */
export function Page() {
  const { token = '', state = '' } = useShownPage().search
  const { data, error } = useQuery(waitingInquiryQuery(token))
  if (error) {
    return (
      <QuestionPage title="Your inquiry">
        <Alert tone="danger">{error.message}</Alert>
      </QuestionPage>
    )
  }
  if (!data) return <Spinner />
  const { inquiry } = data
  return (
    <QuestionPage title="Your inquiry">
      {data.state === 'sent' && state === 'done' ? ends['done'] : ends[data.state]}
      {inquiry && (
        <article className={`${cardClass} p-5`}>
          <h2 className="text-base font-semibold break-words">{inquiry.jobTitle}</h2>
          <p className="break-words text-muted">{inquiry.employer}</p>
          <p className="mt-4 text-xs break-words text-muted">
            {inquiry.name}, {inquiry.email}, with the CV {inquiry.cvFileName}
          </p>
          <p className="mt-1 max-w-prose break-words whitespace-pre-line">{inquiry.message}</p>
        </article>
      )}
      {data.state === 'waiting' ? (
        <>
          <p>Press the button to send it. That confirms that this email address is yours.</p>
          <TokenForm action={confirmInquiryCall} token={token} label="Send my inquiry and CV" />
        </>
      ) : (
        <LinkButton label="Browse Jobs" to={jobsPath} look="secondary" className="self-start" />
      )}
    </QuestionPage>
  )
}
