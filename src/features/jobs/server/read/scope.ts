import type { TypedAmount } from './amounts.ts'
import { combined } from './combine.ts'
import { add, extendLast, isUnwanted, type Draft, type State } from './items.ts'
import type { Meaning } from './meanings.ts'
import type { Concept, Item, Sentence, TypedFilter } from './reading.ts'
import { takeDistance, takePlace } from './scope-places.ts'
import { isCommonWord, type Span, type Text } from './spans.ts'
import { phraseAt } from './words.ts'

/** What the chosen spans say together, and those that contradict the others. */
export type Settled = { sentence: Sentence; contradicted: Span[] }

/** Applies negations, alternatives and distances to the chosen spans, from left to right. */
export function settle(
  source: Text,
  chosen: readonly Span[],
  refused: ReadonlySet<number>,
): Settled {
  const { text, tokens } = source
  const state: State = {
    text,
    words: tokens,
    items: [],
    spots: [],
    source,
    contradicted: [],
    refused,
    chosen,
  }
  for (const span of chosen) {
    if (takeMark(state, span)) continue
    if (state.departure && isPlace(span)) state.departure = false
    else if (!takeContent(state, span)) state.contradicted.push(span)
    state.not = state.lead = state.join = undefined
    state.departure = false
  }
  const {
    contradicted,
    source: _,
    refused: _r,
    chosen: _c,
    not: _n,
    lead: _l,
    join: _j,
    departure: _d,
    ...sentence
  } = state
  return { sentence, contradicted }
}

const isPlace = ({ says }: Span): boolean => ['spot', 'area', 'state'].includes(says.kind)

/** What says something of what follows, or nothing. */
function takeMark(state: State, { says, from }: Span): boolean {
  switch (says.kind) {
    case 'nothing':
      return true
    case 'join':
      state.join = { word: state.words[from]?.word ?? '', at: from }
      return true
    case 'not':
      state.not = from
      return true
    case 'departure':
      state.departure = true
      return true
    case 'lead':
      state.lead = { at: from, ...(says.distance && { distance: says.distance }) }
      return true
    default:
      return false
  }
}

/** False where it contradicts what is known, and so is to be read otherwise. */
function takeContent(state: State, span: Span): boolean {
  const { says, from, to } = span
  switch (says.kind) {
    case 'meaning':
      return takeMeaning(state, span, says.meaning)
    case 'amount':
      return takeAmount(state, span, says.typed)
    case 'benefitAmount':
      return extendLast(state, to)
    case 'spot':
    case 'area':
    case 'state':
      return takePlace(state, span, says)
    case 'distance':
      return takeDistance(state, span, says.distance)
    case 'notRequired':
      return takeNotRequired(state, span)
    case 'phrase':
      return add(state, span, {
        kind: 'term',
        term: { kind: 'phrase', text: says.text },
        label: `“${says.text}”`,
      })
    case 'reference':
      if (state.reference !== undefined) return false
      state.reference = says.code.toLowerCase()
      return add(state, span, { kind: 'spot', label: `WC-${says.code.toUpperCase()}` })
    case 'everywhere':
      return (state.isEverywhere = true)
    case 'remote':
      return (state.isRemote = true)
    case 'abroad':
      return (state.isAbroad = true)
    default:
      return takeWords(state, from, to)
  }
}

function takeMeaning(
  state: State,
  span: Span,
  meaning: Extract<Span['says'], { kind: 'meaning' }>['meaning'],
): boolean {
  const { from, to } = span
  switch (meaning.kind) {
    case 'tele':
      return meaning.meanings.every((part) => takeMeaning(state, span, part as typeof meaning))
    case 'profession':
      state.profession = meaning.profession
      return takeWords(
        state,
        from,
        to,
        state.chosen.some(
          (some) => some.says.kind === 'meaning' && some.says.meaning.kind === 'concept',
        ),
      )
    case 'order':
      return (
        state.not === undefined &&
        add(state, span, { kind: 'order', by: meaning.order.by, label: meaning.order.label })
      )
    case 'unwanted':
      return takeUnwanted(state, span, meaning.meaning)
    case 'filter':
      if (isUnwanted(state, span, 'condition')) return takeUnwanted(state, span, meaning)
      return takeFilter(state, span, meaning)
    default:
      return takeConcept(state, span, meaning)
  }
}

function takeConcept(
  state: State,
  span: Span,
  meaning: Extract<Meaning, { kind: 'concept' }>,
): boolean {
  const { concept } = meaning
  const kind = concept.isBurden ? 'burden' : concept.isCondition ? 'condition' : 'what'
  if (isUnwanted(state, span, kind === 'burden' && !isLoose(state, span) ? 'condition' : kind))
    return takeUnwanted(state, span, meaning)
  if (concept.isOnlyUnwanted) return false
  if (isSaid(state, span, concept) || combine(state, span, concept)) return true
  return add(state, span, draftOf(state, span, meaning))
}
const isLoose = ({ words, join }: State, { from }: Span): boolean =>
  join?.word === 'and' || /[,&]/.test(words[from]?.gap ?? '')

