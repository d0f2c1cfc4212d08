import { Info } from 'lucide-react'
import type { Understanding } from '#features/jobs/contract.ts'
import { chipClass, RemovableChipContent } from '#ui/button.tsx'
import { ResultsLink, useResults } from './results-context.tsx'

/** How the search was understood, wherever that is not what was typed. */
export function UnderstandingNotices(understanding: Understanding) {
  const { correctedKeyword, parts, place, otherPlaces, unknownPlace, placeGuesses, profession } = understanding
  const { keyword, city } = useResults().criteria
  const understood = parts.filter((it) => !it.isWord)
  const says = understood.length > 0 && !(parts.length === 1 && isSame(understood[0]?.label, keyword))
  const notices = [
    { before: 'Showing results for', what: correctedKeyword },
    { before: `Within ${place?.radius} miles of`, what: place?.radius && !isSame(place.label, city) ? place.label : undefined },
    { before: 'We do not know the place', what: unknownPlace, after: ', so these are jobs everywhere.' },
    { before: 'This board lists physician jobs, not jobs for', what: profession, after: '.' },
  ].filter(({ what }) => what)
  if (notices.length === 0 && !says && !otherPlaces) return null

  return (
    <div className="mb-4 flex items-start gap-2 text-muted">
      <Info aria-hidden className={`${says ? 'mt-2 pointer-coarse:mt-3.5' : 'mt-1'} size-4 shrink-0 text-action`} />
      <div>
        {says && <UnderstoodParts parts={parts} />}
        {notices.map(({ before, what, after }) => (
          <p key={before}>
            {before} <strong className="font-semibold text-ink">{what}</strong>
            {after}
          </p>
        ))}
        {placeGuesses && <OtherPlaces before="Did you mean" places={placeGuesses} understanding={understanding} />}
        {otherPlaces && <OtherPlaces before="There is also" places={otherPlaces} understanding={understanding} />}
        {parts.some((it) => it.isUnwanted) && <p>Jobs that do not mention it stay in the list.</p>}
      </div>
    </div>
  )
}

type OtherPlacesProps = { before: string; places: readonly string[]; understanding: Understanding }

/** The same search at each of these places, wherever the first one was typed. */
function OtherPlaces({ before, places, understanding: { parts, place } }: OtherPlacesProps) {
  const { page: _page, state: _state, ...criteria } = useResults().criteria
  const typed = parts.find((it) => it.label === `near ${place?.label}` || it.label === place?.label)
  const { keyword: _keyword, ...rest } = criteria
  const elsewhere = typed ? { ...rest, ...(typed.without && { keyword: typed.without }) } : criteria
  return (
    <p>
      {before}{' '}
      {places.map((it, index) => (
        <span key={it}>
          {index > 0 && (index === places.length - 1 ? ' or ' : ', ')}
          <ResultsLink criteria={{ ...elsewhere, city: it }} className="text-link inline-flex min-h-6 items-center">
            {it}
          </ResultsLink>
        </span>
      ))}
      {before.startsWith('Did') ? '?' : '.'}
    </p>
  )
}

function UnderstoodParts({ parts }: Pick<Understanding, 'parts'>) {
  const { page: _page, keyword: _keyword, ...rest } = useResults().criteria
  const words = parts.filter((it) => it.isWord).map((it) => it.label)
  return (
    <p className="mb-1 flex flex-wrap items-center gap-2">
      Understood as
      {parts.map(({ label, without, isWord, isAlternative }) =>
        isWord ? null : (
          <ResultsLink key={without} criteria={without === '' ? rest : { ...rest, keyword: without }} className={chipClass}>
            <RemovableChipContent>
              {isAlternative && 'or '}
              {label}
            </RemovableChipContent>
          </ResultsLink>
        ),
      )}
      {words.length > 0 && <span>with {words.join(' ')}</span>}
      <WordsInstead />
    </p>
  )
}

function WordsInstead() {
  const { page: _page, ...criteria } = useResults().criteria
  return (
    <ResultsLink criteria={{ ...criteria, literal: true }} className="text-link inline-flex min-h-8 items-center">
      Search the words instead
    </ResultsLink>
  )
}

const isSame = (text = '', other = ''): boolean => text.toLowerCase() === other.toLowerCase()
