import * as rulesOfTerms from '#vocabulary/contract-rules.ts'
import { pairsOf, patternsOf, type Rule, type Rules } from '#vocabulary/table.ts'
import { remembered } from '#shared/remembered.ts'
import type { z } from 'zod'
import { sentencesOf, type Sentence } from './sentences.ts'
import { contractTerms, termNames, visaTermLabels, visaTerms } from './terms.ts'
import {
  termSchemas,
  type Term,
  type TermField,
  type TermName,
  type Terms,
} from './terms-schema.ts'
import { type Values, type Figures, figures } from './term-figures.ts'

/**
 * Reads the terms of a posting out of its texts: sentence by sentence, by the rules of the
 * vocabulary.
 */

type Compiled = { means: string; facet: string; value: string | undefined; patterns: RegExp[] }
const compiled = (rule: Rule): Compiled => {
  const [facet = '', value] = rule.means.split(':')
  return {
    means: rule.means,
    facet,
    value,
    patterns: patternsOf(rule).map((pattern) => new RegExp(pattern.source, `${pattern.flags}g`)),
  }
}
const rulesOf = new Map<string, { isIn: Rules['isIn']; rules: Compiled[] }>(
  Object.entries<Rules>(rulesOfTerms).map(([name, { isIn, list }]) => [
    name,
    { isIn, rules: list.map(compiled) },
  ]),
)

type Texts = {
  title?: string | null | undefined
  texts: readonly (string | null | undefined)[]
  start?: string | null | undefined
  isLocums: boolean
}

/**
 * What the texts say; `isLocums` because elsewhere travel and lodging are those of the interview.
 */
export function readTerms({ title, texts, start, isLocums }: Texts): Terms {
  const sentences = sentencesOf([title, ...texts].filter(Boolean).join('\n'))
  const found = readingsOf(sentences)
  const terms: Terms = {}
  for (const name of termNames) {
    if (name === 'locums' && !isLocums) continue
    const read = name === 'start' && start ? ofStartField(start) : termOf(name, found.get(name))
    if (read) Object.assign(terms, { [name]: read })
  }
  return { ...terms, ...visasIn(sentences) }
}

/** What its field says counts, understood or not. */
const ofStartField = (start: string): Term<'start'> => ({
  ...(readLine('start', start) ?? { is: 'yes' }),
  words: start.slice(0, 300),
  by: 'poster',
})

/**
 * What a poster says in a field, by term; undefined where the field is empty. A line without
 * figures need not be understood.
 */
export function saidIn(field: TermField, line: string): Terms {
  if (field !== 'visas') {
    const words: Term = { is: 'yes', words: line, by: 'poster' }
    return { [field]: line === '' ? undefined : (readLine(field, line) ?? words) }
  }
  const read = visasIn(sentencesOf(line))
  return Object.fromEntries(
    visaTerms.map((name) => [name, read[name] && { ...read[name], words: line, by: 'poster' }]),
  )
}

/**
 * Whether a line can be stored: what has figures must be understood, so that 'call 1 in 500' is no
 * fact.
 */
export const isUnderstood = (field: TermField, line: string): boolean =>
  line === '' ||
  (field === 'visas'
    ? Object.keys(visasIn(sentencesOf(line))).length > 0
    : !/\d/.test(line) || readLine(field, line) !== undefined)

/** The line again, for the form. */
export const lineOf = (field: TermField, terms: Terms | null): string =>
  (field === 'visas' ? visaTerms : [field])
    .map((term) => terms?.[term])
    .find((term) => term?.by === 'poster')?.words ?? ''

/** A line that a poster wrote into the field of a term; undefined where it cannot be understood. */
export function readLine<Name extends TermName>(name: Name, line: string): Term<Name> | undefined {
  const by = { words: line.slice(0, 300), by: 'poster' as const }
  if (/^(?:not stated|unstated|unknown|n\/?a|-|\?)$/i.test(line)) return { is: 'unstated', ...by }
  if (/^(?:no|none|not (?:offered|provided|available|included|required))\.?$/i.test(line))
    return { is: 'no', ...by }
  if (/^(?:yes|included|provided|offered|available)\.?$/i.test(line)) return { is: 'yes', ...by }
  const sentences = sentencesOf(leadOf(name) + line)
  const read = visaTerms.some((term) => term === name)
    ? visasIn(sentences)[name]
    : termOf(name, readingsOf(sentences).get(name))
  return read && ({ ...read, ...by } as Term<Name>)
}

