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
import type { InterviewChange } from '#features/inquiries/contract.ts'
import { InterviewPart } from './components/interview.tsx'
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
  const [inquiry, setInquiry] = useState<Mailed>()
  return (
    <QuestionPage title={reader === 'sender' ? 'Your inquiry' : 'An inquiry about a job'}>
      {inquiry ? (
        <MailedInquiry inquiry={inquiry} token={token ?? ''} onChange={setInquiry} />
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

type Mailed = ResponseOf<'POST /api/mailed-inquiry'>
type Props = { inquiry: Mailed; token: string; onChange: (inquiry: Mailed) => void }

function MailedInquiry({ inquiry, token, onChange }: Props) {
  const { reader, jobTitle, employer, name, email, message, sentAt, canWrite } = inquiry
  const { replies, interview } = inquiry
  const { change } = useShownPage().search
  // What somebody else booked or changed is shown after a refusal.
  async function send(body: InterviewChange) {
    try {
      const answer = await callApi('POST /api/mailed-inquiry/interview', {
        body: { token, ...body },
      })
      onChange(answer)
    } catch (error) {
      onChange(await callApi('POST /api/mailed-inquiry', { body: { token } }))
      throw error
    }
  }
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
      {interview !== null && change !== undefined && interview.sequence > Number(change) && (
        <div className="mt-8">
          <Alert>
            The interview was changed after the email that you opened. This is how it is now.
          </Alert>
        </div>
      )}
      <InterviewPart
        side="sender"
        interview={interview}
        theirName={employer}
        timeZone={canWrite ? interview?.timeZone : undefined}
        send={send}
      />
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
