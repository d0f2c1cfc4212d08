import { createRequire } from 'node:module'
import { geoAlbersUsa, geoMercator, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import { countryMap, parseState, type StateCode } from '#shared/us-states.ts'
import type { Point } from './gazetteer.ts'

/**
 * An area of a map: a state by its code, or a county by its FIPS code. `x` and `y` are inside it.
 */
type MapArea = { id: string; name: string; x: number; y: number }

export type MapShapes = {
  width: number
  height: number
  areas: readonly MapArea[]
  /** A file of SVG symbols, one for each area, and `land` with all of them. */
  svg: string
  /** Undefined for what lies beyond the map. */
  project(this: void, point: Point): { x: number; y: number } | undefined
}

type Position = [x: number, y: number]
type Polygons = Position[][][]
type Outline = { id: string; name: string; polygons: Polygons }

const require = createRequire(import.meta.url)
type Topology = Parameters<typeof feature>[0]

/**
 * The outlines of us-atlas, which come in this projection: Alaska and Hawaii stand below the
 * southwest.
 */
const projection = geoAlbersUsa().scale(1300).translate([487.5, 305])

/** Measures what is projected already. */
const plane = geoPath()

/** Where Puerto Rico is drawn, which the projection lacks. */
const inset: [Position, Position] = [
  [890, 565],
  [965, 600],
]
const puertoRico = '72'

/** Those whose FIPS codes begin so. */
const outlinesOf = (file: string, name: string, fips = ''): Outline[] => {
  const topology: Topology = require(`us-atlas/${file}`)
  const collection = topology.objects[name]
  if (collection?.type !== 'GeometryCollection') return []
  return collection.geometries.flatMap((candidate): Outline[] => {
    if (!String(candidate.id).startsWith(fips)) return []
    const outline = feature(topology, candidate)
    if (outline.type !== 'Feature') return []
    const { geometry, properties } = outline
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : []
    return [
      {
        id: String(candidate.id),
        name: String(properties?.['name']),
        polygons: polygons as Polygons,
      },
    ]
  })
}

const made = new Map<StateCode | undefined, MapShapes | undefined>()

/**
 * The map of the country's states, or of one state's counties; undefined for 'Others'. Each is made
 * once.
 */
export function mapShapes(state?: StateCode): MapShapes | undefined {
  if (!made.has(state)) made.set(state, state === undefined ? countryShapes() : stateShapes(state))
  return made.get(state)
}

function countryShapes(): MapShapes {
  const states = outlinesOf('states-albers-10m.json', 'states').flatMap((outline): Outline[] => {
    const code = parseState(outline.name)
    return code ? [{ ...outline, id: code }] : []
  })
  const [elsewhere] = outlinesOf('states-10m.json', 'states', puertoRico)
  const toInset = elsewhere && insetProjection(elsewhere)
  const insets: Outline[] = toInset
    ? [
        {
          ...elsewhere,
          id: 'OTHER',
          polygons: mapPositions(elsewhere.polygons, ([lon, lat]) => toInset([lon, lat]) ?? [0, 0]),
        },
      ]
    : []
  return {
    ...drawn([...states, ...insets], countryMap),
    project: ({ lat, lon }) =>
      pointOf(projection([lon, lat]) ?? insidePuertoRico(toInset, lat, lon)),
  }
}

const insetProjection = ({ polygons }: Outline) =>
  geoMercator().fitExtent(inset, { type: 'MultiPoint', coordinates: polygons.flat(2) })

const insidePuertoRico = (
  toInset: ReturnType<typeof insetProjection> | undefined,
  lat: number,
  lon: number,
) => (lat > 17.8 && lat < 18.6 && lon > -67.4 && lon < -65.2 ? toInset?.([lon, lat]) : undefined)

/** The longer side of a state's map. */
const stateSize = 600

function stateShapes(state: StateCode): MapShapes | undefined {
  const fips = outlinesOf('states-albers-10m.json', 'states').find(
    (outline) => parseState(outline.name) === state,
  )?.id
  const counties =
    fips === undefined ? [] : outlinesOf('counties-albers-10m.json', 'counties', fips)
  if (counties.length === 0) return undefined
  const coordinates = counties.flatMap((county) => county.polygons)
  const [[left, top], [right, bottom]] = plane.bounds({ type: 'MultiPolygon', coordinates })
  const scale = stateSize / Math.max(right - left, bottom - top)
  const place = ([x, y]: Position): Position => [(x - left) * scale, (y - top) * scale]
  const size = {
    width: Math.ceil((right - left) * scale),
    height: Math.ceil((bottom - top) * scale),
  }
  return {
    ...drawn(
      counties.map((county) => ({ ...county, polygons: mapPositions(county.polygons, place) })),
      size,
    ),
    project: ({ lat, lon }) => {
      const position = projection([lon, lat])
      return position ? pointOf(place(position)) : undefined
    },
  }
}

const mapPositions = (polygons: Polygons, change: (position: Position) => Position): Polygons =>
  polygons.map((rings) => rings.map((ring) => ring.map(change)))

const roundedPoint = ([x, y]: Position) => ({ x: Math.round(x), y: Math.round(y) })
const pointOf = (position: Position | null | undefined) =>
  position ? roundedPoint(position) : undefined

function drawn(outlines: readonly Outline[], { width, height }: { width: number; height: number }) {
  const paths = outlines
    .map((outline) => `<path id="${outline.id}" d="${pathOf(outline.polygons)}"/>`)
    .join('')
  return {
    width,
    height,
    areas: outlines.map(({ id, name, polygons }) => ({ id, name, ...middleOf(polygons) })),
    svg:
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><g ` +
      `id="land">${paths}</g></svg>`,
  }
}

/**
 * In whole units. Neighbors round their common border to the same points, so no gap opens between
 * them.
 */
const pathOf = (polygons: Polygons) =>
  polygons
    .flat()
    .flatMap((ring) => {
      const steps: Position[] = []
      let last: Position | undefined
      for (const [exactX, exactY] of ring) {
        const [x, y] = [Math.round(exactX), Math.round(exactY)]
        if (last && x === last[0] && y === last[1]) continue
        steps.push(last ? [x - last[0], y - last[1]] : [x, y])
        last = [x, y]
      }
      const [start, ...lines] = steps
      return start && lines.length > 2 ? [`M${joined([start])}l${joined(lines)}z`] : []
    })
    .join('')

/** Numbers without the spaces that nobody needs: '3 4-5 6'. */
const joined = (steps: readonly Position[]) => steps.flat().join(' ').replaceAll(' -', '-')

/** The centroid of the largest part. */
function middleOf(polygons: Polygons) {
  const parts = polygons.map((coordinates) => ({ type: 'Polygon' as const, coordinates }))
  const [largest] = parts.toSorted((a, b) => plane.area(b) - plane.area(a))
  return roundedPoint(largest ? plane.centroid(largest) : [0, 0])
}
