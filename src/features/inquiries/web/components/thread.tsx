import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApplicationDetail, InboxDetail } from '#features/inquiries/contract.ts'
import type { Side } from '#features/inquiries/model.ts'
import type { BodyOf } from '#shared/contract.ts'
import { applicationPath, inquiryPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback.tsx'
import { Checkbox } from '#ui/field.tsx'
import { LabeledSection } from '#ui/layout.tsx'
import { toast } from '#ui/toast.ts'
import { useAction } from '#platform/web/action.tsx'
import { apiQuery, apiUrl, callApi } from '#platform/web/api.ts'
import { TextLink, useHydrated } from '#platform/web/navigation.tsx'
import { sendThreadMessage, threadCalls } from '../queries.ts'
import { ReplyForm } from './hiring.tsx'
import { Replies } from './inquiry-parts.tsx'
import { InterviewPart } from './interview.tsx'

type Props = {
  side: Side
  thread: Pick<ApplicationDetail & InboxDetail, 'id' | 'replies' | 'interview' | 'earlier' | 'blockedBy' | 'showsEmail'>
  /** The other side's name. */
  other: string
  /** There is something new. */
  isUnread: boolean
  /** Why nobody can write here any more. */
  closed: string | undefined
  /** Of the job's place, for the poster. */
  timeZone?: string
}

/** The messages about an application, for either side. */
export function Thread({ side, thread, other, isUnread, closed, timeZone }: Props) {
  const { id, replies, interview, earlier, blockedBy, showsEmail } = thread
  const isSender = side === 'sender'
  const params = { id }
  const { run: markRead } = useAction({
    call: () => callApi('PUT /api/threads/:id/read', { params }),
    changes: threadCalls,
  })
  const sent = useAction({ call: () => Promise.resolve(), changes: threadCalls })

  // A thread counts as read once it was shown.
  useEffect(() => {
    if (isUnread) markRead()
    // oxlint-disable-next-line react/exhaustive-deps -- made anew by each render
  }, [isUnread])

  return (
    <LabeledSection title="Messages" titleClass="sr-only">
      {earlier !== null && (
        <p className="mt-4">
          <TextLink to={isSender ? applicationPath(id) : inquiryPath(id)} search={{ before: earlier }}>
            Earlier messages
          </TextLink>
        </p>
      )}
      <Replies
        replies={replies}
        from={isSender ? other : 'You'}
        to={isSender ? 'You' : other}
        fileUrl={(messageId) => apiUrl('GET /api/threads/:id/files/:messageId', { params: { id, messageId } })}
      />
      <InterviewPart
        {...{ side, id, interview, other }}
        timeZone={blockedBy === null && closed === undefined ? timeZone : undefined}
      />
      <div className="mt-8">
        {blockedBy !== null ? (
          <Alert>{blockedBy === side ? `You have blocked ${other}.` : `${other} takes no messages from you.`}</Alert>
        ) : closed !== undefined ? (
          <p className="text-muted">{closed}</p>
        ) : (
          <ReplyForm
            hasSaved={!isSender}
            action={apiUrl('POST /api/threads/:id/messages', { params })}
            submit={(message, file) => sendThreadMessage(id, message, file)}
            onSent={() => {
              toast({
                title: isSender ? 'Message sent' : 'Reply sent',
                description: `${other} finds it here, and gets a notice by email.`,
              })
              sent.run()
            }}
          />
        )}
      </div>
      <Options side={side} id={id} other={other} showsEmail={showsEmail} isBlocked={blockedBy === side} />
    </LabeledSection>
  )
}

type OptionsProps = { side: Side; id: string; other: string; showsEmail: boolean; isBlocked: boolean }

function Options({ side, id, other, showsEmail, isBlocked }: OptionsProps) {
  const ready = useHydrated()
  const isSender = side === 'sender'
  const params = { id }
  const change = useAction({
    call: (body: BodyOf<'PUT /api/threads/:id'>) => callApi('PUT /api/threads/:id', { params, body }),
    done: (_, { blocked }) =>
      blocked === undefined ? undefined : { title: blocked ? `${other} is blocked` : `${other} can write to you again` },
    changes: threadCalls,
  })
  const report = useAction({
    call: (reason: string) => callApi('POST /api/threads/:id/report', { params, body: { reason } }),
    done: { title: 'Report submitted', description: 'A moderator reads it.' },
    failure: 'Failed to submit report',
  })
  return (
    <div role="group" aria-label="This conversation" className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Checkbox
        label={isSender ? 'Show my email address to the employer' : 'Show our email address to the applicant'}
        key={String(showsEmail)}
        defaultChecked={showsEmail}
        disabled={!ready}
        onChange={({ target }) => change.run({ showsEmail: target.checked })}
      />
      <Button
        label={`${isBlocked ? 'Unblock' : 'Block'} ${other}`}
        look="quiet"
        size="sm"
        disabled={!ready}
        onClick={() => {
          const question = `Block ${other}? Neither of you can write to the other, about any ${isSender ? 'of their jobs' : 'posting'}.`
          if (isBlocked || confirm(question)) change.run({ blocked: !isBlocked })
        }}
      />
      <Button
        label="Report"
        look="quiet"
        size="sm"
        disabled={!ready}
        onClick={() => {
          const reason = prompt('What is wrong with these messages? A moderator reads it.')
          if (reason !== null) report.run(reason)
        }}
      />
    </div>
  )
}

const noticesQuery = apiQuery('GET /api/notices')

/** One mail for each message, or one a day. */
export function Notices() {
  const { data } = useQuery(noticesQuery)
  const set = useAction({
    call: (daily: boolean) => callApi('PUT /api/notices', { body: { daily } }),
    done: { title: 'Saved' },
    changes: ['GET /api/notices'],
  })
  return (
    data && (
      <Checkbox
        className="mt-6"
        label="Email me about new messages once a day, not at once"
        key={String(data.daily)}
        defaultChecked={data.daily}
        onChange={({ target }) => set.run(target.checked)}
      />
    )
  )
}