/** A field's line leaves out what its label says. */
function leadOf(name: TermName) {
  const lead = leads[name] ?? { ...contractTerms, ...visaTermLabels }[name]
  return lead === '' ? '' : `${typeof lead === 'string' ? lead : lead.label}: `
}
const leads = pairsOf(
  'fte: ; payModel: ; locums: ; malpractice: Malpractice; timeOff: PTO; patients: Patients per day',
)

type Reading = { values: Values[]; ruledOut: boolean }
type Found = Reading & { words: string }

/** In a row: the values, what contradicts, and the sentences that say so. */
function termOf(name: TermName, found: readonly Found[] = []): Term | undefined {
  if (found.length === 0) return undefined
  const typed = found.filter((reading) => !reading.ruledOut && reading.values.length > 0)
  const isNo = found.some((reading) => reading.ruledOut)
  // 'No call' in one sentence, '1 in 4' in another: nobody but the poster knows.
  if (isNo && found.some((reading) => !reading.ruledOut)) return undefined
  if (isNo) return { is: 'no', words: wordsOf(found.slice(0, 1)) }
  const { values, isDoubtful } = merged(name, typed)
  if (isDoubtful && Object.keys(values).length === 0) return undefined
  return { is: 'yes', words: wordsOf(typed.length > 0 ? typed : found.slice(0, 1)), ...values }
}

/** What the sentences say of each term. */
function readingsOf(sentences: readonly Sentence[]) {
  const found = new Map<TermName, Found[]>()
  for (const { text, words } of sentences)
    for (const [name, reading] of knownReadings(text))
      found.set(name, [...(found.get(name) ?? []), { ...reading, words }])
  return found
}

/** Postings of a list share whole paragraphs, and a sentence means the same in each. */
const knownReadings = remembered(
  (text) =>
    termNames.flatMap((name) => {
      const reading = meant(name, text)
      return reading ? [[name, reading] as const] : []
    }),
  10_000,
)

function meant(name: TermName, text: string): Reading | undefined {
  const meanings = meaningsIn(name, text)
  const values = meanings.flatMap(({ facet, value, match }) => {
    if (facet === 'yes' || facet === 'no') return []
    return [
      value === undefined ? (figures[name]?.[facet]?.(figuresOf(match)) ?? {}) : { [facet]: value },
    ]
  })
  if (meanings.some(({ facet }) => facet === 'no'))
    return { values: [], ruledOut: !values.some((value) => 'oneIn' in value) }
  return meanings.length > 0 ? { values, ruledOut: false } : undefined
}

type Meaning = Pick<Compiled, 'means' | 'facet' | 'value'> & { match: RegExpExecArray }

/** What the rules of a term find in a sentence, without what is about something else. */
export function meaningsIn(name: TermName, sentence: string): Meaning[] {
  const found: Meaning[] = []
  const { isIn, rules } = rulesOf.get(name) ?? {}
  // Most sentences say nothing of a term: all of its rules are tried at once.
  if (!rules || !isIn?.(sentence)) return found
  let text = sentence
  for (const { patterns, ...rule } of rules) {
    for (const pattern of patterns) {
      if (rule.means === 'other') text = text.replaceAll(pattern, ' § ')
      // Most rules find nothing, and each `matchAll` makes an expression of its own.
      else if (text.search(pattern) >= 0)
        found.push(
          ...[...text.matchAll(pattern)]
            .map((match) => ({ ...rule, match }))
            .filter((candidate) => !found.some((earlier) => overrules(earlier, candidate))),
        )
    }
  }
  return found
}

/** Of one facet the rule that stands first is meant: 'tail not paid' is no 'tail paid'. */
const overrules = (first: Meaning, second: Meaning) =>
  first.means !== second.means &&
  (first.facet === second.facet || (first.facet === 'no' && second.facet === 'yes')) &&
  first.match.index < second.match.index + second.match[0].length &&
  second.match.index < first.match.index + first.match[0].length

