import { useQuery } from '@tanstack/react-query'
import { inboxPath, postingInsightsPath } from '#shared/paths.ts'
import { Link } from '#platform/web/navigation.tsx'
import { inboxQuery } from './queries.ts'

/** Inquiries and views of a posting. */
export function PostingInquiries({ jobId }: { jobId: string }) {
  const { data } = useQuery(inboxQuery({ jobId }))
  return (
    <section aria-labelledby="response">
      <h2 id="response" className="mb-2 text-lg font-semibold">
        Response
      </h2>
      <p>
        {data?.total === 0 ? (
          <span className="text-muted">No inquiries about this posting yet.</span>
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
      <p className="mt-2">
        <Link to={postingInsightsPath(jobId)} className="text-link">
          Views, clicks and saves over time
        </Link>
      </p>
    </section>
  )
}
