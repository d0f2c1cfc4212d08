import { useQueries, useQueryClient } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { Fragment } from 'react'
import type { SearchResult, Understanding } from '#features/jobs/contract.ts'
import { countText, listText } from '#features/jobs/display.ts'
import {
  fromFirstPage,
  parseSearchCriteria,
  typedDistance,
} from '#features/jobs/search-criteria.ts'
import { elsewhere } from '#features/jobs/ways-out.ts'
import { slugOf } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback.tsx'
import { searchJobsQuery, totalQuery } from '../queries.ts'
import { isUnused, JobLink, ResultsLink, useResults } from './results-context.tsx'

/** Offers searches that would find something: further around, or without one of the filters. */
export function NothingFound({ ways }: { ways: readonly OtherSearch[] }) {
  const { criteria } = useResults()
  const queryClient = useQueryClient()
  return (
    <EmptyState
      title="No jobs found"
      actions={
        <Button
          label="Refresh Search"
          look="secondary"
          className="noscript:hidden"
          onClick={() =>
            void queryClient.refetchQueries({ queryKey: searchJobsQuery(criteria).queryKey })
          }
        />
      }
    >
      <p>Try adjusting your search criteria or clearing some filters.</p>
      {criteria.minPay && criteria.maxPay && criteria.minPay > criteria.maxPay && (
        <p>The lowest pay is above the highest, so no job can match.</p>
      )}
      <WaysOut ways={ways} />
    </EmptyState>
  )
}

type OtherSearch = NonNullable<SearchResult['otherSearches']>[number]

function WaysOut({ ways }: { ways: readonly OtherSearch[] }) {
  if (ways.length === 0) return null
  return (
    <ul aria-label="Other searches" className="mt-5 flex flex-col gap-1">
      {ways.map(({ label, search, total, totalIsCapped }) => (
        <li key={label}>
          <ResultsLink
            criteria={parseSearchCriteria(search)}
            className="text-link inline-flex min-h-8 items-center pointer-coarse:min-h-11"
          >
            {label}: {countText(total, totalIsCapped)}
          </ResultsLink>
        </li>
      ))}
    </ul>
  )
}

/** Towns for two people: what each finds there, side by side. */
function SharedTowns({ labels, towns }: NonNullable<SearchResult['couple']>) {
  const names = listText(labels)
  return (
    <section aria-label="Towns for both" className="mb-6">
      <h2 className="mb-2 text-lg font-semibold">
        {towns.length > 0 ? `Towns with jobs for both: ${names}` : `No town has both ${names}`}
      </h2>
      {towns.map(({ place, sides }) => (
        <section key={place} aria-label={place} className="mb-4 border-t border-line pt-2">
          <h3 className="font-semibold">{place}</h3>
          <div className="grid grid-cols-2 gap-x-4">
            {sides.map(({ total, jobs }, side) => {
              const keyword = labels[side] ?? ''
              return (
                <div key={keyword} className="min-w-0">
                  <ResultsLink
                    criteria={{ keyword, city: place, radius: 10 }}
                    className="text-link inline-flex min-h-8 items-center pointer-coarse:min-h-11"
                  >
                    {keyword}: {countText(total, false)}
                  </ResultsLink>
                  <ul>
                    {jobs.map((job) => (
                      <li key={job.id} className="py-1">
                        <JobLink job={job} className="text-link wrap-anywhere">
                          {job.title}
                        </JobLink>
                        <span className="block text-xs wrap-anywhere text-muted">
                          {job.employer}
                        </span>
                      </li>
                    ))}
                  </ul>
                </div>
              )
            })}
          </div>
        </section>
      ))}
      <h2 className="text-lg font-semibold">All jobs for either</h2>
    </section>
  )
}

/** How the search was understood, wherever that is not what was typed. */
export function UnderstandingNotices({
  understanding,
  couple,
}: Pick<SearchResult, 'understanding' | 'couple'>) {
  return (
    <>
      <Notes {...understanding} />
      {couple && <SharedTowns {...couple} />}
    </>
  )
}

