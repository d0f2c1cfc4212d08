import { counted } from '#shared/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { shownLocation, statusLabels } from '#features/postings/model.ts'
import { cardClass, LabeledSection } from '#ui/layout.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { foundPostingsQuery } from '../queries.ts'

const foundCalls = [
  'GET /api/found-postings',
  'GET /api/job-postings',
  'GET /api/job-postings/counts',
] as const

/** Tells the moderators; a higher feature does. */
export type Disown = (id: string) => Promise<unknown>

/** Nothing moves without a press: anybody can post with any address. */
export function FoundPostings({ disown: report }: { disown: Disown }) {
  const { data: found = [] } = useQuery(foundPostingsQuery)
  const claim = useAction({
    call: (id: string) => callApi('POST /api/found-postings/:id/claim', { params: { id } }),
    done: {
      title: 'Moved',
      description: 'The posting is in your account now, and earlier links to it have ended.',
    },
    failure: 'We could not move it',
    changes: foundCalls,
  })
  const disown = useAction({
    call: report,
    done: { title: 'Thank you', description: 'A moderator will look at it.' },
    failure: 'We could not report it',
    changes: foundCalls,
  })
  if (found.length === 0) return null
  const count = counted(found.length, 'posting')
  return (
    <LabeledSection
      id="found"
      title={`Posted with your address before you signed in: ${count}`}
      className="flex flex-col gap-3"
    >
      <p className="max-w-prose text-muted">
        Move your postings into your account, with their inquiries.
      </p>
      <ul className={`divide-y divide-line ${cardClass}`}>
        {found.map(({ id, title, company, location, status }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
            <div className="min-w-0">
              <p className="font-semibold">{title}</p>
              <p className="text-xs text-muted">
                {company}, {shownLocation(location)} · {statusLabels[status]}
              </p>
            </div>
            <div className="flex flex-wrap gap-3">
              <ActionButton
                label="Move into my account"
                about={title}
                action={claim}
                input={id}
                size="sm"
              />
              <ActionButton
                label="Not mine"
                about={title}
                action={disown}
                input={id}
                ask={`Tell the moderators that somebody else posted "${title}" with your address?`}
                look="secondary"
                size="sm"
              />
            </div>
          </li>
        ))}
      </ul>
    </LabeledSection>
  )
}
