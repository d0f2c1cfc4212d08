import type { JobDetail } from '#features/jobs/contract.ts'
import { placeText } from '#features/jobs/display.ts'
import { countryMap, mapShapesUrl } from '#features/places/model.ts'
import { Link } from '#platform/web/navigation.tsx'

/** Where in the country the job is. */
export function JobLocator({ job }: { job: JobDetail }) {
  const { mapPoint: point, state } = job
  if (!point) return null
  return (
    <figure className="max-w-80 print:hidden">
      <svg
        viewBox={`0 0 ${countryMap.width} ${countryMap.height}`}
        role="img"
        aria-label={`${placeText(job)} on the map of the United States`}
        className="block w-full"
      >
        <use href={`${mapShapesUrl()}#land`} className="fill-sunken stroke-edge" />
        <use href={`${mapShapesUrl()}#${state}`} className="fill-action/40 stroke-edge" />
        <circle cx={point.x} cy={point.y} r={16} strokeWidth={5} className="fill-action stroke-paper" />
      </svg>
      {state !== 'OTHER' && (
        <figcaption className="text-xs">
          <Link
            to="/jobs"
            search={{ state, map: 'jobs' }}
            className="text-link inline-flex min-h-8 items-center pointer-coarse:min-h-11"
          >
            Jobs in this state on the map
          </Link>
        </figcaption>
      )}
    </figure>
  )
}
