import { useMutation } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import { mailedInquiryPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { cardClass, QuestionPage } from '#ui/layout.tsx'
import { Alert } from '#ui/feedback.tsx'
import { ApiError } from '#platform/web/api.ts'
import { refusalOf } from '#platform/web/form/problems.ts'
import { LocalTime } from '#platform/web/page-parts.tsx'
import { useHydrated, useShownPage } from '#platform/web/navigation.tsx'
import { Replies } from './components/inquiry-parts.tsx'
import { openMailedInquiry } from './queries.ts'

export const head = unlistedHead('Read an inquiry', 'An inquiry about a job, or its answer.', mailedInquiryPath)

/** Needs a press, because mail scanners follow links. */
export function Page() {
  const { token } = useShownPage().search
  const ready = useHydrated()
  const { data, error, isPending, mutate } = useMutation({ mutationFn: () => openMailedInquiry(token ?? '') })
  const isGone = error instanceof ApiError && error.code === 'NOT_FOUND'
  return (
    <QuestionPage title={data?.reader === 'sender' ? 'The answer to your inquiry' : 'An inquiry about a job'}>
      {token === undefined && <Alert tone="danger">Part of the link is missing. Please open it from the email again.</Alert>}
      {error && <Alert tone="danger">{refusalOf(error, { title: 'Please try again.' }).message}</Alert>}
      {token !== undefined && !data && !isGone && (
        <>
          <p>Press the button to read it. That confirms that this email address is yours.</p>
          <div>
            <Button disabled={!ready || isPending} onClick={() => mutate()}>
              {isPending ? 'Opening...' : 'Confirm my address and read it'}
            </Button>
          </div>
        </>
      )}
      {data && <MailedInquiry inquiry={data} />}
    </QuestionPage>
  )
}

function MailedInquiry({ inquiry }: { inquiry: Awaited<ReturnType<typeof openMailedInquiry>> }) {
  const { reader, jobTitle, employer, name, email, message, sentAt, replies } = inquiry
  return (
    <article className={`${cardClass} p-5`}>
      <h2 className="text-base font-semibold break-words">{jobTitle}</h2>
      <p className="break-words text-muted">{employer}</p>
      <p className="mt-4 text-xs break-words text-muted">
        {reader === 'sender' ? 'You wrote' : `${[name, email].filter(Boolean).join(', ')}, wrote`}, <LocalTime at={sentAt} />
      </p>
      <p className="mt-1 max-w-prose break-words whitespace-pre-line">{message}</p>
      <Replies replies={replies} from={employer} />
      {reader === 'poster' && email !== null && (
        <p className="mt-4">
          <a className="text-link" href={`mailto:${encodeURIComponent(email)}`}>
            Answer by email
          </a>
        </p>
      )}
    </article>
  )
}
