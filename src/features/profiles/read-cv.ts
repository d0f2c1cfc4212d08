import { organizations } from '#vocabulary/offer-rules.ts'
import {
  authorization,
  boardStatus,
  compact,
  languages,
  licenses,
  noLicense,
  present,
  training,
} from '#vocabulary/cv-rules.ts'
import { findPhrase, longestPhrase } from '#vocabulary/reader.ts'
import { readTitle } from '#vocabulary/read-title.ts'
import { isStateCode, stateCodes, stateName, type StateCode } from '#shared/us-states.ts'
import { profileField, type ProfileFieldName } from './fields.ts'

/** What a line of a CV seems to say. Nothing of it is stored before its owner confirms it. */
export type Found = { field: ProfileFieldName; values: string[]; words: string }

/** `text` has no accents, as the rules. */
type Line = { text: string; isTraining: boolean; at: number }

/** What the lines of a CV say of the fields of a profile, each with the words that say so. */
export function readCv(texts: readonly string[], now = new Date()): Found[] {
  const lines = texts
    .map(unaccented)
    .map((text, at) => ({ text, isTraining: training.isIn(text), at }))
  const found = [
    specialtyIn(lines),
    subspecialtiesIn(lines),
    trainingEndIn(lines, now),
    firstMeaning('board', lines, boardStatus.first),
    licensesIn(lines),
    firstMeaning('compact', lines, compact.first),
    firstMeaning('visa', lines, authorization.first),
    languagesIn(lines, texts),
    employerIn(lines),
  ]
  return found.flatMap((match) =>
    match && match.values.length > 0
      ? {
          field: match.field,
          values: match.values.slice(0, profileField(match.field).most ?? 1),
          // As the file spells them.
          words: match.lines
            .map(({ at }) => texts[at] ?? '')
            .join(' · ')
            .slice(0, maxWords),
        }
      : [],
  )
}

const maxWords = 300
const unaccented = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

type Finding = { field: ProfileFieldName; values: string[]; lines: readonly Line[] } | undefined

function firstMeaning(
  field: ProfileFieldName,
  lines: readonly Line[],
  read: (text: string) => string | undefined,
): Finding {
  for (const line of lines) {
    const meaning = read(line.text)
    if (meaning !== undefined) return { field, values: [meaning], lines: [line] }
  }
  return undefined
}

/** The heading says most, then the last training, then the board. */
function specialtyIn(lines: readonly Line[]): Finding {
  const kind = (wanted: string) => (line: Line) =>
    line.isTraining && training.all(line.text).includes(wanted)
  const sources = [
    lines.slice(0, headingLines).filter(({ text }) => !/\d{3}/.test(text)),
    lines.filter(kind('fellowship')),
    lines.filter(({ text }) => boardStatus.isIn(text)),
    lines.filter(kind('residency')),
  ]
  for (const source of sources) {
    for (const line of source) {
      const [best, ...others] = readTitle(line.text)
      const specialties = [best, ...others].flatMap((named) =>
        named && 'specialty' in named && named.weight === best?.weight ? named.specialty : [],
      )
      if (specialties.length > 0)
        return { field: 'specialty', values: [...new Set(specialties)], lines: [line] }
    }
  }
  return undefined
}
const headingLines = 4

/** Topics that a line of a fellowship names. */
function subspecialtiesIn(lines: readonly Line[]): Finding {
  const line = lines.find(
    ({ isTraining, text }) => isTraining && training.first(text) === 'fellowship' && topicIn(text),
  )
  const topic = line && topicIn(line.text)
  return !line || topic === undefined
    ? undefined
    : { field: 'subspecialties', values: [topic], lines: [line] }
}

function topicIn(text: string) {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  for (let length = longestPhrase; length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const entry = findPhrase(words.slice(start, start + length).join(' '))
      if (entry?.kind === 'topic') return entry.topic.label
    }
  }
  return undefined
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const spanishMonths = 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ')
const date = /(?:\b([a-z]{3})[a-z]*\.?,? +(?:\d{1,2}, )?|\b(\d{1,2})\/)?\b((?:19|20)\d\d)\b/gi

