import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/server/database.ts'
import { slugOf } from '#shared/paths.ts'
import { parseState } from '#shared/us-states.ts'
import type { SearchExplanation, Understanding } from '#features/jobs/contract.ts'
import { defaultRadius, type Filters } from '#features/jobs/filters.ts'
import { labelOf, loadGazetteer, placesLike } from '#features/places/server/public.ts'
import { inFigures } from '#vocabulary/quantities.ts'
import { filtersOf, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { joinItems } from './alternatives.ts'
import { chipsOf } from './chips.ts'
import { choose } from './choose.ts'
import { costs } from './costs.ts'
import { areOnlyOptional } from './reading.ts'
import type { Reading, SearchFilter, Term } from './reading.ts'
import { meaningOf, type Meaning } from './meanings.ts'
import { citiesCalled, isNotable } from './places.ts'
import { scan, type Says, type Span } from './scan.ts'
import { settle, type Sentence } from './scope.ts'
import { guessFields, mendKeyword } from './spelling.ts'
import { phraseAt, quotationAt, textOf, typedIn, type Text, type Typed } from './text.ts'
import { findEmployerSlugs, lookUp, type Stems } from '../queries.ts'

/** Works out what a search means: abbreviations, filters and places in its words, typing errors. */
export async function readSearch(db: Db, criteria: SearchCriteria): Promise<Reading> {
  const reading = combine(criteria, await readBoxes(db, criteria))
  if (criteria.employer === undefined) return reading
  const employerSlugs = await findEmployerSlugs(db, slugOf(criteria.employer))
  return { ...reading, filter: { ...reading.filter, employerSlugs } }
}

/** What the two boxes say. */
type Boxes = {
  box: PlaceBox
  keyword: Sentence
  stems: Stems
  corrections: Pick<Understanding, 'correctedKeyword' | 'otherReading'>
}

/** A reading is minutes old at most: the words, places and counts behind it hardly change. */
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
      fetchMethod: async (_key, _stale, { context }) => (await readTexts(db, context)).boxes,
    })
    readings.set(db, known)
  }
  const { keyword, literal, city, state, jobType, visa, payroll } = criteria
  return known.forceFetch(JSON.stringify([keyword, literal, city, state, jobType, visa, payroll]), {
    context: criteria,
  })
}

/** Both boxes with one look at the database; the keyword again, if it has typing errors. */
async function readTexts(db: Db, criteria: SearchCriteria) {
  const { city = '', state: within, literal: isLiteral = false } = criteria
  const typed = isLiteral ? (criteria.keyword ?? '') : inFigures(criteria.keyword ?? '')
  const [boxWords, keywordWords] = [typedIn(inFigures(city), true), typedIn(typed)]
  const found = await lookUpTexts(db, [boxWords, keywordWords])
  const boxed = { ...boxWords, ...found, within, hasPlace: false, filters: {} }
  const place = readText(boxed)
  const box = criteria.city === undefined ? place.sentence : placeBoxOf(boxed, place, city)
  const hasPlace = box.places.some(({ kind }) => kind !== 'state')
  const beside = { within: within ?? statesIn(box), hasPlace, filters: criteria }
  let text = { ...keywordWords, ...found, ...beside }
  let read = readText(text, isLiteral)
  const corrections: Boxes['corrections'] = {}
  const mended = isLiteral ? undefined : await mendKeyword(db, read.sentence, found.known.words)
  if (mended !== undefined) {
    corrections.correctedKeyword = mended
    const words = typedIn(mended)
    text = { ...words, ...(await lookUpTexts(db, [words])), ...beside }
    read = readText(text)
  }
  const other = isLiteral ? undefined : otherReading(text, read)
  if (other) corrections.otherReading = other
  const boxes: Boxes = { box, keyword: read.sentence, stems: text.known, corrections }
  return { boxes, read, place }
}

/** All that both boxes ask the database. */
export async function lookUpTexts(
  db: Db,
  texts: readonly Typed[],
): Promise<Pick<Text, 'known' | 'gazetteer'>> {
  const gazetteer = await loadGazetteer(db)
  const cities = texts.flatMap(({ runs, isPlaceBox }) =>
    runs.flat().flatMap(({ name }) => {
      const namesakes = citiesCalled(gazetteer, name, isPlaceBox).filter(isNotable)
      return namesakes.length > 1 ? namesakes.map(labelOf) : []
    }),
  )
  const keywords = texts.filter(({ isPlaceBox }) => !isPlaceBox)
  const tokens = keywords.flatMap((text) => text.tokens)
  const runs = keywords.flatMap((text) => text.runs.flat())
  const named = runs.flatMap(({ phrase }) => namesOf(meaningOf(phrase)))
  const asked = {
    words: [
      ...tokens.flatMap(({ text, word }) => [text, word]),
      ...named.flatMap((name) => name.split(' ')),
    ],
    phrases: keywords.flatMap((text) =>
      text.tokens.flatMap((token) => quotationAt(text, token) ?? []),
    ),
    cities,
    names: runs.filter(({ length }) => length > 1 && length < 5).map(({ phrase }) => phrase),
  }
  return { known: await lookUp(db, asked), gazetteer }
}

