import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/server/database.ts'
import { slugOf } from '#shared/paths.ts'
import type { SearchExplanation, Understanding } from '#features/jobs/contract.ts'
import { defaultRadius, type Filters } from '#features/jobs/filters.ts'
import { inFigures } from '#vocabulary/quantities.ts'
import { filtersOf, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { joinItems, type Conditions } from './alternatives.ts'
import { chipsOf } from './chips.ts'
import {
  literally,
  nameOf,
  otherReading,
  readPlaceBox,
  readText,
  type PlaceBox,
} from './read-text.ts'
import { areOnlyOptional } from './reading.ts'
import type { Reading, SearchFilter, Stems, Term } from './reading.ts'
import type { Sentence } from './scope.ts'
import { guessFields, mendKeyword } from './spelling.ts'
import { lookUpTexts, phraseAt, typedIn } from './text.ts'
import { findEmployerSlugs } from '../queries.ts'

/** Works out what a search means: abbreviations, filters and places in its words, typing errors. */
export async function readSearch(db: Db, criteria: SearchCriteria): Promise<Reading> {
  const { box, keyword } = await readBoxes(db, criteria)
  const reading = combine(criteria, box, keyword)
  if (criteria.employer === undefined) return reading
  const employerSlugs = await findEmployerSlugs(db, slugOf(criteria.employer))
  return { ...reading, filter: { ...reading.filter, employerSlugs } }
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

async function readBoxes(db: Db, criteria: SearchCriteria) {
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
  const { city, state: within, literal: isLiteral = false } = criteria
  const typed = isLiteral ? (criteria.keyword ?? '') : inFigures(criteria.keyword ?? '')
  const place = city === undefined ? undefined : typedIn(inFigures(city), true)
  let keyword = typedIn(typed)
  let found = await lookUpTexts(db, place ? [place, keyword] : [keyword])
  const boxed = { ...found, within, hasPlace: false, filters: {} }
  const box = place && readPlaceBox({ ...place, ...boxed }, city ?? '')
  const hasPlace = box?.places.some(({ kind }) => kind !== 'state') === true
  const states = statesIn(box)
  for (let mayMend = !isLiteral; ; mayMend = false) {
    const beside = { within: within ?? states, hasPlace, filters: criteria }
    const text = { ...keyword, ...found, ...beside }
    const read = isLiteral ? literally(text) : readText(text)
    const { sentence } = read
    const corrected = mayMend ? await mendKeyword(db, sentence, found.known.words) : undefined
    if (corrected === undefined) {
      const guess = isLiteral ? undefined : guessFields(sentence, found.known.words)
      const guessed = guess === undefined ? undefined : { label: guess, keyword: guess }
      const other = isLiteral ? undefined : (otherReading(text, read) ?? guessed)
      const corrections = {
        ...(sentence.text !== typed && { correctedKeyword: sentence.text }),
        ...(other && { otherReading: other }),
      }
      const conditions = joinItems(sentence.items)
      return { box, keyword: { sentence, stems: found.known, corrections, ...conditions } }
    }
    keyword = typedIn(corrected)
    found = await lookUpTexts(db, [keyword])
  }
}

/** States that were typed as such. */
function statesIn(sentence: Sentence | undefined) {
  const states = sentence?.places.filter(({ kind }) => kind === 'state') ?? []
  return states.length > 0 ? states.flatMap((place) => place.states) : undefined
}

type Keyword = Conditions & {
  sentence: Sentence
  stems: Stems
  corrections: Pick<Understanding, 'correctedKeyword' | 'otherReading'>
}

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
  const terms = [...keyword.terms, ...joinItems(box?.items ?? []).terms]
  const places = [...(box?.places ?? []), ...sentence.places]
  const { spot: spots = [], area: areas = [] } = Object.groupBy(places, ({ kind }) => kind)
  const [spot, ...others] = spots
  const stated = others.length === 0 && spot?.stated ? [spot.stated] : undefined
  const inAreas = areas.length > 0 ? areas.flatMap((area) => area.states) : undefined
  const said = statesIn(box) ?? inAreas ?? stated ?? statesIn(sentence) ?? []
  // A state that was typed or chosen leaves out everything beyond its border.
  const narrowed = chosen ? said.filter((code) => chosen.includes(code)) : [...new Set(said)]
  const state = narrowed.length > 0 ? narrowed : chosen
  const county = areas
    .flatMap((area) => area.counties)
    .filter((county) => !chosen || chosen.some((code) => code === county.state))
    .map(({ fips }) => fips)
  const distance = { ...sentence.distance, ...box?.distance }
  const place = spot?.point && {
    ...spot.point,
    radius: asked ?? distance.miles ?? defaultRadius,
    label: spots.map(({ label }) => label).join(' or '),
    ...(others.length > 0 && { others: others.flatMap(({ point }) => point ?? []) }),
  }
  const filter: SearchFilter = {
    ...keyword.filters.map((typed) => typed.filter).reduce<Filters>(narrow, rest),
    ...(state && state.length > 0 && { state }),
    ...(county.length > 0 && { county }),
    ...(place && { place }),
    ...(box?.unknown !== undefined && { nowhere: true }),
    ...(sentence.reference !== undefined && { reference: sentence.reference }),
  }
  const order =
    sentence.items.find(({ about }) => about === 'order')?.by ??
    (distance.isClosest ? ('closest' as const) : undefined)
  const sort = order === 'closest' && !place ? undefined : order
  const chips = chipsOf(sentence, stems, {
    isDemanded: areOnlyOptional(filter, terms),
    // An order that was chosen wins over a typed one, which is then no part of the search.
    isOrdered: criteria.sortBy !== undefined,
  })
  const isAbout = asked === undefined && distance.isAbout
  const around = place && { radius: place.radius, ...(isAbout && { isAbout }) }
  const boxed = box?.places.filter(({ kind }) => kind === 'state').map(({ label }) => label) ?? []
  const inArea = areas.map((area) => area.label).join(' or ')
  const label = place?.label ?? (inArea || alternatives.format(boxed))
  const noes = box?.items.flatMap((item) => (item.isUnwanted ? item.label.slice(3) : [])) ?? []
  const shown = [label || 'anywhere', ...noes].join(label ? ' but not ' : ' but ')
  const elsewhere = places[0]?.others ?? []
  const notes: Understanding = {
    parts: criteria.literal ? chips.filter((chip) => chip.isUnread) : chips,
    ...(sentence.profession !== undefined && { profession: sentence.profession }),
    ...keyword.corrections,
    ...((label || noes[0]) && { place: { ...around, label: shown } }),
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

/** 'Cardiology' for 'heart doctor', beside the filters; how one works is no specialty. */
function namedBy(
  { specialty: chosen = [], jobType, state }: SearchFilter,
  terms: readonly Term[],
): Understanding['named'] {
  const isWhat = (term: Term) => term.kind !== 'concept' || !term.concept.isCondition
  const specialty = [...new Set([...chosen, ...labelsOf(terms.filter(isWhat))])]
  const [what, ...others] = terms.flatMap((term) => (term.kind === 'concept' ? term.concept : []))
  const isPart = what && others.length === 0 && what.entry.kind !== 'specialty'
  return {
    ...(specialty.length > 0 && { specialty }),
    ...(isPart && what.specialties.length > 0 && { fields: [...what.specialties] }),
    ...(jobType && { jobType }),
    ...(state && { state }),
  }
}

/**
 * Of two bounds the tighter one holds, all benefits are wanted; of everything else a job has one,
 * and what was typed was among it.
 */
function narrow(one: Filters, other: Filters) {
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

/**
 * What each reader proposed for both boxes, with its cost, and what was chosen; of a keyword with
 * its typing errors mended, as it is searched.
 */
export async function explainSearch(db: Db, criteria: SearchCriteria): Promise<SearchExplanation> {
  const { notes } = await readSearch(db, criteria)
  const { keyword = '', city = '', state: within, ...filters } = criteria
  const boxes = [
    typedIn(inFigures(notes.correctedKeyword ?? keyword)),
    typedIn(inFigures(city), true),
  ]
  const found = await lookUpTexts(db, boxes)
  return {
    spans: boxes.flatMap((box) => {
      const { spans, chosen } = readText({ ...box, ...found, within, hasPlace: false, filters })
      return spans.map((span) => ({
        box: box.isPlaceBox ? ('place' as const) : ('keyword' as const),
        words: phraseAt(box.tokens, span.from, span.to - span.from),
        means: nameOf(span.says),
        cost: span.cost,
        isChosen: chosen.includes(span),
      }))
    }),
  }
}
