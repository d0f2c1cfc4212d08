import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Mail } from 'lucide-react'
import type { ManagedInquiry } from '#features/inquiries/contract-inbox.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { LabeledSection } from '#ui/layout.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import { formatNumber } from '#shared/numbers.ts'
import { withQuery } from '#shared/paths.ts'
import { Answers, Replies } from './inquiry-parts.tsx'

/** `isConfirmed`: the address of the posting. What is shown follows it. */
type Props = { token: string; isConfirmed: boolean }

/** What physicians wrote about a posting without an account. */
export function ManagedInbox({ token, isConfirmed }: Props) {
  const [after, setAfter] = useState<string>()
  const query = useQuery({
    queryKey: ['POST /api/manage-posting/inquiries', { token, after, isConfirmed }],
    queryFn: () =>
      callApi('POST /api/manage-posting/inquiries', {
        body: { token, ...(after !== undefined && { after }) },
      }),
    placeholderData: (before) => before,
  })
  return (
    <Loaded query={query} failure="Failed to load the inquiries. Please try again.">
      {({ total, needsConfirmation, inquiries, next }) => (
        <LabeledSection
          title={`Inquiries (${formatNumber(total)})`}
          className="flex flex-col gap-4"
        >
          {needsConfirmation ? (
            <p className="text-muted">
              You can read them here once you have confirmed your address.
            </p>
          ) : total === 0 ? (
            <p className="text-muted">Messages from physicians about this posting appear here.</p>
          ) : (
            <ul className="border-t border-line">
              {inquiries.map((inquiry) => (
                <li key={inquiry.id} className="border-b border-line py-5">
                  <Inquiry token={token} inquiry={inquiry} />
                </li>
              ))}
            </ul>
          )}
          {(after !== undefined || next !== null) && (
            <div className="flex flex-wrap gap-3">
              {after !== undefined && (
                <Button
                  label="Newest"
                  look="secondary"
                  size="sm"
                  onClick={() => setAfter(undefined)}
                />
              )}
              {next !== null && (
                <Button label="Older" look="secondary" size="sm" onClick={() => setAfter(next)} />
              )}
            </div>
          )}
        </LabeledSection>
      )}
    </Loaded>
  )
}

function Inquiry({ token, inquiry }: { token: string; inquiry: ManagedInquiry }) {
  const {
    id,
    name,
    email,
    emailConfirmed,
    jobTitle,
    message,
    sentAt,
    answers,
    replies,
    cvFileName,
  } = inquiry
  const mailCv = useAction({
    call: () =>
      callApi('POST /api/manage-posting/inquiries/:id/cv', { params: { id }, body: { token } }),
    done: { title: 'Link sent', description: 'The link in the email opens the CV once.' },
    failure: 'We could not send the link',
  })
  return (
    <article aria-label={`Inquiry of ${name}`} className="min-w-0">
      <h3 className="font-semibold">{name}</h3>
      <p className="text-xs text-muted">
        {email ?? 'Address not shown'}
        {email !== null && !emailConfirmed && ' (not confirmed)'} · <LocalTime at={sentAt} />
      </p>
      <p className="mt-2 max-w-prose whitespace-pre-line">{message}</p>
      <Answers answers={answers} />
      <Replies replies={replies} from="You" to={name} />
      {(email !== null || cvFileName !== null) && (
        <div className="mt-4 flex flex-wrap gap-3">
          {email !== null && (
            <a
              href={withQuery(`mailto:${encodeURIComponent(email)}`, {
                subject: `Re: ${jobTitle}`,
              }).replaceAll('+', '%20')}
              className={buttonClass('secondary', 'sm')}
            >
              <Mail aria-hidden className="size-4" /> Reply by email
            </a>
          )}
          {cvFileName !== null && (
            <ActionButton
              label="Email me the CV"
              about={`of ${name}`}
              look="secondary"
              size="sm"
              action={mailCv}
              pendingLabel="Sending..."
            />
          )}
        </div>
      )}
    </article>
  )
}
