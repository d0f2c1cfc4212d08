import type { ReactNode } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { confirmInquiryCall, confirmInquiryPath, jobsPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { QuestionPage } from '#ui/layout.tsx'
import { LinkButton, useShownPage } from '#platform/web/navigation.tsx'
import { waitingHours } from '../model.ts'
import { TokenForm } from './components/inquiry-parts.tsx'

export const head = unlistedHead('Send your inquiry', 'An inquiry that waits for its link.', confirmInquiryPath)

const ends: Record<string, ReactNode> = {
  done: (
    <Alert title="Inquiry sent successfully!">
      Your inquiry and your CV have been sent. You should receive a response within 24-48 hours. You find them under Applications
      in a physician account with this address.
    </Alert>
  ),
  used: <Alert title="This link was used before">Your inquiry and your CV were sent then. A link sends them once.</Alert>,
  gone: (
    <Alert tone="danger" title="Nothing was sent">
      The job has closed, or more than {waitingHours} hours have passed. We delete your inquiry and your CV.
    </Alert>
  ),
  refused: (
    <Alert tone="danger" title="This employer can no longer get a CV">
      Their email address is no longer confirmed, or one of you has blocked the other. Nothing was sent, and we delete your CV{' '}
      {waitingHours} hours after you wrote the inquiry.
    </Alert>
  ),
  dead: <Alert tone="danger">Part of the link is missing. Please open it from the email again.</Alert>,
}

/** Needs a press, because mail scanners follow links. Works without JavaScript. */
export function Page() {
  const { token, state = token === undefined ? 'dead' : '' } = useShownPage().search
  return (
    <QuestionPage title="Your inquiry">
      {token === undefined || state in ends ? (
        <>
          {ends[state]}
          <LinkButton label="Browse Jobs" to={jobsPath} look="secondary" className="self-start" />
        </>
      ) : (
        <>
          <p>Press the button to send your inquiry and your CV. That confirms that this email address is yours.</p>
          <TokenForm action={confirmInquiryCall} token={token} label="Send my inquiry and CV" />
        </>
      )}
    </QuestionPage>
  )
}