/** The latest end of a residency or fellowship, beside its line or in the lines around. */
function trainingEndIn(lines: readonly Line[], now: Date): Finding {
  const ends = lines.flatMap((line) => {
    if (!line.isTraining) return []
    const nearby = [line, lines[line.at + 1], lines[line.at + 2], lines[line.at - 1]]
    const dated = nearby.find(
      (near) => near && (near === line || !near.isTraining) && datesIn(near.text).length > 0,
    )
    const last = dated && datesIn(dated.text).toSorted().at(-1)
    // Nobody knows the end of a training that goes on 'to the present'.
    if (
      last === undefined ||
      (present.isIn(dated?.text ?? '') && last < now.toISOString().slice(0, 7))
    )
      return []
    return [{ last, lines: dated === line || !dated ? [line] : [line, dated] }]
  })
  const latest = ends.toSorted((a, b) => a.last.localeCompare(b.last)).at(-1)
  return latest && { field: 'trainingEnds', values: [latest.last], lines: latest.lines }
}

/** As '2027-06': in the United States a year of training ends in June. */
const datesIn = (text: string) =>
  [...text.matchAll(date)].flatMap(([, name, number, year]) => {
    const word = name?.toLowerCase() ?? ''
    const named = Math.max(months.indexOf(word), spanishMonths.indexOf(word)) + 1
    const month = named || Number(number ?? 6)
    return Number(year) < 1950 || month < 1 || month > 12
      ? []
      : `${year}-${String(month).padStart(2, '0')}`
  })

/** Longer names first: 'West Virginia' is not Virginia. */
const stateNames = stateCodes
  .filter((code) => code !== 'OTHER')
  .toSorted((a, b) => stateName(b).length - stateName(a).length)

function statesIn(text: string) {
  let rest = text
  const states: StateCode[] = stateNames.filter((code) => {
    const before = rest
    rest = rest.replaceAll(new RegExp(String.raw`\b${stateName(code)}(?!\w)`, 'gi'), ' ')
    return rest !== before
  })
  // 'LICENSED IN OR' would be two states.
  const isPlain = /[a-z]/.test(text) || text.length < 12
  const codes: string[] = (isPlain && rest.match(/\b[A-Z]{2}\b/g)) || []
  return [...states, ...codes.filter(isStateCode)]
}

/** Of lines about licenses, and of those below such a heading. */
function licensesIn(lines: readonly Line[]): Finding {
  const used = new Set<Line>()
  const states = new Set<StateCode>()
  const read = (line: Line) => {
    const named = noLicense.isIn(line.text) ? [] : statesIn(line.text)
    for (const state of named) states.add(state)
    if (named.length > 0) used.add(line)
    return named.length > 0 || noLicense.isIn(line.text)
  }
  for (const line of lines) {
    if (!licenses.isIn(line.text) || compact.isIn(line.text)) continue
    const isHeading = !read(line) && line.text.length < maxHeading
    if (isHeading) lines.slice(line.at + 1).every(read)
  }
  return { field: 'licenses', values: [...states].toSorted(), lines: [...used] }
}
const maxHeading = 60

function languagesIn(lines: readonly Line[], texts: readonly string[]): Finding {
  const heading = lines.find(({ text }) => languages.isIn(text))
  if (!heading) return undefined
  const isAlone = new RegExp(`${languages.source}\\s*$`, 'i').test(heading.text)
  const line = isAlone ? lines[heading.at + 1] : heading
  const list = (texts[line?.at ?? -1] ?? '')
    .replace(new RegExp(languages.source, 'i'), '')
    .replaceAll(/\([^)]*\)/g, '')
    .split(/[,;•|/]|\b(?:and|y)\b/)
    .map((language) => language.trim())
    .filter((language) => /^\p{L}[\p{L} -]{2,20}$/u.test(language))
  const values = list.length === 0 ? [] : [list.slice(0, mostLanguages).join(', ')]
  return line && { field: 'languages', values, lines: [line] }
}
const mostLanguages = 6

/** Where the physician works now, so that it never finds them. */
function employerIn(lines: readonly Line[]): Finding {
  for (const line of lines) {
    if (line.isTraining || !present.isIn(line.text)) continue
    const near = [line, lines[line.at + 1], lines[line.at - 1]].filter((candidate) => candidate)
    for (const candidate of near) {
      const name = (candidate?.text ?? '')
        .split(/[,|•–—:;]|\bat\b|\ben\b| - /)
        .map((part) => part.replaceAll(date, '').trim())
        .find((part) => organizations.isIn(part) && part.length < 80)
      if (name !== undefined && candidate)
        return { field: 'employer', values: [name], lines: [candidate] }
    }
  }
  return undefined
}

/** Whether a CV has the name of the account: files are mixed up, and it may be somebody else's. */
export const hasName = (lines: readonly string[], lastName: string | null): boolean =>
  !lastName?.trim() ||
  unaccented(lines.join(' ')).toLowerCase().includes(unaccented(lastName).trim().toLowerCase())
