import { useQuery } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { confirmInquiryCall, confirmInquiryPath, jobsPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { cardClass, QuestionPage } from '#ui/layout.tsx'
import { storedText } from '#platform/web/browser.ts'
import { LinkButton, useShownPage, type PageLoad } from '#platform/web/navigation.tsx'
import { waitingHours } from '../model.ts'
import { TokenForm } from './components/inquiry-parts.tsx'
import { waitingQuery } from './queries.ts'
import { rememberSent } from './sent-here.ts'

export const head = unlistedHead(
  'Send your inquiry',
  'An inquiry that waits for its link.',
  confirmInquiryPath,
)

const ends: Record<string, ReactNode> = {
  done: (
    <Alert title="Inquiry sent successfully!">
      You should receive a response within 24-48 hours. You find it under Applications in a
      physician account with this address.
    </Alert>
  ),
  used: <Alert title="This link was used before">Your inquiry and your CV were sent then.</Alert>,
  gone: (
    <Alert tone="danger" title="Nothing was sent">
      The job has closed, or more than {waitingHours} hours have passed. We delete your inquiry and
      your CV.
    </Alert>
  ),
  refused: (
    <Alert tone="danger" title="This employer can no longer get a CV">
      Nothing was sent, and we delete your CV {waitingHours} hours after you wrote the inquiry.
    </Alert>
  ),
  dead: (
    <Alert tone="danger">Part of the link is missing. Please open it from the email again.</Alert>
  ),
}

export const load: PageLoad = async ({ queryClient, search: { token, state } }) => {
  if (token !== undefined && state === undefined)
    await queryClient.prefetchQuery(waitingQuery(token))
}

/** The job whose inquiry this tab is about to send. */
const confirming = storedText('confirmingInquiry')

/** Needs a press, because mail scanners follow links. Works without JavaScript. */
export function Page() {
  const { token, state = token === undefined ? 'dead' : '' } = useShownPage().search
  useEffect(() => {
    const jobId = confirming.read()
    if (state !== 'done' || jobId === '') return
    rememberSent(jobId)
    confirming.write('')
  }, [state])
  return (
    <QuestionPage title="Your inquiry">
      {token === undefined || state in ends ? (
        <>
          {ends[state]}
          <LinkButton label="Browse Jobs" to={jobsPath} look="secondary" className="self-start" />
        </>
      ) : (
        <>
          <Waiting token={token} />
          <p>
            Press the button to send your inquiry and your CV. That confirms that this email address
            is yours. If you did not write this, close the page.
          </p>
          <TokenForm action={confirmInquiryCall} token={token} label="Send my inquiry and CV" />
        </>
      )}
    </QuestionPage>
  )
}

/** Others may have written it with this address. */
function Waiting({ token }: { token: string }) {
  const { data } = useQuery(waitingQuery(token))
  const jobId = data?.jobId ?? ''
  useEffect(() => confirming.write(jobId), [jobId])
  return (
    data && (
      <article className={`${cardClass} p-5`}>
        <h2 className="text-base font-semibold">{data.jobTitle}</h2>
        <p className="text-muted">{data.employer}</p>
        <p className="mt-4">{data.name}</p>
        <p className="mt-1 max-w-prose whitespace-pre-line">{data.message}</p>
        <p className="mt-3 flex items-center gap-2 text-xs break-all text-muted">
          <Paperclip aria-hidden className="size-4 shrink-0" /> {data.cvFileName}
        </p>
      </article>
    )
  )
}
