import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { plannedOnce, type Db } from '#platform/server/database.ts'
import { slugOf } from '#shared/paths.ts'
import { stateName } from '#shared/us-states.ts'
import type { Understanding } from '#features/jobs/contract.ts'
import { defaultRadius, type Filters } from '#features/jobs/filters.ts'
import { inFigures } from '#vocabulary/quantities.ts'
import { findEntry } from '#vocabulary/reader.ts'
import { filtersOf, type SearchCriteria, type SortBy } from '#features/jobs/search-criteria.ts'
import { joinItems, type Conditions, type Part } from './alternatives.ts'
import { readPlaceBox, type PlaceBox } from './place-box.ts'
import { conceptOf } from './meanings.ts'
import { joined, type Area, type Spot } from './places.ts'
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

type Keyword = Pick<
  Sentence,
  'text' | 'area' | 'miles' | 'isAbout' | 'isClosest' | 'reference' | 'profession'
> &
  Conditions & {
    unread?: { text: string; before: string }
    order?: SortBy | 'closest' | undefined
    spot?: Spot
    stems: Stems
    correctedKeyword?: string
  }

function keywordOf(
  sentence: Sentence,
  { words, phrases }: Known,
  { typed, isLiteral }: { typed: string; isLiteral: boolean },
): Keyword {
  const { spots, text, ...said } = sentence
  const read = text.slice(0, sentence.words.at(-1)?.end ?? 0)
  const unread = text.slice(read.length).trim()
  return {
    ...said,
    text,
    ...((read === '' ? unread !== '' : hasWords.test(unread)) && {
      unread: { text: unread, before: read },
    }),
    ...joinItems(sentence),
    ...(isLiteral && { parts: [] }),
    ...(spots.length > 0 && { spot: joined(spots) }),
    order: sentence.items.find((item) => item.kind === 'order')?.by,
    stems: { words, phrases },
    ...(text !== typed && { correctedKeyword: text }),
  }
}

const hasWords = /[\p{L}\p{N}]/u

/** What the boxes say and what was chosen, as one. */
function combine(criteria: SearchCriteria, box: PlaceBox | undefined, keyword: Keyword): Reading {
  const {
    keyword: typed,
    city: _city,
    literal: _literal,
    hourly: _hourly,
    radius: asked,
    ...others
  } = filtersOf(criteria)
  const { state: chosen, ...rest } = others
  const { stems, reference } = keyword
  const terms = box?.isRemote ? [...keyword.terms, remoteTerm] : keyword.terms
  const from =
    box && box.spots.length > 0 && (box.miles !== undefined || keyword.miles === undefined)
      ? box
      : keyword
  const radius = asked ?? from.miles ?? defaultRadius
  const isAbout = asked === undefined && from.isAbout
  const spot = box && box.spots.length > 0 ? joined(box.spots) : keyword.spot
  const area = box?.area ?? keyword.area
  const said =
    box && box.states.length > 0
      ? box.states
      : (area?.states ?? (spot?.stated ? [spot.stated] : keyword.states))
  // A state that was typed or chosen leaves out everything beyond its border.
  const narrowed = chosen ? said.filter((candidate) => chosen.includes(candidate)) : said
  const state = narrowed.length > 0 ? narrowed : chosen
  const county = area?.counties
    .filter((candidate) => !chosen || chosen.some((code) => code === candidate.state))
    .map((county) => county.fips)
  const centers = spot?.alternatives?.map(({ lat, lon }) => ({ lat, lon }))
  const place = spot && {
    lat: spot.lat,
    lon: spot.lon,
    radius,
    label: spot.label,
    ...(centers && { others: centers }),
  }
  const filters = keyword.filters.map((typed) => typed.filter).reduce<Filters>(narrow, rest)
  const filter: SearchFilter = {
    ...filters,
    ...(state && { state }),
    ...(county && county.length > 0 && { county }),
    ...(place && { place }),
    ...(box?.unknown !== undefined && { nowhere: true }),
    ...(reference !== undefined && { reference }),
  }
  const named = typed === undefined ? undefined : namedBy(filter, terms)
  const shown = areOnlyOptional(filter, terms)
    ? { ...keyword, parts: keyword.parts.map(asDemanded) }
    : keyword
  const around = place && { ...place, ...(isAbout && { isAbout }) }
  const order = keyword.order ?? (from.isClosest || keyword.isClosest ? 'closest' : undefined)
  const sort = order === 'closest' && !place ? undefined : order
  // An order that was chosen wins over a typed one, which is then no part of the search.
  const isChosen = criteria.sortBy !== undefined
  const ordered = isChosen
    ? { ...shown, parts: shown.parts.filter(({ isOrder }) => !isOrder) }
    : shown
  const notes = {
    ...notesOf(box, ordered, around, area),
    ...(named && { named }),
    ...(sort && { sortBy: sort }),
  }
  return { filter, terms, stems, notes, ...(sort && { sort }) }
}