function Notes(understanding: Understanding) {
  const { correctedKeyword, parts, place, otherPlaces, otherReading } = understanding
  const { unknownPlace, placeGuesses, profession } = understanding
  const { criteria } = useResults()
  const { keyword, city, literal } = criteria
  const unused = parts.filter(isUnused)
  const notices = [
    { before: 'Showing results for', what: correctedKeyword },
    {
      before: `Within ${place?.isAbout ? 'about ' : ''}${place?.radius} miles of`,
      what:
        place?.radius &&
        slugOf(place.label) !== slugOf(city ?? '') &&
        !typedDistance(criteria, { place })
          ? place.label
          : undefined,
    },
    { before: 'We do not know the location', what: unknownPlace, after: '.' },
    { before: 'This board lists physician jobs, not jobs for', what: profession, after: '.' },
    {
      before: 'We found nothing to search for in',
      what: parts.length === 0 && !literal ? keyword : undefined,
      after: '.',
    },
  ].filter(({ what }) => what)
  const unwanted = parts.filter((part) => part.isUnwanted).map(({ label }) => `“${label}”`)
  if (notices.length + unwanted.length + unused.length === 0 && !otherPlaces && !otherReading)
    return null

  return (
    <div className="mb-2 flex items-start gap-2 text-muted">
      <Info className="mt-1 shrink-0 text-action" />
      <div className="flex min-w-0 flex-wrap gap-x-3">
        {notices.map(({ before, what, after }) => (
          <p key={before}>
            {before} <strong className="font-semibold wrap-anywhere text-ink">{what}</strong>
            {after}
          </p>
        ))}
        {unused.length > 0 && !literal && <NotUsed parts={unused} />}
        {placeGuesses && (
          <OtherPlaces isGuess places={placeGuesses} understanding={understanding} />
        )}
        {otherPlaces && <OtherPlaces places={otherPlaces} understanding={understanding} />}
        {otherReading && (
          <p>
            Did you mean{' '}
            <ResultsLink
              criteria={{ ...criteria, keyword: otherReading.keyword }}
              className="text-link inline-flex min-h-6 items-center"
            >
              {otherReading.label}
            </ResultsLink>
            ?
          </p>
        )}
        {unwanted.length > 0 && <p>Jobs that do not say are also shown: {listText(unwanted)}.</p>}
      </div>
    </div>
  )
}

const mostNamed = 5

/** The typed words that hide no job; a press demands one. */
function NotUsed({ parts }: Pick<Understanding, 'parts'>) {
  const { keyword: _keyword, ...rest } = fromFirstPage(useResults().criteria)
  const named = parts.slice(0, mostNamed).map(({ label }) => label)
  const further = parts.length - named.length
  const demandable = parts.slice(0, mostNamed).filter((part) => part.demanding !== undefined)
  return (
    <p className="wrap-anywhere">
      Not used: {listText(further > 0 ? [...named, `${further} more`] : named)}.
      {demandable.length > 0 && ' Require '}
      {demandable.map(({ label, demanding }, index) => (
        <Fragment key={label}>
          {index > 0 && (index === demandable.length - 1 ? ' or ' : ', ')}
          <ResultsLink
            criteria={{ ...rest, ...(demanding !== undefined && { keyword: demanding }) }}
            aria-label={`Only jobs with ${label}`}
            className="text-link inline-flex min-h-6 items-center"
          >
            {label}
          </ResultsLink>
        </Fragment>
      ))}
      {demandable.length > 0 && '.'}
    </p>
  )
}

type OtherPlacesProps = {
  isGuess?: boolean
  places: readonly string[]
  understanding: Understanding
}

/**
 * The same search at each of these places, wherever the first one was typed; guesses with how many
 * jobs it finds there.
 */
function OtherPlaces({ isGuess = false, places, understanding }: OtherPlacesProps) {
  const { criteria } = useResults()
  const searchIn = (city: string) => elsewhere(criteria, understanding, { city })
  const counted = useQueries({
    queries: places.map((city) => ({
      ...totalQuery(searchIn(city)),
      enabled: isGuess,
    })),
  })
  return (
    <p>
      {isGuess ? 'Did you mean' : 'There is also'}{' '}
      {places.map((name, index) => (
        <span key={name}>
          <span className="whitespace-nowrap">
            <ResultsLink
              criteria={searchIn(name)}
              className="text-link inline-flex min-h-6 items-center"
            >
              {name}
              {isGuess &&
                counted[index]?.data &&
                ` (${countText(counted[index].data.total, counted[index].data.totalIsCapped)})`}
            </ResultsLink>
            {index === places.length - 1 ? (isGuess ? '?' : '.') : index < places.length - 2 && ','}
          </span>
          {index === places.length - 2 ? ' or ' : ' '}
        </span>
      ))}
    </p>
  )
}
