import type { ReactNode } from 'react'
import { Paperclip } from 'lucide-react'
import type { ApplicationDetail } from '#features/inquiries/contract.ts'
import type { InboxItem } from '#features/inquiries/contract-inbox.ts'
import { outcomeLabels, takeBackMinutes, type Outcome } from '#features/inquiries/model.ts'
import { Button } from '#ui/button.tsx'
import { Badge } from '#ui/feedback.tsx'
import { Checkbox, SelectField } from '#ui/field.tsx'
import { useAction } from '#platform/web/action.tsx'
import { apiQuery, callApi } from '#platform/web/api.ts'
import { PosterDesk } from '#platform/web/desk-tabs.tsx'
import { LocalTime } from '#platform/web/page-parts.tsx'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#shared/numbers.ts'
import {
  employerPostingPath,
  inboxPath,
  postingInsightsPath,
  questionsPath,
} from '#shared/paths.ts'
import { LabeledSection } from '#ui/layout.tsx'
import { TextLink, useHydrated } from '#platform/web/navigation.tsx'
import { inboxQuery } from '../queries.ts'
import { keysOf } from '#shared/keys.ts'

type RepliesProps = {
  replies: ApplicationDetail['replies']
  from: string
  to?: string
  fileUrl?: (messageId: string) => string
}

/**
 * Messages after the first, the oldest first; `from` and `to` are the poster's name and the
 * sender's.
 */
export function Replies({ replies, from, to = 'You', fileUrl }: RepliesProps) {
  if (replies.length === 0) return null
  return (
    <ul className="mt-4 flex flex-col gap-3">
      {replies.map((reply) => (
        <li
          key={reply.id}
          className={`rounded-sm border-l-4 p-4 ${reply.bySender ? 'border-line bg-sunken' : 'border-action bg-action-wash'}`}
        >
          <p className="text-xs text-muted">
            {reply.bySender ? to : from}, <LocalTime at={reply.createdAt} />
          </p>
          <p className="mt-1 max-w-prose whitespace-pre-line">{reply.message}</p>
          {reply.fileName !== null && fileUrl && (
            <a
              href={fileUrl(reply.id)}
              download
              className="text-link mt-2 inline-flex min-h-8 items-center gap-2 break-all"
            >
              <Paperclip aria-hidden className="size-4 shrink-0" /> {reply.fileName}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

type Answers = InboxItem['answers']

/** The answers that mark an application, in a list or on a card. */
export const Marks = ({ answers }: { answers: Answers }) =>
  answers
    .filter(({ isMark }) => isMark)
    .map(({ id, question, answer }) => (
      <Badge key={id} tone="danger">
        <span
          className="line-clamp-2 max-w-56 py-1 whitespace-normal"
          title={`${answer}: ${question}`}
        >
          {answer}: {question}
        </span>
      </Badge>
    ))

/** What somebody answered to the posting's questions. */
export const Answers = ({ answers }: { answers: Answers }) =>
  answers.length > 0 && (
    <dl aria-label="Answers" className="mt-6 flex max-w-prose flex-col gap-3">
      {answers.map(({ id, question, answer, isMark }) => (
        <div key={id}>
          <dt className="text-xs font-semibold">{question}</dt>
          <dd className="whitespace-pre-line">
            {answer} {isMark && <Badge tone="danger">Marked</Badge>}
          </dd>
        </div>
      ))}
    </dl>
  )

/** The frame of the inbox and of one inquiry. */
export const InboxDesk = ({ children }: { children: ReactNode }) => (
  <PosterDesk purpose="see your inquiries" denied="Only employers and recruiters have an inbox.">
    {children}
  </PosterDesk>
)

const outcomeQuery = (id: string) =>
  apiQuery('GET /api/job-postings/:id/outcome', { params: { id } })

/** Asks what became of a posting that has closed; those who wait for an answer get one with it. */
function PostingOutcome({ jobId }: { jobId: string }) {
  const { data } = useQuery(outcomeQuery(jobId))
  const set = useAction({
    call: (body: { outcome: Outcome; closesOpen: boolean }) =>
      callApi('PUT /api/job-postings/:id/outcome', { params: { id: jobId }, body }),
    done: ({ closed }) => ({
      title: 'Saved',
      ...(closed > 0 && {
        description: `We tell ${closed === 1 ? '1 applicant' : `${closed} applicants`} in ${takeBackMinutes} minutes, unless you activate the posting before.`,
      }),
    }),
    changes: ['GET /api/job-postings/:id/outcome', 'GET /api/open-outcomes', 'GET /api/inbox'],
  })
  const ready = useHydrated()
  if (!data) return null
  if (data.outcome !== null) return <p>{outcomeLabels[data.outcome]}.</p>
  return (
    <form
      aria-label="Outcome"
      className="mb-2 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const fields = new FormData(event.currentTarget)
        const outcome = keysOf(outcomeLabels).find((name) => name === fields.get('outcome'))
        if (outcome) set.run({ outcome, closesOpen: fields.has('closesOpen') })
      }}
    >
      <SelectField
        label="What became of this posting?"
        name="outcome"
        required
        empty="Choose one"
        options={outcomeLabels}
      />
      {data.open > 0 && (
        <Checkbox
          name="closesOpen"
          label={`Close the ${data.open === 1 ? 'open application' : `${data.open} open applications`}, and say why`}
        />
      )}
      <Button
        label="Save"
        type="submit"
        look="secondary"
        size="sm"
        className="self-start"
        disabled={!ready}
      />
    </form>
  )
}

export const openOutcomesQuery = apiQuery('GET /api/open-outcomes', {}, { staleTime: 5000 })

/** For the dashboard: closed postings of which nobody has said what became of them. */
export function useOutcomeNeeds() {
  const { postings: [latest] = [], total = 0 } = useQuery(openOutcomesQuery).data ?? {}
  const words = `Did you fill ${total === 1 ? 'this job' : `these ${formatNumber(total)} jobs`}?`
  return [{ count: total, words, to: employerPostingPath(latest?.id ?? '') }]
}

/** Inquiries and views of a posting. */
export function PostingInquiries({ jobId, isOver }: { jobId: string; isOver: boolean }) {
  const total = useQuery(inboxQuery({ jobId })).data?.total
  return (
    <LabeledSection title="Response" titleClass="mb-2" className="flex flex-col gap-2">
      {isOver && <PostingOutcome jobId={jobId} />}
      {total === 0 ? (
        <p className="text-muted">No inquiries about this posting yet.</p>
      ) : (
        <TextLink to={inboxPath} search={{ jobId }}>
          {total === undefined
            ? 'In your inbox'
            : `${total} ${total === 1 ? 'inquiry' : 'inquiries'} in your inbox`}
        </TextLink>
      )}
      <TextLink to={postingInsightsPath(jobId)}>Views, clicks and saves over time</TextLink>
      <TextLink to={questionsPath(jobId)}>Questions to applicants</TextLink>
    </LabeledSection>
  )
}

/** What the link of a mail leads to, as one press. */
export const TokenForm = ({
  action,
  token,
  label,
}: Record<'action' | 'token' | 'label', string>) => (
  <form method="post" action={action}>
    <input type="hidden" name="token" value={token} />
    <Button label={label} type="submit" />
  </form>
)