/** Where nothing else is asked for, a job must have one of the words. */
const asDemanded = ({ isOptional: _optional, ...part }: Part): Part => part

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
  const specialty = [
    ...new Set([...chosen, ...labelsOf(terms.filter((term) => !isCondition(term)))]),
  ]
  return {
    ...(specialty.length > 0 && { specialty }),
    ...(jobType && { jobType }),
    ...(state && { state }),
  }
}

const isCondition = (term: Term): boolean =>
  term.kind === 'concept' && term.concept.isCondition === true

/**
 * Of two bounds the tighter one holds, all benefits are wanted; of everything else a job has one,
 * and what was typed was among it.
 */
const narrow = (one: Filters, other: Filters): Filters => ({
  ...one,
  ...other,
  ...(one.postedWithin !== undefined &&
    other.postedWithin !== undefined && {
      postedWithin: Math.min(one.postedWithin, other.postedWithin),
    }),
  ...(one.minPay !== undefined &&
    other.minPay !== undefined && { minPay: Math.max(one.minPay, other.minPay) }),
  ...(one.maxPay !== undefined &&
    other.maxPay !== undefined && { maxPay: Math.min(one.maxPay, other.maxPay) }),
  ...(one.benefits &&
    other.benefits && { benefits: [...new Set([...one.benefits, ...other.benefits])] }),
})

function notesOf(
  box: PlaceBox | undefined,
  {
    text,
    terms,
    filters,
    states,
    parts,
    unread,
    stems,
    spot,
    area: typedArea,
    profession,
    correctedKeyword,
  }: Keyword,
  place: (Pick<Spot, 'label'> & { radius: number; isAbout?: true }) | undefined,
  area: Area | undefined,
): Understanding {
  const near = spot ? [`near ${spot.label}`] : typedArea ? [typedArea.label] : []
  const others = area?.others ?? box?.spots[0]?.others ?? spot?.others ?? []
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
      ...(isOptional && {
        demanding: text.slice(0, end).replace(/[\p{L}\p{N}\p{M}]+$/u, '"$&"') + text.slice(end),
      }),
    }))
  if (unread) {
    const [start] = unread.text.match(/^.{0,40}(?!\S)|^.{40}/su) ?? ['']
    const label = start === unread.text ? `“${start}”` : `“${start.trim()} …”`
    shown.push({ label, without: unread.before, isUnread: true })
  }
  return {
    recognized: [
      ...new Set([
        ...labelsOf(terms),
        ...filters.map((filter) => filter.label),
        ...near,
        ...states.map(stateName),
      ]),
    ],
    parts: [
      ...new Map(
        shown.map((reading) => [`${reading.label}: ${reading.without}`, reading]),
      ).values(),
    ],
    ...(profession !== undefined && { profession }),
    ...(correctedKeyword !== undefined && { correctedKeyword }),
    ...(place && {
      place: { label: place.label, radius: place.radius, ...(place.isAbout && { isAbout: true }) },
    }),
    ...(box &&
      box.states.length > 0 && {
        place: { label: alternatives.format(box.states.map(stateName)) },
      }),
    ...(area && { place: { label: area.label } }),
    ...(others.length > 0 && { otherPlaces: others }),
    ...(box?.unknown !== undefined && { unknownPlace: box.unknown, placeGuesses: box.guesses }),
  }
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
