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

/** What employers wrote who found the profile. */
export function Invitations() {
  const { data } = useQuery(invitationsQuery)
  if (!data || data.invitations.length === 0) return null
  return (
    <LabeledSection title="Invitations" id="invitations">
      <ul className="mt-3 flex flex-col gap-3">
        {data.invitations.map((invitation) => (
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
  const navigate = useNavigate()
  const page = employerPath(employer)
  const refuse = useAction({
    call: () =>
      callApi('POST /api/profile/invitations/:id/answer', {
        params: { id },
        body: { message: null },
      }),
    done: { title: 'Not now', description: `${employer} does not find you for a year.` },
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
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{message}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {state === 'open' && (
          <>
            <MessageDialog
              label="Answer"
              about={`${employer}, ${title}`}
              hint="They get your name with it. Your address stays hidden until you show it."
              submit={(text) =>
                callApi('POST /api/profile/invitations/:id/answer', {
                  params: { id },
                  body: { message: text },
                })
              }
              done={({ inquiryId }) => {
                if (inquiryId !== null) navigate({ to: applicationPath(inquiryId) })
              }}
              changes={changes}
            />
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
          <p className="text-sm text-muted">This posting no longer takes answers.</p>
        )}
      </div>
    </>
  )
}
