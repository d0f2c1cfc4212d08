import { useQueries } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import type { Understanding } from '#features/jobs/contract.ts'
import { typedDistance } from '#features/jobs/search-criteria.ts'
import { countText } from '#features/jobs/display.ts'
import { slugOf } from '#shared/paths.ts'
import { totalQuery } from '../queries.ts'
import { ResultsLink, useResults } from './results-context.tsx'

/** How the search was understood, wherever that is not what was typed. */
export function UnderstandingNotices(understanding: Understanding) {
  const { correctedKeyword, parts, place, otherPlaces, unknownPlace, placeGuesses, profession } = understanding
  const { criteria } = useResults()
  const { keyword, city, literal } = criteria
  const notices = [
    { before: 'Showing results for', what: correctedKeyword },
    {
      before: `Within ${place?.isAbout ? 'about ' : ''}${place?.radius} miles of`,
      what:
        place?.radius && slugOf(place.label) !== slugOf(city ?? '') && !typedDistance(criteria, { place })
          ? place.label
          : undefined,
    },
    { before: 'We do not know the place', what: unknownPlace, after: '.' },
    { before: 'This board lists physician jobs, not jobs for', what: profession, after: '.' },
    { before: 'Nothing narrows the list in', what: parts.length === 0 && !literal ? keyword : undefined, after: '.' },
  ].filter(({ what }) => what)
  const isUnwanted = parts.some((part) => part.isUnwanted)
  if (notices.length === 0 && !isUnwanted && !otherPlaces) return null

  return (
    <div className="mb-4 flex items-start gap-2 text-muted">
      <Info aria-hidden className="mt-1 size-4 shrink-0 text-action" />
      <div>
        {notices.map(({ before, what, after }) => (
          <p key={before}>
            {before} <strong className="font-semibold wrap-anywhere text-ink">{what}</strong>
            {after}
          </p>
        ))}
        {placeGuesses && <OtherPlaces isGuess places={placeGuesses} understanding={understanding} />}
        {otherPlaces && <OtherPlaces places={otherPlaces} understanding={understanding} />}
        {isUnwanted && <p>Jobs that do not mention it stay in the list.</p>}
      </div>
    </div>
  )
}

type OtherPlacesProps = { isGuess?: boolean; places: readonly string[]; understanding: Understanding }

/** The same search at each of these places, wherever the first one was typed; guesses with how many jobs it finds there. */
function OtherPlaces({ isGuess = false, places, understanding: { parts, place } }: OtherPlacesProps) {
  const { page: _page, state: _state, ...criteria } = useResults().criteria
  const typed = parts.find(
    (part) =>
      part.label === place?.label || (place && /^(?:near|within) /.test(part.label) && part.label.endsWith(` ${place.label}`)),
  )
  const { keyword: _keyword, ...rest } = criteria
  const elsewhere = typed ? { ...rest, ...(typed.without && { keyword: typed.without }) } : criteria
  const counted = useQueries({ queries: places.map((it) => ({ ...totalQuery({ ...elsewhere, city: it }), enabled: isGuess })) })
  return (
    <p>
      {isGuess ? 'Did you mean' : 'There is also'}{' '}
      {places.map((it, index) => (
        <span key={it}>
          {index > 0 && (index === places.length - 1 ? ' or ' : ', ')}
          <ResultsLink criteria={{ ...elsewhere, city: it }} className="text-link inline-flex min-h-6 items-center">
            {it}
            {isGuess && counted[index]?.data && ` (${countText(counted[index].data.total, counted[index].data.totalIsCapped)})`}
          </ResultsLink>
        </span>
      ))}
      {isGuess ? '?' : '.'}
    </p>
  )
}
