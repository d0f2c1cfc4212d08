import { useQuery } from '@tanstack/react-query'
import { LabeledSection } from '#ui/layout.tsx'
import { rowClass, Rows } from '#ui/rows.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { apiQuery, callApi } from '#platform/web/api.ts'
import { LocalTime } from '#platform/web/page-parts.tsx'
import { useShownPage } from '#platform/web/navigation.tsx'
import type { ResponseOf } from '#shared/contract.ts'
import { objectionDays, type SeatDecision } from '../model.ts'

export const seatRequestsQuery = apiQuery('GET /api/seat-requests')

const changes = [
  'GET /api/seat-requests',
  'GET /api/organization',
  'GET /api/job-postings',
] as const

/** For somebody who came from an employer's page. */
export function AskForSeat({ slug }: { slug: string }) {
  const { data: employer } = useQuery(apiQuery('GET /api/employers/:slug', { params: { slug } }))
  const ask = useAction({
    call: () => callApi('POST /api/employers/:slug/seat-requests', { params: { slug } }),
    done: {
      title: 'Request sent',
      description: 'Its owners or our team decide, and you get an email.',
    },
    failure: 'The request was not sent',
    changes,
  })
  if (!employer) return null
  return (
    <LabeledSection
      title={`A seat at ${employer.name}`}
      className="flex max-w-prose flex-col items-start gap-3"
    >
      <p>
        With a confirmed address in its mail domain you can ask for a recruiter’s seat, which is
        never ownership. An owner or an administrator decides; the seat begins {objectionDays} days
        later, unless someone objects.
      </p>
      <ActionButton label="Request access" action={ask} pendingLabel="Asking..." />
    </LabeledSection>
  )
}

type Request = ResponseOf<'GET /api/seat-requests'>[number]

export function SeatRequests() {
  const { data = [] } = useQuery(seatRequestsQuery)
  if (data.length === 0) return null
  return (
    <LabeledSection title="Access requests" className="flex flex-col gap-3">
      <Rows label="Access requests">
        {data.map((request) => (
          <SeatRequest key={request.id} request={request} />
        ))}
      </Rows>
    </LabeledSection>
  )
}

function SeatRequest({
  request: { id, email, employer, status, askedAt, startsAt, isOwn },
}: {
  request: Request
}) {
  const now = useShownPage().now
  const decide = useAction<SeatDecision>({
    call: (decision) =>
      callApi('PUT /api/seat-requests/:id', { params: { id }, body: { decision } }),
    done: { title: 'Done' },
    failure: 'This did not work',
    changes,
  })
  const hasBegun = startsAt !== null && Date.parse(startsAt) <= now
  const offers = !isOwn ? decisions[status] : status === 'granted' && hasBegun ? takeSeat : []
  return (
    <li className={rowClass}>
      <div className="min-w-0">
        <p className="font-semibold">{employer}</p>
        <p className="text-xs break-all text-muted">
          {isOwn ? 'Your request' : email}, <LocalTime at={askedAt} />
        </p>
        <p className="text-xs text-muted">
          {statusTexts[status]}
          {status === 'granted' && startsAt !== null && (
            <>
              , begins <LocalTime at={startsAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {offers.map(([decision, label]) => (
          <ActionButton
            key={decision}
            label={label}
            about={`: ${email} at ${employer}`}
            action={decide}
            input={decision}
            size="sm"
            look={decision === 'refuse' ? 'danger' : 'secondary'}
          />
        ))}
      </div>
    </li>
  )
}

type Offers = readonly (readonly [SeatDecision, string])[]
const takeSeat: Offers = [['take', 'Take the seat']]
const decisions: Record<Request['status'], Offers> = {
  open: [
    ['grant', 'Grant'],
    ['refuse', 'Refuse'],
  ],
  granted: [['refuse', 'Object']],
  refused: [],
  taken: [['own', 'Make owner']],
}

const statusTexts = {
  open: 'Waits for a decision',
  granted: 'Granted',
  refused: 'Refused',
  taken: 'In the team, without an owner',
}
