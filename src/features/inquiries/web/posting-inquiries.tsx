import { useQuery } from '@tanstack/react-query'
import { inboxPath, postingInsightsPath } from '#shared/paths.ts'
import { LabeledSection } from '#ui/article.tsx'
import { TextLink } from '#platform/web/navigation.tsx'
import { inboxQuery } from './queries.ts'

/** Inquiries and views of a posting. */
export function PostingInquiries({ jobId }: { jobId: string }) {
  const { data } = useQuery(inboxQuery({ jobId }))
  return (
    <LabeledSection title="Response" titleClass="mb-2">
      <p>
        {data?.total === 0 ? (
          <span className="text-muted">No inquiries about this posting yet.</span>
        ) : (
          <TextLink to={inboxPath} search={{ jobId }}>
            {data === undefined
              ? 'In your inbox'
              : data.total === 1
                ? '1 inquiry in your inbox'
                : `${data.total} inquiries in your inbox`}
          </TextLink>
        )}
      </p>
      <p className="mt-2">
        <TextLink to={postingInsightsPath(jobId)}>Views, clicks and saves over time</TextLink>
      </p>
    </LabeledSection>
  )
}