const namesOf = (meaning: Meaning | undefined) =>
  meaning?.kind === 'wish' && meaning.term.kind === 'concept' ? meaning.term.concept.names : []

type ReadText = { sentence: Sentence; chosen: Span[]; spans: Span[]; cost: number }

/**
 * Scans, chooses and settles; what contradicts the rest is read otherwise. Of a text that is taken
 * as typed each word is a word.
 */
export function readText(text: Text, isLiteral = false): ReadText {
  let spans = isLiteral ? scan(text).filter(isWord) : scan(text)
  const refused = new Set<number>(isLiteral ? text.tokens.keys() : [])
  for (;;) {
    const { chosen, cost } = choose(spans, text.tokens.length)
    const { sentence, contradicted } = settle(text, chosen, refused)
    if (contradicted.length === 0) return { sentence, chosen, spans, cost }
    for (const { says, from, to } of contradicted)
      if (kindOf(says) === 'filter') for (let at = from; at < to; at++) refused.add(at)
    spans = spans.filter((span) => !contradicted.includes(span))
  }
}

const isWord = ({ says }: Span) =>
  says.kind === 'words' || (says.kind === 'wish' && says.about === 'word')

/** What the place box means, or that it is none that we know. */
type PlaceBox = Sentence & { unknown?: string; guesses?: string[] }

/** What a place box was read as, if all of it is a place. */
function placeBoxOf(box: Text, { sentence }: ReadText, city: string): PlaceBox {
  const { items, places, isEverywhere } = sentence
  const isRead = items.length > 0 || isEverywhere
  if (isRead && items.every(({ about }) => about !== 'word')) return sentence
  const within = box.within?.length === 1 ? box.within[0] : undefined
  const words = box.tokens.map(({ word }) => word)
  const stated = words.length > 1 ? parseState(words.at(-1) ?? '') : undefined
  const name = (stated ? words.slice(0, -1) : words).join(' ')
  const named = places.flatMap((place) => (place.kind === 'state' ? place.states : []))
  const unknown = within && !city.includes(',') ? `${city}, ${within}` : city
  const guesses = placesLike(box.gazetteer, name, stated ?? within, named)
  return { ...sentence, items: [], places: [], unknown, guesses }
}

/** In words; in a longer text one of them hardly matters. */
const longestDoubtful = 12

/**
 * Another reading that costs hardly more, with the text that says just this: 'Idaho' for 'ID', or
 * 'neurology' for 'hi neurology'.
 */
function otherReading(text: Text, best: ReadText): Understanding['otherReading'] {
  const { tokens } = text
  const doubtful = tokens.length > longestDoubtful ? [] : best.chosen.filter(isName)
  for (const span of doubtful) {
    const spans = best.spans.filter((each) => each !== span)
    const { chosen, cost } = choose(spans, tokens.length)
    const instead = chosen.filter(({ from, to }) => from < span.to && span.from < to)
    const isSame = ({ says }: Span) => says.kind === 'words' || kindOf(says) === kindOf(span.says)
    if (cost > best.cost + costs.doubt || instead.some(isSame)) continue
    const names = instead.filter(isName).map(({ says }) => nameOf(says))
    const { sentence, contradicted } = settle(text, chosen, new Set())
    const [before, behind] = [tokens.slice(0, instead[0]?.from), tokens.slice(instead.at(-1)?.to)]
    const keyword = [textOf(before), ...names, textOf(behind)].join(' ').trim()
    const label = sentence.items.map((item) => item.label).join(', ')
    // A concept that says nothing is no reading of it; a code may well be a word.
    const isOther = names.length > 0 || span.says.kind === 'state'
    if (label !== '' && contradicted.length === 0 && isOther) return { label, keyword }
  }
  const guess = guessFields(best.sentence, text.known.words)
  return guess === undefined ? undefined : { label: guess, keyword: guess }
}

const kindOf = (says: Says) => (says.kind === 'wish' ? says.term.kind : says.kind)
const isName = ({ says }: Span) => ['spot', 'area', 'state', 'concept'].includes(kindOf(says))

/** What is meant, in words that mean nothing else. */
function nameOf(says: Says): string {
  if (says.kind === 'order') return says.order.label
  return 'label' in says ? says.label : says.kind
}

