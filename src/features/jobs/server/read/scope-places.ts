import { stateName, type StateCode } from '#shared/us-states.ts'
import type { Filters } from '#features/jobs/filters.ts'
import type { Distance } from '#vocabulary/quantities.ts'
import { add, extendLast, isUnwanted, type State } from './items.ts'
import type { Area, Spot } from './places.ts'
import type { Says, Span } from './spans.ts'

type PlaceSays = Extract<Says, { kind: 'spot' | 'area' | 'state' }>

export function takePlace(state: State, span: Span, place: PlaceSays): boolean {
  const { source, items, spots } = state
  if (isUnwanted(state, span, 'place')) {
    const [label, filter] = placeFilter(place)
    return add(state, span, {
      kind: 'term',
      term: { kind: 'filter', filter },
      label: `No ${label}`,
      isUnwanted: true,
    })
  }
  if (source.hasPlace && place.kind !== 'state') return false
  const stated = items.flatMap((item) => (item.kind === 'state' ? item.state : []))
  if (place.kind === 'state') return takeState(state, span, place.state)
  if (place.kind === 'area') {
    if (spots.length > 0 || stated.length > 0) return false
    const isAnother = state.area !== undefined
    state.area = state.area ? bothAreas(state.area, place.area) : place.area
    return add(state, span, { kind: 'spot', label: place.area.label }, isAnother)
  }
  const { spot } = place
  if (state.area || (stated.length > 0 && !stated.some((code) => code === spot.state))) return false
  spots.push(spot)
  add(state, span, { kind: 'spot', label: `near ${spot.label}` }, spots.length > 1)
  const { distance } = state.lead ?? {}
  if (distance?.isClosest) state.isClosest = true
  if (distance?.miles !== undefined) addDistance(state, distance, spot)
  return true
}

function takeState(state: State, span: Span, code: StateCode): boolean {
  const { spots, area, source, items } = state
  if (area || source.hasPlace) return false
  const first = spots.length === 1 ? spots[0] : undefined
  if (spots.length > 0 && first?.state !== code) return false
  if (first) first.stated = code
  if (first) return extendLast(state, span.to)
  const isAnother = items.some((item) => item.kind === 'state')
  return add(
    state,
    span,
    { kind: 'state', state: code, label: stateName(code) },
    isAnother &&
      items.at(-1)?.kind === 'state' &&
      !/[,/]/.test(state.words[span.from]?.gap ?? '') &&
      state.join !== undefined,
  )
}

const bothAreas = (one: Area, other: Area): Area => ({
  label: `${one.label} or ${other.label}`,
  states: [...new Set([...one.states, ...other.states])],
  counties: [...one.counties, ...other.counties],
  others: [],
})

function placeFilter(place: PlaceSays): [label: string, filter: Pick<Filters, 'state' | 'county'>] {
  if (place.kind === 'state') return [stateName(place.state), { state: [place.state] }]
  if (place.kind === 'spot') return [place.spot.label, { county: [place.spot.county ?? ''] }]
  const { label, states, counties } = place.area
  const fips = counties.map((county) => county.fips)
  return [
    label,
    { ...(states.length > 0 && { state: states }), ...(fips.length > 0 && { county: fips }) },
  ]
}

const radiusLabel = ({ miles, isAbout }: Pick<Distance, 'miles' | 'isAbout'>): string =>
  `within ${isAbout ? 'about ' : ''}${miles} miles`

/** So many miles around the place that was read last. */
function addDistance(state: State, distance: Distance, spot: Spot): void {
  state.miles = distance.miles as number
  if (distance.isAbout) state.isAbout = true
  const item = state.items.at(-1)
  if (item) item.label = `${radiusLabel(distance)} of ${spot.label}`
}

/** Behind its place, or apart from it, in this box or the other. */
export function takeDistance(state: State, span: Span, distance: Distance): boolean {
  const { items, spots, source, chosen, miles } = state
  const spot = spots.at(-1)
  const last = items.at(-1)
  if (miles !== undefined) return false
  if (spot && last?.kind === 'spot' && last.to === span.from) {
    addDistance(state, distance, spot)
    return extendLast(state, span.to)
  }
  if (last?.kind === 'spot' && last.to === span.from && state.area)
    return extendLast(state, span.to)
  if (!source.hasPlace && !chosen.some(({ says }) => says.kind === 'spot')) return false
  state.miles = distance.miles as number
  if (distance.isAbout) state.isAbout = true
  return add(state, span, { kind: 'spot', label: radiusLabel(distance) })
}
