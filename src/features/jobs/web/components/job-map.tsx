import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { formatNumber } from '#shared/numbers.ts'
import { mapShapesUrl, stateName } from '#shared/us-states.ts'
import { AreaMap } from '#ui/charts/area-map.tsx'
import { LoadFailure, Skeleton } from '#ui/feedback.tsx'
import { hrefOf, Link } from '#platform/web/navigation.tsx'
import type { JobMap as Answer } from '#features/jobs/contract-counts.ts'
import { shortDollars } from '#features/jobs/display.ts'
import { fromFirstPage, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { useHiddenJobs } from '../job-parts.ts'
import { jobMapQuery, listedJob } from '../queries.ts'
import { jobsAddress, type ResultsAddress } from './results-context.tsx'

const mapShades = ['jobs', 'pay'] as const
type MapShade = (typeof mapShades)[number]

type Props = {
  criteria: SearchCriteria
  /** Where its links lead. */
  address?: ResultsAddress
  /** Added to its links, so that the map stays, where it is. */
  extra?: Record<string, string>
  /** False where the page has links to all states with their numbers. */
  withTable?: boolean
  shade?: MapShade
}

/** Too small for a figure on the map of the country. */
const narrowStates = new Set(['CT', 'DE', 'DC', 'MD', 'MA', 'NH', 'NJ', 'RI', 'VT', 'HI', 'OTHER'])

/**
 * Where the jobs of a search are and what they pay: states, and inside a state its counties and
 * places. Each leads to its jobs.
 */
export function JobMap({
  criteria,
  address = jobsAddress,
  extra,
  withTable = true,
  shade: first = 'jobs',
}: Props) {
  const { data, isError, refetch } = useQuery(jobMapQuery(criteria))
  const [shade, setShade] = useState<MapShade>(first)
  const hidesJobs = useHiddenJobs() !== ''
  const pointed = usePointed(data?.state ?? null)
  if (isError)
    return (
      <LoadFailure onRetry={() => void refetch()}>
        Failed to load the map. Please try again.
      </LoadFailure>
    )
  if (!data) return <Skeleton className="aspect-[8/5] w-full" />

  const { state: _state, city: _city, radius: _radius, ...rest } = fromFirstPage(criteria)
  const jobsOf = (chosen: Record<string, string>) =>
    hrefOf({ to: address.path, search: { ...address.search({ ...rest, ...chosen }), ...extra } })
  const everywhere = jobsOf({})
  // Only counties with jobs have links, in the map and in the table.
  const links = new Map([
    ...data.areas.flatMap(({ id, count, search }) =>
      count > 0 ? [[id, jobsOf(search)] as const] : [],
    ),
    ...data.places.map(({ label, search }) => [label, jobsOf(search)] as const),
  ])
  const link = (
    id: string,
    className: string,
    children: ReactNode,
    more: { title?: string; tabIndex?: number } = {},
  ) => (
    <Link
      {...more}
      to={links.get(id) ?? everywhere}
      keepScroll={extra !== undefined}
      preload={false}
      className={className}
    >
      {children}
    </Link>
  )
  const valueOf = ({ count, pay }: Answer['areas'][number]) => (shade === 'pay' ? pay : count)
  return (
    <div className="@container">
      <div
        className={
          withTable ? 'grid gap-x-8 gap-y-5 @min-[56rem]:grid-cols-[minmax(0,1fr)_19rem]' : ''
        }
      >
        <div className="relative">
          <div className="map-tools">
            {data.state !== null && (
              <Link to={everywhere} keepScroll={extra !== undefined} className="back-link">
                <ArrowLeft />
                All states
              </Link>
            )}
            {withTable && <ShadeSwitch shade={shade} onChange={setShade} />}
          </div>
          <AreaMap
            shapes={mapShapesUrl(data.state)}
            width={data.width}
            height={data.height}
            areas={data.areas.map((area) => ({
              ...area,
              value: valueOf(area),
              isChosen: area.isChosen === true,
            }))}
            places={data.places.map((place) => {
              const note = place.pay === null ? undefined : shortDollars(place.pay)
              const figures = [formatNumber(place.count), note ?? []].flat().join(', ')
              return { ...place, id: place.label, note, title: `${place.label}: ${figures}` }
            })}
            pointed={pointed}
            tone={shade === 'pay' ? 'pay' : 'action'}
            format={shade === 'pay' ? shortDollars : formatNumber}
            {...(data.state === null && { narrow: narrowStates })}
            renderLink={({ id, className, children, title }) =>
              link(id, className, children, { title, tabIndex: -1 })
            }
          />
        </div>
        {withTable && (
          <MapTables
            data={data}
            shade={shade}
            pointed={pointed}
            link={(id, label) => link(id, 'list-link', label)}
          />
        )}
      </div>
      {withTable && (
        <p className="mt-3 text-xs text-muted">
          {data.countsAreEstimates ? 'Counts are estimates. ' : ''}
          {hidesJobs ? 'Counts include the jobs that you hid. ' : ''}
          Pay is the median of full-time postings, each at the middle of its range, to the nearest
          $5,000, where at least five state it.
        </p>
      )}
    </div>
  )
}

/**
 * The area or place that the pointer or the focus is at, in the map, its tables or a row of a list.
 * Rows of a place pointed at in the map are marked, and where a row is, the map is.
 */
function usePointed(state: string | null) {
  const queryClient = useQueryClient()
  const [pointed, setPointed] = useState<string>()
  const placeOf = (row: Element | null | undefined) => {
    const id = row?.querySelector('.row-link')?.getAttribute('href')?.split(/[/?]/)[2]
    const job = id === undefined ? undefined : listedJob(queryClient, id)
    if (state === null) return job?.state
    return job?.state === state ? job.city : undefined
  }
  const mark = useEffectEvent((place: string | undefined) => {
    for (const row of document.querySelectorAll('.opens'))
      row.toggleAttribute('data-pointed', place !== undefined && placeOf(row) === place)
  })
  const point = useEffectEvent(({ target }: Event) => {
    // The focus keeps its place while a page scrolls under a pointer that points at none.
    const [found] = [target, document.activeElement].flatMap((element) => {
      if (!(element instanceof Element)) return []
      const inMap = element.closest('[data-place]')?.getAttribute('data-place')
      const place = inMap ?? placeOf(element.closest('.opens'))
      return place ? { place, marked: inMap ?? undefined } : []
    })
    setPointed(found?.place)
    mark(found?.marked)
  })
  useEffect(() => {
    const kinds = ['pointerover', 'focusin'] as const
    for (const kind of kinds) document.addEventListener(kind, point)
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, point)
      mark(undefined)
    }
  }, [])
  return pointed
}