/** States that were typed as such. */
function statesIn({ places }: Sentence) {
  const states = places.filter(({ kind }) => kind === 'state')
  return states.length > 0 ? states.flatMap((place) => place.states) : undefined
}

/** What the boxes say and what was chosen, as one. */
function combine(criteria: SearchCriteria, { box, keyword, stems, corrections }: Boxes): Reading {
  const {
    keyword: typed,
    city: _city,
    literal: _literal,
    hourly: _hourly,
    radius: asked,
    state: chosen,
    ...rest
  } = filtersOf(criteria)
  const conditions = joinItems(keyword.items)
  const terms = [...conditions.terms, ...joinItems(box.items).terms]
  const places = [...box.places, ...keyword.places]
  const { spot: spots = [], area: areas = [] } = Object.groupBy(places, ({ kind }) => kind)
  const [spot, ...others] = spots
  const stated = others.length === 0 && spot?.stated ? [spot.stated] : undefined
  const inAreas = areas.length > 0 ? areas.flatMap((area) => area.states) : undefined
  const named = statesIn(box) ?? inAreas ?? stated ?? statesIn(keyword) ?? []
  // A state that was typed or chosen leaves out everything beyond its border.
  const narrowed = chosen ? named.filter((code) => chosen.includes(code)) : [...new Set(named)]
  const state = narrowed.length > 0 ? narrowed : chosen
  const counties = areas
    .flatMap((area) => area.counties)
    .filter((county) => !chosen || chosen.some((code) => code === county.state))
  const distance = { ...keyword.distance, ...box.distance }
  const place = spot?.point && {
    ...spot.point,
    radius: asked ?? distance.miles ?? defaultRadius,
    label: spots.map(({ label }) => label).join(' or '),
    ...(others.length > 0 && { others: others.flatMap(({ point }) => point ?? []) }),
  }
  const filter: SearchFilter = {
    ...conditions.filters.reduce<Filters>(narrow, rest),
    ...(state && state.length > 0 && { state }),
    ...(counties.length > 0 && { county: counties.map(({ fips }) => fips) }),
    ...(place && { place }),
    ...(box.unknown !== undefined && { nowhere: true }),
    ...(keyword.reference !== undefined && { reference: keyword.reference }),
  }
  const order =
    keyword.items.find(({ about }) => about === 'order')?.by ??
    (distance.isClosest ? ('closest' as const) : undefined)
  const sort = order === 'closest' && !place ? undefined : order
  const chips = chipsOf(keyword, stems, {
    isDemanded: areOnlyOptional(filter, terms),
    // An order that was chosen wins over a typed one, which is then no part of the search.
    isOrdered: criteria.sortBy !== undefined,
  })
  const isAbout = asked === undefined && distance.isAbout
  const around = place && { radius: place.radius, ...(isAbout && { isAbout }) }
  const inArea = areas.map((area) => area.label).join(' or ')
  const inStates = box.places.flatMap(({ kind, label }) => (kind === 'state' ? label : []))
  const label = place?.label ?? (inArea || alternatives.format(inStates))
  const noes = box.items.flatMap((item) => (item.isUnwanted ? item.label.slice(3) : []))
  const shown = [label || 'anywhere', ...noes].join(label ? ' but not ' : ' but ')
  const elsewhere = places[0]?.others ?? []
  const notes: Understanding = {
    parts: criteria.literal ? chips.filter((chip) => chip.isUnread) : chips,
    ...(keyword.profession !== undefined && { profession: keyword.profession }),
    ...corrections,
    ...((label || noes[0]) && { place: { ...around, label: shown } }),
    ...(elsewhere.length > 0 && { otherPlaces: elsewhere }),
    ...(box.unknown !== undefined && { unknownPlace: box.unknown, placeGuesses: box.guesses }),
    ...(typed !== undefined && { named: namedBy(filter, terms) }),
    ...(sort && { sortBy: sort }),
  }
  const couple = keyword.isCouple === true && coupleOf(terms)
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
function narrow(chosen: Filters, typed: Filters) {
  const both: Filters = { ...chosen, ...typed }
  for (const [name, tighter] of bounds)
    if (chosen[name] !== undefined && typed[name] !== undefined)
      both[name] = tighter(chosen[name], typed[name])
  if (chosen.benefits && typed.benefits)
    both.benefits = [...new Set([...chosen.benefits, ...typed.benefits])]
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
  const { read, place } = await readTexts(db, criteria)
  const explained = (box: 'keyword' | 'place', { spans, chosen, sentence }: ReadText) =>
    spans.map((span) => ({
      box,
      words: phraseAt(sentence.words, span.from, span.to - span.from),
      means: nameOf(span.says),
      cost: span.cost,
      isChosen: chosen.includes(span),
    }))
  return { spans: [...explained('keyword', read), ...explained('place', place)] }
}
