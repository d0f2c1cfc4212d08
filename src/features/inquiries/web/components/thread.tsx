import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApplicationDetail } from '#features/inquiries/contract.ts'
import type { InboxDetail } from '#features/inquiries/contract-inbox.ts'
import type { Side } from '#features/inquiries/model.ts'
import { answersSchema } from '#features/inquiries/schemas.ts'
import { fieldOf } from '#features/jobs/fields.ts'
import {
  asks,
  contractTerms,
  statedTerms,
  termNames,
  type ContractTerm,
} from '#features/jobs/terms.ts'
import type { PostingDetail } from '#features/postings/contract.ts'
import type { BodyOf } from '#shared/contract.ts'
import { applicationPath, inquiryPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback.tsx'
import { Checkbox } from '#ui/field.tsx'
import { LabeledSection } from '#ui/layout.tsx'
import { toast } from '#ui/toast.ts'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { apiQuery, apiUrl, callApi } from '#platform/web/api.ts'
import { organizationQuery } from '#platform/web/desk-tabs.tsx'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { TextLink, useHydrated } from '#platform/web/navigation.tsx'
import { askedPostingQuery, askedJobQuery, sendThreadMessage, threadCalls } from '../queries.ts'
import { ReplyForm } from './hiring.tsx'
import { Replies } from './inquiry-parts.tsx'
import { InterviewPart } from './interview.tsx'

type Props = {
  side: Side
  thread: Pick<
    ApplicationDetail & InboxDetail,
    'id' | 'replies' | 'interview' | 'earlier' | 'blockedBy' | 'showsEmail' | 'namedAs'
  > &
    Partial<Pick<InboxDetail, 'isConfidential'>>
  /** The other side's name. */
  theirName: string
  /** There is something new. */
  isUnread: boolean
  /** Why nobody can write here any more. */
  closed: string | undefined
  /** Of the job's place, for the poster. */
  timeZone?: string
}

/** The messages about an application, for either side. */
export function Thread({ side, thread, theirName, isUnread, closed, timeZone }: Props) {
  const { id, replies, interview, earlier, blockedBy } = thread
  const isSender = side === 'sender'
  const params = { id }
  const { run: markRead } = useAction({
    call: () => callApi('PUT /api/threads/:id/read', { params }),
    changes: threadCalls,
  })

  // A thread counts as read once it was shown.
  useEffect(() => {
    if (isUnread) markRead()
    // oxlint-disable-next-line react/exhaustive-deps -- made anew by each render
  }, [isUnread])

  return (
    <LabeledSection title="Messages" titleClass="sr-only">
      {earlier !== null && (
        <p className="mt-4">
          <TextLink
            to={isSender ? applicationPath(id) : inquiryPath(id)}
            search={{ before: earlier }}
          >
            Earlier messages
          </TextLink>
        </p>
      )}
      <Replies
        replies={replies}
        from={isSender ? theirName : 'You'}
        to={isSender ? 'You' : theirName}
        fileUrl={(messageId) =>
          apiUrl('GET /api/threads/:id/files/:messageId', { params: { id, messageId } })
        }
      />
      <InterviewPart
        {...{ side, interview, theirName }}
        timeZone={
          blockedBy === null && closed === undefined ? (timeZone ?? interview?.timeZone) : undefined
        }
        send={(body) => callApi('POST /api/threads/:id/interview', { params, body })}
        fileUrl={apiUrl('GET /api/threads/:id/interview.ics', { params })}
      />
      <div className="mt-8">
        {blockedBy !== null ? (
          <Alert>
            {blockedBy === side
              ? `You have blocked ${theirName}.`
              : `${theirName} does not take messages from you.`}
          </Alert>
        ) : closed !== undefined ? (
          <p className="text-muted">{closed}</p>
        ) : (
          <ReplyForm
            to={id}
            hasSaved={!isSender}
            action={apiUrl('POST /api/threads/:id/messages', { params })}
            submit={(message, file) => sendThreadMessage(id, message, file)}
            onSent={() => {
              toast({
                title: isSender ? 'Message sent' : 'Reply sent',
                description: `${theirName} finds it here, and gets a notice by email.`,
              })
            }}
          />
        )}
      </div>
      {thread.namedAs !== null && (
        <p className="mt-6">
          {isSender
            ? `The employer is ${thread.namedAs}. They tell this to you only.`
            : `${theirName} can see that you are ${thread.namedAs}.`}
        </p>
      )}
      <Options side={side} thread={thread} theirName={theirName} />
    </LabeledSection>
  )
}

function Options({ side, thread, theirName }: Pick<Props, 'side' | 'thread' | 'theirName'>) {
  const { id, showsEmail, blockedBy, isConfidential, namedAs } = thread
  const isBlocked = blockedBy === side
  const ready = useHydrated()
  const organization =
    useQuery({ ...organizationQuery, enabled: isConfidential === true }).data?.name ??
    'your organization'
  const isSender = side === 'sender'
  const params = { id }
  const quiet = { look: 'quiet', size: 'sm', disabled: !ready } as const
  const change = useAction({
    call: (body: BodyOf<'PUT /api/threads/:id'>) =>
      callApi('PUT /api/threads/:id', { params, body }),
    done: (_, { blocked }) =>
      blocked === undefined
        ? undefined
        : { title: blocked ? `${theirName} is blocked` : `${theirName} can write to you again` },
    changes: threadCalls,
  })
  const report = useAction({
    call: (reason: string) => callApi('POST /api/threads/:id/report', { params, body: { reason } }),
    done: { title: 'Report submitted', description: 'A moderator reads it.' },
    failure: 'Failed to submit report',
  })
  return (
    <div
      role="group"
      aria-label="This conversation"
      className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <Checkbox
        label={`Show ${isSender ? 'my email address to the employer' : 'our email address to the applicant'}`}
        key={String(showsEmail)}
        defaultChecked={showsEmail}
        disabled={!ready}
        onChange={({ target }) => change.run({ showsEmail: target.checked })}
      />
      {isConfidential && namedAs === null && (
        <ActionButton
          {...quiet}
          label="Show this applicant who we are"
          disabled={!ready || blockedBy !== null}
          action={change}
          input={{ showsName: true }}
          ask={`Show ${theirName} that you are ${organization}? They see it in this conversation only. You cannot undo it.`}
        />
      )}
      <ActionButton
        {...quiet}
        label={`${isBlocked ? 'Unblock' : 'Block'} ${theirName}`}
        action={change}
        input={{ blocked: !isBlocked }}
        ask={
          isBlocked
            ? undefined
            : `Block ${theirName}? Neither of you can write to the other, about any ` +
              `${isSender ? 'of their jobs, and they no longer see what you sent' : 'posting'}.`
        }
      />
      <Button
        {...quiet}
        label="Report"
        onClick={() => {
          const reason = prompt('What is wrong with these messages? A moderator reads your answer.')
          if (reason !== null) report.run(reason)
        }}
      />
    </div>
  )
}

const termField = (name: ContractTerm) => (name === 'start' ? 'startDateText' : name)
const answerLine = (name: ContractTerm, answer: string) =>
  `• ${contractTerms[name].label}: ${answer}`

/** The terms that the applicant asks about and that have no answer in the thread. */
function unansweredTerms({ message, replies }: InboxDetail) {
  const textsOf = (bySender: boolean) =>
    replies.filter((reply) => reply.bySender === bySender).map((reply) => reply.message)
  const texts = [message, ...textsOf(true)]
  const lines = textsOf(false).flatMap((text) => text.split('\n'))
  return termNames.filter(
    (name) =>
      texts.some((text) => asks(text, name)) &&
      !lines.some((line) => line.startsWith(answerLine(name, ''))),
  )
}

/** So that what stands below does not move. */
export async function prefetchAskedTerms(
  queryClient: QueryClient,
  inquiry: InboxDetail | undefined,
): Promise<void> {
  if (!inquiry || unansweredTerms(inquiry).length === 0) return
  const { jobId } = inquiry
  await Promise.all([
    queryClient.prefetchQuery(askedPostingQuery(jobId)),
    queryClient.prefetchQuery(askedJobQuery(jobId)),
  ])
}

/** The questions about terms that the posting leaves open, each with a line for its answer. */
export function AskedTerms({ inquiry }: { inquiry: InboxDetail }) {
  const terms = unansweredTerms(inquiry)
  const { data: posting } = useQuery({
    ...askedPostingQuery(inquiry.jobId),
    enabled: terms.length > 0,
  })
  const { data: job } = useQuery({
    ...askedJobQuery(inquiry.jobId),
    enabled: posting?.status === 'active',
  })
  const open = job ? statedTerms(job).missing.filter((term) => terms.includes(term)) : []
  return (
    posting && open.length > 0 && <AnswerForm inquiry={inquiry} posting={posting} open={open} />
  )
}

type AnswerFormProps = {
  inquiry: InboxDetail
  posting: PostingDetail
  open: readonly ContractTerm[]
}

/** Answers go into the thread and, if the poster says so, into the posting as an edit of it. */
function AnswerForm({ inquiry: { id, jobId, name }, posting, open }: AnswerFormProps) {
  const queryClient = useQueryClient()
  const [adds, setAdds] = useState(false)
  async function send(values: Record<string, string>): Promise<PostingDetail | undefined> {
    const answered = open
      .map((term) => ({ term, field: termField(term), answer: values[termField(term)] ?? '' }))
      .filter(({ answer }) => answer !== '')
    const terms = Object.fromEntries(answered.map(({ field, answer }) => [field, answer]))
    const edited = adds
      ? await callApi('PUT /api/job-postings/:id', {
          params: { id: jobId },
          body: { ...terms, updatedAt: posting.updatedAt },
        })
      : undefined
    // The next try names it if the message is not sent.
    if (edited) queryClient.setQueryData(askedPostingQuery(jobId).queryKey, edited)
    const lines = answered.map(({ term, answer }) => answerLine(term, answer))
    await sendThreadMessage(id, lines.join('\n'))
    return edited
  }
  const form = useApiForm({
    schema: answersSchema,
    submit: send,
    changes: [...threadCalls, 'GET /api/job-postings/:id', 'GET /api/jobs/:id'],
    done(edited) {
      toast({
        title: 'Reply sent',
        description: !edited
          ? `${name} finds it here, and gets a notice by email.`
          : edited.waitingEdit
            ? 'A moderator reviews what you added to the posting.'
            : 'The posting states it from now on.',
      })
      form.hook.reset({})
    },
    keepAs: `answers ${id}`,
    failure: { title: 'Failed to send reply' },
  })
  const values = form.hook.watch()
  return (
    <LabeledSection title="Asked, and not stated in the posting" className="mt-8 noscript:hidden">
      <ApiForm form={form} label="Answers" className="mt-3 flex flex-col gap-4">
        {open.map((name) => (
          <FormField
            key={name}
            form={form}
            name={termField(name)}
            label={contractTerms[name].question}
            hint={fieldOf(termField(name)).public?.hint}
            input={{ autoComplete: 'off', maxLength: 200 }}
          />
        ))}
        <Checkbox
          label="Add it to the posting"
          checked={adds}
          onChange={({ target }) => setAdds(target.checked)}
        />
        <SubmitButton
          label="Send Answers"
          form={form}
          look="secondary"
          pendingLabel="Sending..."
          disabled={open.every((name) => !values[termField(name)]?.trim())}
          className="self-start"
        />
      </ApiForm>
    </LabeledSection>
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
        label="Email me about new messages once a day, not immediately"
        key={String(data.daily)}
        defaultChecked={data.daily}
        onChange={({ target }) => set.run(target.checked)}
      />
    )
  )
}
