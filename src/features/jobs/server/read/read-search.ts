import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/server/database.ts'
import { slugOf } from '#shared/paths.ts'
import { stateName } from '#shared/us-states.ts'
import type { Understanding } from '#features/jobs/contract.ts'
import { defaultRadius, type Filters } from '#features/jobs/filters.ts'
import { inFigures } from '#vocabulary/quantities.ts'
import { findEntry } from '#vocabulary/reader.ts'
import { filtersOf, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { joinItems, type Conditions } from './alternatives.ts'
import { chipsOf } from './chips.ts'
import { readPlaceBox, type PlaceBox } from './place-box.ts'
import { conceptOf } from './meanings.ts'
import { joined } from './places.ts'
import { areOnlyOptional } from './reading.ts'
import type { Concept, Reading, SearchFilter, Sentence, Stems, Term } from './reading.ts'
import { mendKeyword } from './spelling.ts'
import { literally, lookUpTexts, otherReading, readText, typedIn } from './read-text.ts'
import { findEmployerSlugs, type Known } from '../queries.ts'

/** Works out what a search means: abbreviations, filters and places in its words, typing errors. */
export async function readSearch(db: Db, criteria: SearchCriteria): Promise<Reading> {
  const { box, keyword } = await readBoxes(db, criteria)
  const reading = combine(criteria, box, keyword)
  if (criteria.employer === undefined) return reading
  return {
    ...reading,
    filter: {
      ...reading.filter,
      employerSlugs: await findEmployerSlugs(db, slugOf(criteria.employer)),
    },
  }
}

type Boxes = { box: PlaceBox | undefined; keyword: Keyword }

/**
 * What the two boxes say, read minutes ago at most: the words, places and counts that it depends on
 * hardly change.
 */
const readingTtl = 5 * 60_000
const maxReadings = 10_000

/** Of one node and database. A transaction is a database of its own here, and forgotten with it. */
const readings = new WeakMap<Db, LRUCache<string, Boxes, SearchCriteria>>()

/** The words that jobs have are others now. */
export const forgetReadings = (db: Db): boolean => readings.delete(db)

async function readBoxes(db: Db, criteria: SearchCriteria): Promise<Boxes> {
  let known = readings.get(db)
  if (!known) {
    known = new LRUCache({
      max: maxReadings,
      ttl: readingTtl,
      fetchMethod: (_key, _stale, { context }) => readTexts(db, context),
    })
    readings.set(db, known)
  }
  const { keyword, literal, city, state, jobType, visa, payroll } = criteria
  return known.forceFetch(JSON.stringify([keyword, literal, city, state, jobType, visa, payroll]), {
    context: criteria,
  })
}

/** Both boxes with one look at the database; the keyword again, if it has typing errors. */
async function readTexts(db: Db, criteria: SearchCriteria): Promise<Boxes> {
  const { city, state: within, literal } = criteria
  const isLiteral = literal === true
  const typed = isLiteral ? (criteria.keyword ?? '') : inFigures(criteria.keyword ?? '')
  const place = city === undefined ? undefined : typedIn(inFigures(city), true)
  let keyword = typedIn(typed)
  let found = await lookUpTexts(db, place ? [place, keyword] : [keyword])
  const box =
    place && readPlaceBox({ ...place, ...found, within, hasPlace: false, filters: {} }, criteria)
  const hasPlace = box !== undefined && (box.spots.length > 0 || box.area !== undefined)
  for (let mayMend = !isLiteral; ; mayMend = false) {
    const states = within ?? (box && box.states.length > 0 ? box.states : undefined)
    const text = { ...keyword, ...found, within: states, hasPlace, filters: criteria }
    const read = isLiteral ? literally(text) : readText(text)
    const { sentence } = read
    const corrected = mayMend ? await mendKeyword(db, sentence, found.known.words) : undefined
    if (corrected === undefined) {
      const other = isLiteral ? undefined : otherReading(text, read)
      const said = keywordOf(sentence, found.known, typed)
      return { box, keyword: { ...said, ...(other && { otherReading: other }) } }
    }
    keyword = typedIn(corrected)
    found = await lookUpTexts(db, [keyword])
  }
}

type Keyword = Conditions & { sentence: Sentence; stems: Stems } & Pick<
    Understanding,
    'correctedKeyword' | 'otherReading'
  >

const keywordOf = (sentence: Sentence, { words, phrases }: Known, typed: string): Keyword => ({
  sentence,
  stems: { words, phrases },
  ...joinItems(sentence),
  ...(sentence.text !== typed && { correctedKeyword: sentence.text }),
})

/** What the boxes say and what was chosen, as one. */
function combine(criteria: SearchCriteria, box: PlaceBox | undefined, keyword: Keyword): Reading {
  const {
    keyword: typed,
    city: _city,
    literal: _literal,
    hourly: _hourly,
    radius: asked,
    state: chosen,
    ...rest
  } = filtersOf(criteria)
  const { sentence, stems } = keyword
  const terms = [
    ...keyword.terms,
    ...(box ? joinItems(box).terms : []),
    ...(box?.beyond?.includes('remote') ? [remoteTerm] : []),
  ]
  const isInBox = box !== undefined && box.spots.length > 0
  const from = isInBox && (box.miles !== undefined || sentence.miles === undefined) ? box : sentence
  const spot = joined(isInBox ? box.spots : sentence.spots)
  const area = box?.area ?? sentence.area
  const said =
    box && box.states.length > 0
      ? box.states
      : (area?.states ?? (spot?.stated ? [spot.stated] : sentence.states))
  // A state that was typed or chosen leaves out everything beyond its border.
  const narrowed = chosen ? said.filter((code) => chosen.includes(code)) : said
  const state = narrowed.length > 0 ? narrowed : chosen
  const county = area?.counties
    .filter((county) => !chosen || chosen.some((code) => code === county.state))
    .map(({ fips }) => fips)
  const others = spot?.alternatives?.map(({ lat, lon }) => ({ lat, lon }))
  const place = spot && {
    lat: spot.lat,
    lon: spot.lon,
    radius: asked ?? from.miles ?? defaultRadius,
    label: spot.label,
    ...(others && { others }),
  }
  const filter: SearchFilter = {
    ...keyword.filters.map((typed) => typed.filter).reduce<Filters>(narrow, rest),
    ...(state && state.length > 0 && { state }),
    ...(county && county.length > 0 && { county }),
    ...(place && { place }),
    ...(box?.unknown !== undefined && { nowhere: true }),
    ...(sentence.reference !== undefined && { reference: sentence.reference }),
  }
  const typedOrder = sentence.items.find((item) => item.kind === 'order')?.by
  const order =
    typedOrder ?? (from.isClosest || sentence.isClosest ? ('closest' as const) : undefined)
  const sort = order === 'closest' && !place ? undefined : order
  const chips = chipsOf(sentence, stems, {
    isDemanded: areOnlyOptional(filter, terms),
    // An order that was chosen wins over a typed one, which is then no part of the search.
    isOrdered: criteria.sortBy !== undefined,
  })
  const around = place && {
    label: place.label,
    radius: place.radius,
    ...(asked === undefined && from.isAbout && { isAbout: true as const }),
  }
  const boxStates = box && box.states.length > 0 && alternatives.format(box.states.map(stateName))
  const label = around?.label ?? area?.label ?? (boxStates || undefined)
  const unwanted = (box?.items ?? []).flatMap((item) =>
    item.isUnwanted ? item.label.slice(3) : [],
  )
  const shown = [label ?? 'anywhere', ...unwanted].join(label ? ' but not ' : ' but ')
  const elsewhere = box?.others ?? sentence.others ?? []
  const near = joined(sentence.spots)?.label
  const notes: Understanding = {
    recognized: [
      ...new Set([
        ...labelsOf(keyword.terms),
        ...keyword.filters.map((filter) => filter.label),
        ...[near === undefined ? (sentence.area?.label ?? []) : `near ${near}`].flat(),
        ...sentence.states.map(stateName),
      ]),
    ],
    parts: criteria.literal ? chips.filter((chip) => chip.isUnread) : chips,
    ...(sentence.profession !== undefined && { profession: sentence.profession }),
    ...(keyword.correctedKeyword !== undefined && { correctedKeyword: keyword.correctedKeyword }),
    ...(keyword.otherReading && { otherReading: keyword.otherReading }),
    ...((label ?? unwanted[0]) && { place: { ...around, label: shown } }),
    ...(elsewhere.length > 0 && { otherPlaces: elsewhere }),
    ...(box?.unknown !== undefined && { unknownPlace: box.unknown, placeGuesses: box.guesses }),
    ...(typed !== undefined && { named: namedBy(filter, terms) }),
    ...(sort && { sortBy: sort }),
  }
  const couple = sentence.isCouple === true && coupleOf(terms)
  return { filter, terms, stems, notes, ...(sort && { sort }), ...(couple && { couple }) }
}

/** A search for each of two people. */
function coupleOf(terms: readonly Term[]): Reading['couple'] {
  const both = terms.find((term) => term.kind === 'or')
  return both?.alternatives.length === 2
    ? both.alternatives.map((side) => ({
        label: labelsOf(side).join(' '),
        terms: terms.flatMap((term) => (term === both ? side : [term])),
      }))
    : undefined
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const remoteTerm: Term = {
  kind: 'concept',
  concept: conceptOf(findEntry('remote') as Concept['entry']),
  typed: 'remote',
}

/** 'Cardiology' for 'heart doctor', beside the filters; how one works is no specialty. */
function namedBy(
  { specialty: chosen = [], jobType, state }: SearchFilter,
  terms: readonly Term[],
): Understanding['named'] {
  const isWhat = (term: Term): boolean => term.kind !== 'concept' || !term.concept.isCondition
  const specialty = [...new Set([...chosen, ...labelsOf(terms.filter(isWhat))])]
  return {
    ...(specialty.length > 0 && { specialty }),
    ...(jobType && { jobType }),
    ...(state && { state }),
  }
}

/**
 * Of two bounds the tighter one holds, all benefits are wanted; of everything else a job has one,
 * and what was typed was among it.
 */
function narrow(one: Filters, other: Filters): Filters {
  const both: Filters = { ...one, ...other }
  for (const [name, tighter] of bounds)
    if (one[name] !== undefined && other[name] !== undefined)
      both[name] = tighter(one[name], other[name])
  if (one.benefits && other.benefits)
    both.benefits = [...new Set([...one.benefits, ...other.benefits])]
  return both
}
const bounds = [
  ['postedWithin', Math.min],
  ['minPay', Math.max],
  ['maxPay', Math.min],
] as const

/** The concepts that are asked for, also beside an 'or'. */
const labelsOf = (terms: readonly Term[]): string[] =>
  terms.flatMap((term) =>
    term.kind === 'concept'
      ? term.concept.label
      : term.kind === 'or'
        ? term.alternatives.flatMap(labelsOf)
        : [],
  )
