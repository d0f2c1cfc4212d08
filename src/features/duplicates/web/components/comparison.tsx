import type { LikelyDuplicate, LikelyJob } from '#features/duplicates/contract.ts'
import { employerPostingPath, jobPath } from '#shared/paths.ts'
import { Link } from '#web/lib/navigation.tsx'
import { comparedFacts } from '../facts.ts'

/** Where two jobs differ, side by side; what both say alike stands below, once. */
export function Comparison({ pair }: { pair: LikelyDuplicate }) {
  const facts = comparedFacts(pair)
  const alike = facts.filter((it) => !it.differs)
  return (
    <>
      <table className="mt-4 w-full table-fixed border-collapse text-sm">
        <caption className="sr-only">Where the two jobs differ</caption>
        <thead>
          <tr className="align-bottom">
            <th scope="col" className="w-18 sm:w-28">
              <span className="sr-only">Detail</span>
            </th>
            <JobHeader job={pair.kept} fate="Older: stays" />
            <JobHeader job={pair.other} fate="Newer: goes" />
          </tr>
        </thead>
        <tbody>
          {facts
            .filter((it) => it.differs)
            .map(({ label, kept, other }) => (
              <tr key={label} className="border-t border-line align-top">
                <th scope="row" className="py-1.5 pr-2 text-left text-xs font-normal text-muted">
                  {label}
                </th>
                <td className="bg-danger-wash px-2 py-1.5 break-words">{kept}</td>
                <td className="bg-action-wash px-2 py-1.5 break-words">{other}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {alike.length > 0 && (
        <>
          <p className="mt-3 text-xs font-semibold">The same in both</p>
          <dl className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
            {alike.map(({ label, kept }) => (
              <div key={label} className="flex min-w-0 gap-1">
                <dt>{label}</dt>
                <dd className="min-w-0 break-words text-ink">{kept}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  )
}

function JobHeader({ job, fate }: { job: LikelyJob; fate: string }) {
  return (
    <th scope="col" className="px-2 pb-2 text-left text-xs font-semibold">
      {fate}
      <Link
        to={job.status === 'active' ? jobPath(job.id) : employerPostingPath(job.id)}
        className="flex min-h-6 w-fit items-center text-link"
        preload={false}
      >
        {job.referenceId}
      </Link>
    </th>
  )
}
