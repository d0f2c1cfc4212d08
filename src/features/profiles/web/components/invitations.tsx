import { useQuery } from '@tanstack/react-query'
import type { Invitation } from '#features/profiles/contract.ts'
import { applicationPath, employerPath, jobPath } from '#shared/paths.ts'
import { cardClass, LabeledSection } from '#ui/layout.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { Link, LinkButton, TextLink, useNavigate } from '#platform/web/navigation.tsx'
import { LocalTime } from '#platform/web/page-parts.tsx'
import { invitationsQuery } from '../queries.ts'
import { MessageDialog } from './message-dialog.tsx'

type Props = { title?: string; ofFirms?: boolean }

/** What employers wrote who found the profile, or what search firms ask. */
export function Invitations({ title = 'Invitations', ofFirms = false }: Props) {
  const { data } = useQuery(invitationsQuery)
  const shown = data?.invitations.filter(({ firm }) => (firm !== null) === ofFirms) ?? []
  if (shown.length === 0) return null
  return (
    <LabeledSection title={title} id="invitations" className="mt-6">
      <ul className="mt-3 flex flex-col gap-3">
        {shown.map((invitation) => (
          <li key={invitation.id} className={`${cardClass} p-5`}>
            <InvitationCard {...invitation} />
          </li>
        ))}
      </ul>
    </LabeledSection>
  )
}

const changes = ['GET /api/profile/invitations', 'GET /api/applications'] as const

function InvitationCard(invitation: Invitation) {
  const { id, jobId, title, employer, place, pay, terms, message, sentAt, state } = invitation
  const { firm, until } = invitation
  const navigate = useNavigate()
  const page = employerPath(employer)
  const answer = (body: { message: string | null; consents?: boolean }) =>
    callApi('POST /api/profile/invitations/:id/answer', { params: { id }, body })
  const open = ({ inquiryId }: { inquiryId: string | null }) => {
    if (inquiryId !== null) navigate({ to: applicationPath(inquiryId) })
  }
  const refuse = useAction({
    call: () => answer({ message: null }),
    done: {
      title: 'Not now',
      description:
        firm === null
          ? `${employer} does not find you for a year.`
          : `${employer} learns nothing about you.`,
    },
    changes,
  })
  const consent = useAction({
    call: () => answer({ message: null, consents: true }),
    done(answered) {
      open(answered)
      return answered.isKnown
        ? {
            title: 'You are in contact already',
            description: `${employer} has your application, so nobody presents you again.`,
          }
        : { title: 'Presented', description: `${employer} can answer you now.` }
    },
    changes,
  })
  return (
    <>
      <h3 className="font-semibold wrap-anywhere">
        {state === 'open' ? <TextLink to={jobPath(jobId)}>{title}</TextLink> : title}
      </h3>
      <p className="text-xs text-muted wrap-anywhere">
        {page === undefined ? employer : <Link to={page}>{employer}</Link>}
        {place !== '' && ` · ${place}`} · <LocalTime at={sentAt} />
      </p>
      {pay !== '' && (
        <p className="mt-2 text-sm">
          <span className="text-pay tabular-nums">{pay}</span> · {terms}
        </p>
      )}
      {firm !== null && (
        <p className="mt-2 max-w-prose">
          {firm} asks to present you to {employer} with these words. Without your consent they learn
          nothing; with it they get your name and the words, and you can withdraw at any time.
        </p>
      )}
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{message}</p>
      {firm !== null && state === 'open' && until !== null && (
        <p className="mt-2 text-xs text-muted">
          The question lapses <LocalTime at={until} />.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {state === 'open' && (
          <>
            {firm === null ? (
              <MessageDialog
                label="Answer"
                about={`${employer}, ${title}`}
                hint="They get your name with it. Your address stays hidden until you show it."
                submit={(text) => answer({ message: text })}
                done={open}
                changes={changes}
              />
            ) : (
              <ActionButton
                action={consent}
                label="Consent"
                pendingLabel="Presenting..."
                ask={`Shall ${firm} present you to ${employer} for “${title}”?`}
              />
            )}
            <ActionButton action={refuse} label="Not now" look="secondary" />
          </>
        )}
        {state === 'accepted' && invitation.inquiryId !== null && (
          <LinkButton
            label="Open the conversation"
            to={applicationPath(invitation.inquiryId)}
            look="secondary"
          />
        )}
        {state === 'declined' && <p className="text-sm text-muted">You answered ‘not now’.</p>}
        {state === 'ended' && (
          <p className="text-sm text-muted">
            {firm === null ? 'This posting no longer takes answers.' : 'This question has ended.'}
          </p>
        )}
      </div>
    </>
  )
}
