import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import type { Application } from '#features/inquiries/contract.ts'
import { inquiryCan } from '#features/inquiries/model.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.ts'
import { ShowMore } from '#ui/show-more.tsx'
import { toast } from '#ui/toast.ts'
import { Link } from '#web/lib/navigation.tsx'
import { momentText } from '#shared/dates.ts'
import { applicationsQuery, withdrawApplication } from '../queries.ts'
import { Replies } from './replies.tsx'
import { StatusBadge } from './status-badge.tsx'

export function ApplicationCard({ application }: { application: Application }) {
  const isOpen = application.jobStatus === 'active'
  return (
    <article className={`${cardClass} p-5`}>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-base font-semibold break-words">
            {isOpen ? (
              <Link to="/jobs/:id" params={{ id: application.jobId }} className="text-link">
                {application.jobTitle}
              </Link>
            ) : (
              application.jobTitle
            )}
          </h2>
          <p className="text-muted">
            {application.employer} · {application.city}, {application.state}
          </p>
        </div>
        <p className="flex gap-2">
          {!isOpen && <Badge>Job closed</Badge>}
          <StatusBadge status={application.status} />
        </p>
      </header>
      <Steps application={application} />
      <div className="mt-4 max-w-prose break-words whitespace-pre-line">
        <ShowMore text={application.message} />
      </div>
      {application.cvFileName !== null && (
        <p className="mt-3 flex items-center gap-2 text-xs text-muted">
          <Paperclip aria-hidden className="size-4" /> {application.cvFileName}
        </p>
      )}
      <Replies replies={application.replies} from={application.employer} />
      {inquiryCan.withdraw(application.status) && <WithdrawButton application={application} />}
    </article>
  )
}

/** When what happened, in the order in which it does. */
function Steps({ application: { sentAt, readAt, answeredAt, closedAt, withdrawnAt } }: { application: Application }) {
  const steps = [
    ['Sent', sentAt],
    ['Read', readAt],
    ['Answered', answeredAt],
    ['Closed', closedAt],
    ['Withdrawn', withdrawnAt],
  ] as const
  return (
    <ol className="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-xs text-muted">
      {steps.map(
        ([label, at]) =>
          at !== null && (
            <li key={label}>
              {label} <time dateTime={at}>{momentText(at)}</time>
            </li>
          ),
      )}
    </ol>
  )
}

function WithdrawButton({ application: { id, jobTitle } }: { application: Application }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => withdrawApplication(id),
    onSuccess: () => toast({ title: 'Inquiry withdrawn', description: 'The employer does not see it any more.' }),
    onError: (error) => toast({ title: 'Failed to withdraw the inquiry', description: error.message, tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: applicationsQuery.queryKey }),
  })
  return (
    <Button
      look="danger"
      size="sm"
      className="mt-4"
      disabled={isPending}
      aria-label={`Withdraw the inquiry about ${jobTitle}`}
      onClick={() => {
        if (confirm(`Withdraw your inquiry about "${jobTitle}"? The employer will not see it any more.`)) mutate()
      }}
    >
      Withdraw
    </Button>
  )
}
