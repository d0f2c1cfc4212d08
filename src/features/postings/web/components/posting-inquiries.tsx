import { useQuery } from '@tanstack/react-query'
import { inboxPath } from '#shared/paths.ts'
import { Link } from '#web/lib/navigation.tsx'
import { inquiryCountQuery } from '../dashboard-queries.ts'

export function PostingInquiries({ jobId }: { jobId: string }) {
  const { data } = useQuery(inquiryCountQuery({ jobId }))
  return (
    <section aria-labelledby="inquiries">
      <h2 id="inquiries" className="mb-2 text-lg font-semibold">
        Inquiries
      </h2>
      <p>
        {data?.total === 0 ? (
          <span className="text-muted">Nobody has written about this posting yet.</span>
        ) : (
          <Link to={inboxPath} search={{ jobId }} className="text-link">
            {data === undefined
              ? 'In your inbox'
              : data.total === 1
                ? '1 inquiry in your inbox'
                : `${data.total} inquiries in your inbox`}
          </Link>
        )}
      </p>
    </section>
  )
}