const ShadeSwitch = ({
  shade,
  onChange,
}: {
  shade: MapShade
  onChange: (shade: MapShade) => void
}) => (
  <fieldset className="flex rounded-sm border border-edge bg-surface text-xs font-semibold noscript:hidden">
    <legend className="sr-only">Shade by</legend>
    {mapShades.map((mapShade) => (
      <button
        key={mapShade}
        type="button"
        aria-pressed={mapShade === shade}
        onClick={() => onChange(mapShade)}
        className="map-shade"
      >
        {mapShade === 'jobs' ? 'Jobs' : 'Pay'}
      </button>
    ))}
  </fieldset>
)

type TablesProps = {
  data: Answer
  shade: MapShade
  pointed: string | undefined
  link: (id: string, label: string) => ReactNode
}

/**
 * The map's figures, the largest first. Keyboards, screen readers and thumbs use these instead of
 * the map.
 */
function MapTables({ data: { state, areas, places }, shade, pointed, link }: TablesProps) {
  const rows = areas
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => (shade === 'pay' ? (b.pay ?? 0) - (a.pay ?? 0) : 0) || b.count - a.count)
  if (rows.length === 0) return <p className="text-muted">No jobs found here.</p>
  const [caption, head] =
    state === null
      ? ['Jobs and pay by state', 'State']
      : [`Jobs and pay by county in ${stateName(state)}`, 'County']
  return (
    <div className="relative max-h-44 overflow-y-auto border-y border-line @min-[56rem]:max-h-[34rem]">
      <MapTable {...{ caption, head, rows, pointed, link }} />
      {places.length > 0 && (
        <MapTable
          caption="Jobs and pay by location"
          head="Location"
          rows={places.map((place) => ({ ...place, id: place.label }))}
          {...{ pointed, link }}
        />
      )}
    </div>
  )
}

type TableProps = Pick<TablesProps, 'pointed' | 'link'> & {
  caption: string
  head: string
  rows: readonly Pick<Answer['areas'][number], 'id' | 'label' | 'count' | 'pay'>[]
}

const MapTable = ({ caption, head, rows, pointed, link }: TableProps) => (
  <table className="w-full text-xs">
    <caption className="sr-only">{caption}</caption>
    <thead className="sticky top-0 bg-paper text-muted">
      <tr className="map-heads">
        <th scope="col">{head}</th>
        <th scope="col">Jobs</th>
        <th scope="col">Pay</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, label, count, pay }) => (
        <tr
          key={id}
          data-place={id}
          className={`border-t border-line ${id === pointed ? 'bg-action-wash' : ''}`}
        >
          <th scope="row" className="text-left font-semibold">
            {link(id, label)}
          </th>
          <td className="text-right tabular-nums">{formatNumber(count)}</td>
          <td className="pr-1 text-right text-pay tabular-nums">
            {pay === null ? <span className="text-muted">—</span> : shortDollars(pay)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
