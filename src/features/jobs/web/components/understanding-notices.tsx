import { Info } from 'lucide-react'
import type { Understanding } from '#features/jobs/contract.ts'
import { useResults } from './results-context.ts'

/** How the search was understood, wherever that is not what was typed. */
export function UnderstandingNotices({ correctedKeyword, recognized, place, unknownPlace }: Understanding) {
  const { keyword, city } = useResults().criteria
  const meaning = recognized.join(', ')
  const notices = [
    { before: 'Showing results for', what: correctedKeyword },
    { before: 'Understood as', what: isSame(meaning, keyword) ? undefined : meaning },
    { before: `Within ${place?.radius} miles of`, what: place?.radius && !isSame(place.label, city) ? place.label : undefined },
    { before: 'We do not know the place', what: unknownPlace, after: ', so the search leaves it out.' },
  ].filter(({ what }) => what)
  if (notices.length === 0) return null

  return (
    <div className="mb-4 flex items-start gap-2 text-muted">
      <Info aria-hidden className="mt-1 size-4 shrink-0 text-action" />
      <div>
        {notices.map(({ before, what, after }) => (
          <p key={before}>
            {before} <strong className="font-semibold text-ink">{what}</strong>
            {after}
          </p>
        ))}
      </div>
    </div>
  )
}

const isSame = (text: string, other = ''): boolean => text.toLowerCase() === other.toLowerCase()