function figuresOf(match: RegExpExecArray): Figures {
  const groups = match.groups ?? {}
  const first = (...names: string[]) =>
    names.map((name) => groups[name]).find((group) => group !== undefined)
  const number = (text: string | undefined) =>
    text === undefined ? undefined : Number(text.replaceAll(',', ''))
  const thousand = first('thousand', 'mThousand') ? 1000 : 1
  const words = first('n', 'm', 'k', 'l', 'digits') ?? ''
  return {
    n: (number(words) ?? Number.NaN) * thousand,
    to: number(first('to', 'mTo', 'kTo', 'lTo')),
    unit: (first('unit', 'mUnit', 'kUnit', 'dUnit', 'tUnit') ?? '').toLowerCase(),
    words,
    match: match[0],
    groups,
  }
}

/** A facet of which two values are said, or one that cannot be, is left out. */
function merged(name: TermName, sentences: readonly { values: Values[]; words: string }[]) {
  const values: Values = {}
  const doubtful = new Set<string>()
  const known: Readonly<Record<string, z.ZodType>> = termSchemas[name].shape
  const differsByDay = sentences.some(({ words }) => /weekend|weekday|holiday/i.test(words))
  for (const { values: ofSentence } of sentences) {
    const before = { ...values }
    for (const [facet, value] of ofSentence.flatMap((entry) => Object.entries(entry))) {
      if (!known[facet]?.safeParse(value).success) doubtful.add(facet)
      else if (values[facet] === undefined) values[facet] = value
      else if (values[facet] !== value) {
        const isFirst = before[facet] === undefined
        if (facet === 'oneIn' && (isFirst || differsByDay))
          values[facet] = Math.min(Number(values[facet]), Number(value))
        // A year's share, and the total.
        else if (facet === 'amount' && isFirst)
          values[facet] = Math.max(Number(values[facet]), Number(value))
        else if (before[facet] !== undefined) doubtful.add(facet)
      }
    }
  }
  for (const facet of Object.keys(values)) {
    const to = values[`${facet}To`]
    if (to !== undefined && Number(to) < Number(values[facet])) doubtful.add(facet)
    if (doubtful.has(facet.replace(/To$/, ''))) doubtful.add(facet)
  }
  for (const facet of doubtful) delete values[facet]
  return { values, isDoubtful: doubtful.size > 0 }
}

const ruledOut =
  /\b(?:no|not|unable|cannot|can't|without|n't|neither|nor|unavailable|gone|filled|exhausted|closed|cap[- ]subject)\b/i

/** Clause by clause: 'no H-1B transfers, but Conrad 30' says both. */
function visasIn(sentences: readonly Sentence[]): Partial<Record<TermName, Term>> {
  const found: Partial<Record<TermName, Term>> = {}
  for (const { text, words } of sentences) {
    if (!/conrad|flex|cap[- ]exempt|transfer|green|permanent|I-140|EB-/i.test(text)) continue
    const [others, ...details] = [
      ...Map.groupBy(rulesOfTerms.visaDetails.list, (rule) => rule.means === 'other').values(),
    ]
    const rest = (others ?? []).reduce(
      (left, { pattern }) => left.replaceAll(new RegExp(pattern, 'gi'), ' § '),
      text,
    )
    for (const clause of rest.split(/,|\bbut\b|\bhowever\b/)) {
      for (const { means, pattern } of details.flat()) {
        if (!patternsOf({ pattern }).some((way) => way.test(clause))) continue
        const is = ruledOut.test(clause) ? 'no' : 'yes'
        const name = means as TermName
        // What is said both ways is not stated.
        if (found[name] && found[name].is !== is) found[name] = { ...found[name], is: 'unstated' }
        else found[name] ??= { is, words: cut(words) }
      }
    }
  }
  return Object.fromEntries(Object.entries(found).filter(([, term]) => term.is !== 'unstated'))
}

const wordsOf = (sentences: readonly { words: string }[]) =>
  cut([...new Set(sentences.map(({ words }) => words))].join(' … '))
const cut = (words: string) =>
  words.length <= 240 ? words : `${words.slice(0, 240).replace(/\s\S*$/, '')} …`
