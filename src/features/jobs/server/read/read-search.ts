import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { plannedOnce, type Db } from '#platform/server/database.ts'
import { slugOf } from '#shared/paths.ts'
import { stateName } from '#shared/us-states.ts'
import type { Understanding } from '#features/jobs/contract.ts'
import { defaultRadius, type Filters } from '#features/jobs/filters.ts'
import { inFigures } from '#vocabulary/quantities.ts'
import { findEntry } from '#vocabulary/reader.ts'
import { filtersOf, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { joinItems, type Conditions, type Part } from './alternatives.ts'
import { readPlaceBox, type PlaceBox } from './place-box.ts'
import { conceptOf } from './meanings.ts'
import { joined } from './places.ts'
import { areOnlyOptional } from './reading.ts'
import type { Concept, Reading, SearchFilter, Sentence, Stems, Term } from './reading.ts'
import { mendKeyword } from './spelling.ts'
import { literally, lookUpTexts, readText, typedIn } from './read-text.ts'
import type { Known } from './words.ts'

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

/** The addresses of all names of the organization that has this one. */
async function findEmployerSlugs(db: Db, slug: string): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select names.slug from owned_names named join owned_names names using (organization_id)
    where named.slug = ${slug} and named.slug <> '' and names.slug <> '' ${plannedOnce}
  `.execute(db)
  return rows.length === 0 ? [slug] : rows.map((row) => row.slug)
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
    const { sentence } = isLiteral ? literally(text) : readText(text)
    const corrected = mayMend ? await mendKeyword(db, sentence, found.known.words) : undefined
    if (corrected === undefined)
      return { box, keyword: keywordOf(sentence, found.known, { typed, isLiteral }) }
    keyword = typedIn(corrected)
    found = await lookUpTexts(db, [keyword])
  }
}

type Keyword = Conditions & {
  sentence: Sentence
  stems: Stems
  unread?: { text: string; before: string }
  correctedKeyword?: string
}

function keywordOf(
  sentence: Sentence,
  stems: Known,
  { typed, isLiteral }: { typed: string; isLiteral: boolean },
): Keyword {
  const { text, words } = sentence
  const read = text.slice(0, words.at(-1)?.end ?? 0)
  const unread = text.slice(read.length).trim()
  const isUnread = read === '' ? unread !== '' : /[\p{L}\p{N}]/u.test(unread)
  return {
    sentence,
    stems: { words: stems.words, phrases: stems.phrases },
    ...joinItems(sentence),
    ...(isLiteral && { parts: [] }),
    ...(isUnread && { unread: { text: unread, before: read } }),
    ...(text !== typed && { correctedKeyword: text }),
  }
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
  const terms = box?.beyond?.includes('remote') ? [...keyword.terms, remoteTerm] : keyword.terms
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
  // An order that was chosen wins over a typed one, which is then no part of the search.
  const parts = keyword.parts.filter((part) => !part.isOrder || criteria.sortBy === undefined)
  // Where nothing else is asked for, a job must have one of the words.
  const isOptional = !areOnlyOptional(filter, terms)
  const around = place && {
    label: place.label,
    radius: place.radius,
    ...(asked === undefined && from.isAbout && { isAbout: true as const }),
  }
  const boxStates = box && box.states.length > 0 && alternatives.format(box.states.map(stateName))
  const label = area?.label ?? (boxStates || undefined)
  const elsewhere = area?.others ?? box?.spots[0]?.others ?? sentence.spots[0]?.others ?? []
  const near = joined(sentence.spots)?.label
  const notes: Understanding = {
    recognized: [
      ...new Set(
        [
          ...labelsOf(keyword.terms),
          ...keyword.filters.map((filter) => filter.label),
          ...(near === undefined ? (sentence.area?.label ?? []) : `near ${near}`),
          ...sentence.states.map(stateName),
        ].flat(),
      ),
    ],
    parts: partsOf({ ...keyword, parts }, isOptional),
    ...(sentence.profession !== undefined && { profession: sentence.profession }),
    ...(keyword.correctedKeyword !== undefined && { correctedKeyword: keyword.correctedKeyword }),
    ...(around && { place: around }),
    ...(label !== undefined && { place: { label } }),
    ...(elsewhere.length > 0 && { otherPlaces: elsewhere }),
    ...(box?.unknown !== undefined && { unknownPlace: box.unknown, placeGuesses: box.guesses }),
    ...(typed !== undefined && { named: namedBy(filter, terms) }),
    ...(sort && { sortBy: sort }),
  }
  return { filter, terms, stems, notes, ...(sort && { sort }) }
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

/** The chips: what each part was understood as, and the search without it. */
function partsOf(
  { sentence: { text }, parts, unread, stems }: Keyword,
  hasOptional: boolean,
): Understanding['parts'] {
  // Stop words say nothing.
  const isSaid = ({ isWord, start, end }: Part): boolean =>
    !isWord ||
    (stems.words.get(text.slice(start, end).replace(/^.*\s/, ''))?.lexemes.length ?? 0) > 0
  const shown: Understanding['parts'] = parts
    .filter(isSaid)
    .map(({ label, start, end, isOptional, isOrder: _isOrder, ...more }) => ({
      label,
      without: withoutPart(text, start, end),
      ...more,
      ...(isOptional &&
        hasOptional && {
          demanding: text.slice(0, end).replace(/[\p{L}\p{N}\p{M}]+$/u, '"$&"') + text.slice(end),
        }),
    }))
  if (unread) {
    const [start] = unread.text.match(/^.{0,40}(?!\S)|^.{40}/su) ?? ['']
    const label = start === unread.text ? `“${start}”` : `“${start.trim()} …”`
    shown.push({ label, without: unread.before, isUnread: true })
  }
  return [...new Map(shown.map((part) => [`${part.label}: ${part.without}`, part])).values()]
}

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
 * The rest of a keyword, without the separator before the part, and the quotation marks around it.
 */
const withoutPart = (text: string, start: number, end: number): string =>
  `${text.slice(0, start).replace(/[\s,/&]+$/, '')} ${text.slice(end)}`
    .replaceAll(/["“”]\s*["“”]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,/])/g, '')
    .replaceAll(/^(?:[\s,/&+-]|or\b)+|[\s,/&-]+$/gi, '')
