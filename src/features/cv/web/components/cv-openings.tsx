import { useQuery } from '@tanstack/react-query'
import { momentText } from '#shared/dates.ts'
import { LoadFailure } from '#ui/load-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { CvOpenings as Openings } from '#features/cv/contract.ts'
import { openingsQuery } from '../queries.ts'

/** Who opened a CV that was sent along, and when. */
export function CvOpenings() {
  const { data, isError, refetch } = useQuery(openingsQuery)
  return (
    <section aria-labelledby="openings-heading" className="min-w-0">
      <h2 id="openings-heading" className="text-lg font-semibold">
        Who opened it
      </h2>
      {isError ? (
        <div className="mt-4">
          <LoadFailure onRetry={() => void refetch()}>The list could not be loaded.</LoadFailure>
        </div>
      ) : data ? (
        <OpeningList {...data} />
      ) : (
        <Skeleton className="mt-4 h-24" />
      )}
    </section>
  )
}

function OpeningList({ openings, total, attachedTo }: Openings) {
  return (
    <>
      <p className="mt-2 text-muted">{sentText(attachedTo)}</p>
      {openings.length > 0 && (
        <ol className="mt-4 border-t border-line">
          {openings.map(({ id, openedBy, openedAt, about }) => (
            <li key={id} className="border-b border-line py-3">
              <p className="font-semibold wrap-anywhere">{openedBy}</p>
              <p className="text-xs text-muted wrap-anywhere">
                <time dateTime={openedAt}>{momentText(openedAt)}</time> · {about}
              </p>
            </li>
          ))}
        </ol>
      )}
      {openings.length === 0 && attachedTo > 0 && <p className="mt-2 text-muted">Nobody has opened it yet.</p>}
      {total > openings.length && (
        <p className="mt-3 text-xs text-muted">
          The latest {openings.length} of {total}.
        </p>
      )}
    </>
  )
}

function sentText(attachedTo: number): string {
  if (attachedTo === 0) return 'No inquiry of yours has a CV with it at the moment. Once one has, you see here who opens it.'
  return attachedTo === 1 ? 'One inquiry has a copy of your CV.' : `${attachedTo} inquiries have a copy of your CV.`
}
