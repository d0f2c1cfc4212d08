import { useState } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { mailedInquiryPath } from '#shared/paths.ts'
import { cardClass, QuestionPage } from '#ui/layout.tsx'
import { Alert } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { callApi } from '#platform/web/api.ts'
import { PostForm } from '#platform/web/form/post-form.tsx'
import { LocalTime } from '#platform/web/page-parts.tsx'
import { useShownPage } from '#platform/web/navigation.tsx'
import { ReplyForm } from './components/hiring.tsx'
import { Replies } from './components/inquiry-parts.tsx'
import type { ResponseOf } from '#shared/contract.ts'

export const head = unlistedHead(
  'Read an inquiry',
  'An inquiry about a job, or its answer.',
  mailedInquiryPath,
)

/** Needs a press, because mail scanners follow links. */
export function Page() {
  const { token, reader } = useShownPage().search
  const [inquiry, setInquiry] = useState<ResponseOf<'POST /api/mailed-inquiry'>>()
  return (
    <QuestionPage title={reader === 'sender' ? 'Your inquiry' : 'An inquiry about a job'}>
      {inquiry ? (
        <MailedInquiry inquiry={inquiry} token={token ?? ''} />
      ) : token === undefined ? (
        <Alert tone="danger">
          Part of the link is missing. Please open it from the email again.
        </Alert>
      ) : (
        <PostForm
          send={() => callApi('POST /api/mailed-inquiry', { body: { token } })}
          done={setInquiry}
          failure={{ title: 'Please try again.' }}
          button={
            reader === 'sender'
              ? 'I wrote it: confirm and read it'
              : 'Confirm my address and read it'
          }
          pendingLabel="Opening..."
        >
          <p>
            {reader === 'sender'
              ? 'Press the button only if you wrote the inquiry. It confirms that, and that this ' +
                'email address is yours.'
              : 'Press the button to read it. That confirms that this email address is yours.'}
          </p>
        </PostForm>
      )}
    </QuestionPage>
  )
}

function MailedInquiry({
  inquiry,
  token,
}: {
  inquiry: ResponseOf<'POST /api/mailed-inquiry'>
  token: string
}) {
  const { reader, jobTitle, employer, name, email, message, sentAt, replies, canWrite } = inquiry
  return (
    <article className={`${cardClass} p-5`}>
      <h2 className="text-base font-semibold">{jobTitle}</h2>
      <p className="text-muted">{employer}</p>
      <p className="mt-4 text-xs text-muted">
        {reader === 'sender' ? 'You wrote' : `${[name, email].filter(Boolean).join(', ')}, wrote`},{' '}
        <LocalTime at={sentAt} />
      </p>
      <p className="mt-1 max-w-prose whitespace-pre-line">{message}</p>
      <Replies replies={replies} from={employer} />
      {canWrite && (
        <div className="mt-6">
          <ReplyForm
            to={sentAt}
            submit={(text) =>
              callApi('POST /api/mailed-inquiry/messages', { body: { token, message: text } })
            }
            onSent={() => {
              toast({
                title: 'Message sent',
                description: `${employer} gets it. The answer comes by email.`,
              })
            }}
          />
        </div>
      )}
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