const draftOf = (
  state: State,
  { from, to }: Span,
  meaning: Extract<Meaning, { kind: 'concept' | 'filter' }>,
): Draft =>
  meaning.kind === 'filter'
    ? { kind: 'filter', typed: meaning, label: meaning.label }
    : {
        kind: 'term',
        term: {
          kind: 'concept',
          concept: meaning.concept,
          typed: phraseAt(state.words, from, to - from),
        },
        label: meaning.concept.label,
      }

function takeUnwanted(
  state: State,
  span: Span,
  meaning: Extract<Meaning, { kind: 'concept' | 'filter' }>,
): boolean {
  const draft = draftOf(state, span, meaning)
  return add(state, span, { ...draft, label: `No ${inLowerCase(draft.label)}`, isUnwanted: true })
}

const inLowerCase = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label.toLowerCase() : label

/** 'pm&r inpatient rehab' says one thing twice; 'er, peds er' does not. */
function isSaid({ items, words, join }: State, { from }: Span, { label }: Concept): boolean {
  if (join?.word === 'or' || /[,;/]/.test(words[from]?.gap ?? '')) return false
  const own = items.slice(items.findLastIndex((item) => item.link !== undefined) + 1)
  return own.some(
    (item) => item.label === label && item.kind === 'term' && item.term.kind === 'concept',
  )
}

/** 'peds cards', 'anesthesia pain': with what stands just before it is one thing. */
function combine(state: State, { from, to }: Span, concept: Concept): boolean {
  const { words, items, join } = state
  const before = items.at(-1)
  const isApart = join !== undefined || /[,;/&]/.test(words[from]?.gap ?? '') || before?.to !== from
  const both = before && !isApart ? combined(before, concept) : undefined
  if (!before || !both) return false
  const start = before.opens + (before.link === 'or' ? 1 : 0)
  const { opens, link } = before
  const term = {
    kind: 'concept' as const,
    concept: both,
    typed: phraseAt(words, start, to - start),
  }
  items[items.length - 1] = { opens, link, to, kind: 'term', term, label: both.label }
  return true
}

/** Of these a job has one. */
const alternatives = new Set<string>(['jobType', 'visa', 'payroll', 'call', 'startBy'])

function takeFilter(state: State, span: Span, typed: TypedFilter): boolean {
  const { items, source, words, join } = state
  const isAnother = join?.word === 'or' || /[,/]/.test(words[span.from]?.gap ?? '')
  const others = isAnother ? items.slice(0, -1) : items
  // Another value of a filter that has one already, beside which no job can have it.
  if (contradicts(typed, source.filters, others)) return false
  const before = items.at(-1)
  // 'part time 0.6 FTE' says one thing twice.
  if (before?.kind === 'filter' && before.label === typed.label) return extendLast(state, span.to)
  return add(state, span, { kind: 'filter', typed, label: typed.label })
}

function contradicts(
  { filter }: TypedFilter,
  chosen: Text['filters'],
  items: readonly Item[],
): boolean {
  const others: Record<string, unknown>[] = [
    chosen,
    ...items.flatMap((item) => (item.kind === 'filter' ? item.typed.filter : [])),
  ]
  return Object.entries(filter).some(([name, value]) => {
    if (!alternatives.has(name)) return false
    const typed = new Set<unknown>([value].flat())
    return others.some(
      (reading) =>
        reading[name] !== undefined && ![reading[name]].flat().some((other) => typed.has(other)),
    )
  })
}

const takeAmount = (state: State, span: Span, typed: TypedAmount): boolean =>
  state.not === undefined && takeFilter(state, span, typed)

/** 'nursery optional', 'obstetrics is not required': what stands before is not asked for. */
function takeNotRequired({ items }: State, span: Span): boolean {
  const before = items.at(-1)
  if (!before || before.to !== span.from || before.isUnwanted) return false
  if (before.kind === 'filter') items.pop()
  else if (before.kind === 'term')
    items[items.length - 1] = {
      ...before,
      to: span.to,
      isUnwanted: true,
      label: `No ${inLowerCase(before.label)}`,
    }
  else return false
  return true
}

/**
 * Words that nothing explains. Those are demanded that titles, employers or places have; jobs with
 * others come first, and they hide none. A filter is read as words where it contradicts another.
 */
function takeWords(state: State, from: number, to: number, isBeside = false): boolean {
  const { words, source, refused } = state
  for (let index = from; index < to; index++) {
    const { text, word } = words[index] as (typeof words)[number]
    const span = { from: index, to: index + 1 } as Span
    const isDemanded =
      !isBeside &&
      (refused.has(index) || (source.known.words.get(text)?.isName && !isCommonWord(word)))
    if (isUnwanted(state, span, 'what')) {
      add(state, span, {
        kind: 'term',
        term: { kind: 'word', text, word },
        label: `No “${text}”`,
        isUnwanted: true,
      })
      state.not = index + 1 < to ? state.not : undefined
    } else
      add(state, span, {
        kind: 'term',
        term: { kind: 'word', text, word, ...(!isDemanded && { isOptional: true }) },
        label: `“${text}”`,
      })
    state.join = undefined
  }
  return true
}
