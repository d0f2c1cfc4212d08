import { isStateCode, parseState, stateName } from '#shared/us-states.ts'
import { neighborsOf, statesAround } from '#vocabulary/neighbors.ts'
import { isSpecialty } from '#vocabulary/specialties.ts'
import type { Understanding } from './contract.ts'
import { listText } from './display.ts'
import { filters } from './filters.ts'
import { appliedFilters, filtersOf, fromFirstPage, type SearchCriteria } from './search-criteria.ts'

const mostWaysOut = 5
const mostFields = 2

type Found = Pick<Understanding, 'place' | 'parts' | 'named'>
type Way = { label: string; instead: SearchCriteria; isNeighbor?: true; isEverything?: true }

/**
 * Other searches for one that found nothing: further around, for a related specialty, or without
 * one of its filters or understood parts.
 */
export function waysOut(criteria: SearchCriteria, understanding: Found): Way[] {
  const { place, parts } = understanding
  const found = place ? { place } : {}
  const rest = fromFirstPage(criteria)
  const wider = place?.radius === undefined ? [] : widerCircles(criteria, place.radius)
  const neighbors: Way[] = [
    ...wider,
    ...statesInstead(criteria, understanding),
    ...closeTo(criteria, understanding),
    ...lessPay(criteria, understanding),
  ].map((way) => ({ ...way, isNeighbor: true }))
  const fewer: Way[] = appliedFilters(criteria, found).map(({ label, without }) => ({
    label: `Without ${quoted(label)}`,
    instead: without,
  }))
  const pieces: Way[] = parts
    .filter((part) => part.without !== '')
    .map(({ label, without }) => ({
      label: `Without ${quoted(label)}`,
      instead: { ...rest, keyword: without },
    }))
  const all: Way = { label: 'All jobs', instead: {} }
  const isWhole = (way: Way) => Object.keys(filtersOf(way.instead)).length === 0
  const narrower = [...pieces, ...fewer].slice(0, mostWaysOut)
  // Where two filters find nothing each, no way without one of them helps.
  const ways = [...neighbors, ...narrower, ...(narrower.some(isWhole) ? [] : [all])].map((way) =>
    isWhole(way) ? { ...way, label: 'All jobs', isEverything: true as const } : way,
  )
  const labels = ways.map(({ label }) => label)
  return ways.filter(({ label }, index) => labels.indexOf(label) === index)
}

/** The search without a part of its words, and with something else in its place. */
function replaced(
  criteria: SearchCriteria,
  part: Understanding['parts'][number] | undefined,
  instead: SearchCriteria,
): SearchCriteria {
  const { keyword, ...rest } = fromFirstPage(criteria)
  const words = part ? part.without : keyword
  return { ...rest, ...(words && { keyword: words }), ...instead }
}

/** The same search in another place, wherever its own was typed. */
export function elsewhere(
  { state: _state, city: _city, ...criteria }: SearchCriteria,
  { place, parts, named }: Found,
  instead: SearchCriteria,
): SearchCriteria {
  const names = new Set([place?.label, ...(named?.state ?? []).map(stateName)])
  const typed = parts.find(({ label, isUnwanted }) => {
    const name = label.replace(/^near |^within .*? miles of /, '')
    return !isUnwanted && names.has(name)
  })
  return replaced(criteria, typed, instead)
}

/** All of a place's state, or the states around. */
function statesInstead({ radius: _radius, ...criteria }: SearchCriteria, found: Found): Way[] {
  const { place, named } = found
  const isCircle = place?.radius !== undefined
  const code = parseState(place?.label ?? '')
  const states = isCircle
    ? [...place.label.matchAll(/, ([A-Z]{2})\b/g)].map(([, state = '']) => state)
    : code
      ? [code]
      : (named?.state ?? criteria.state ?? [])
  const known = [...new Set(states)].filter(isStateCode)
  const chosen = isCircle ? known : statesAround(known)
  const names = listText(known.map(stateName))
  return chosen.length === 0
    ? []
    : [
        {
          label: isCircle ? `All of ${names}` : `States around ${names}`,
          instead: elsewhere(criteria, found, { state: chosen }),
        },
      ]
}

/** What is close to the one thing that is asked for: what its physicians can do, too. */
function closeTo(criteria: SearchCriteria, { parts, named }: Found): Way[] {
  const [chosen, ...more] = parts.length === 0 ? appliedFilters(criteria, {}) : []
  const alone = parts.length === 1 ? parts : []
  const label = named?.specialty ?? criteria.specialty ?? alone.map((part) => part.label)
  const labels = label.length === 0 && chosen && more.length === 0 ? [chosen.label] : label
  const [name = ''] = labels
  if (labels.length !== 1) return []
  const typed = parts.find((part) => part.label === name && !part.isUnwanted)
  const others = neighborsOf(name)
  // A part of a field leads to the field.
  const close = others.length > 0 ? others : (named?.fields ?? []).slice(0, mostFields)
  return close.map((place) => ({
    label: place,
    instead: isSpecialty(place)
      ? replaced(criteria, typed, { specialty: [place] })
      : { ...chosen?.without, keyword: [typed?.without, place].filter(Boolean).join(' ') },
  }))
}

/** The next lower step of pay that helps. */
function lessPay(criteria: SearchCriteria, { parts }: Found): Way[] {
  const typed = parts.find(({ values }) => values?.['minPay'])
  const least = Number(typed?.values?.['minPay']?.[0] ?? criteria.minPay ?? 0)
  const lower = filters.minPay.values.filter((step) => step <= (least * 3) / 4).slice(-1)
  return lower.map((minPay) => ({
    label: filters.minPay.label(minPay, criteria),
    instead: replaced(criteria, typed, { minPay }),
  }))
}

/** A keyword has its quotation marks already. */
const quoted = (label: string) => (label.startsWith('“') ? label : `“${label}”`)

/** The next circle, and the widest. */
function widerCircles(search: SearchCriteria, radius: number) {
  const criteria = fromFirstPage(search)
  const wider = filters.radius.values.filter((value) => value > radius)
  return [...new Set([...wider.slice(0, 1), ...wider.slice(-1)])].map((miles) => ({
    label: filters.radius.label(miles),
    instead: { ...criteria, radius: miles },
  }))
}
