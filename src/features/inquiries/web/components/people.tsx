import type { InboxDetail } from '#features/inquiries/contract.ts'
import { inquiryPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { cardClass, LabeledSection } from '#ui/layout.tsx'
import { useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { Link, useHydrated } from '#platform/web/navigation.tsx'
import { LocalTime } from '#platform/web/page-parts.tsx'
import { deskCalls } from '../queries.ts'

type Props = { inquiry: InboxDetail }

/** Who of the team takes care of it. */
export function Assignee({ inquiry: { id, assignee, team } }: Props) {
  const assign = useAction({
    call: (userId: string | null) => callApi('PUT /api/inbox/:id/assignee', { params: { id }, body: { userId } }),
    failure: 'Not assigned',
    changes: deskCalls,
  })
  return (
    <SelectField
      label="Assigned to"
      className="w-44"
      disabled={!useHydrated()}
      empty="Nobody"
      value={assignee?.id ?? ''}
      onChange={({ target }) => assign.run(target.value || null)}
      options={team.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

/** Inquiries that may be, or are, the same person's. */
export function Alike({ inquiry }: Props) {
  const say = useAction({
    call: (body: { otherId: string; isSame: boolean }) =>
      callApi('PUT /api/inbox/:id/person', { params: { id: inquiry.id }, body }),
    failure: 'Not saved',
    changes: deskCalls,
  })
  const ready = useHydrated()
  if (inquiry.alike.length === 0) return null
  return (
    <LabeledSection title="Same person?" titleClass="mb-2">
      <ul className="flex flex-col gap-3">
        {inquiry.alike.map((other) => {
          const question = `Are ${inquiry.name} and ${other.name} the same person?${
            other.isSamePosting ? ' The later of the two inquiries then leaves the inbox, and what you decide is for both.' : ''
          }`
          return (
            <li key={other.id} className={`${cardClass} flex flex-col gap-3 p-3`}>
              <p className="text-xs text-muted">
                {other.isSame
                  ? other.isSamePosting
                    ? 'The same person, about this posting. What you decide is for both.'
                    : 'The same person.'
                  : other.hasSamePhone
                    ? 'The same telephone number.'
                    : 'The same name and the same CV.'}
              </p>
              <div className="grid grid-cols-2 gap-3">
                <Side it={inquiry} />
                <Side it={other} link={inquiryPath(other.id)} />
              </div>
              <div className="flex flex-wrap gap-2">
                {!other.isSame && (
                  <Button
                    label="Same person"
                    look="secondary"
                    size="sm"
                    disabled={!ready}
                    onClick={() => {
                      if (confirm(question)) say.run({ otherId: other.id, isSame: true })
                    }}
                  />
                )}
                <Button look="quiet" size="sm" disabled={!ready} onClick={() => say.run({ otherId: other.id, isSame: false })}>
                  {other.isSame ? 'Part them again' : 'Not the same'}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </LabeledSection>
  )
}

type SideProps = {
  it: Pick<InboxDetail['alike'][number], 'name' | 'email' | 'jobTitle' | 'sentAt' | 'message' | 'cvFileName'>
  link?: string
}

const Side = ({ it: { name, email, jobTitle, sentAt, message, cvFileName }, link }: SideProps) => (
  <div className="flex min-w-0 flex-col gap-1 text-xs break-words">
    <p className="text-sm font-medium">
      {link === undefined ? (
        name
      ) : (
        <Link to={link} className="text-link">
          {name}
        </Link>
      )}
    </p>
    <p className="break-all text-muted">{email ?? 'Email address not shown'}</p>
    <p>{jobTitle}</p>
    <p className="text-muted">
      <LocalTime at={sentAt} />
    </p>
    {cvFileName !== null && <p className="break-all">CV: {cvFileName}</p>}
    <p className="line-clamp-4">{message}</p>
  </div>
)
