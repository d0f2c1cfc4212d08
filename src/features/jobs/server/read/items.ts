import type { Distance } from '#vocabulary/quantities.ts'
import type { Item, Sentence } from './reading.ts'
import type { Span, Text } from './spans.ts'
import { isAfterComma } from './words.ts'

export type Draft = Item extends infer I
  ? I extends Item
    ? Omit<I, 'to' | 'link' | 'opens'>
    : never
  : never

/** A sentence while its spans become items. */
export type State = Sentence & {
  source: Text
  contradicted: Span[]
  /** The words of readings that contradicted others. */
  refused: ReadonlySet<number>
  chosen: readonly Span[]
  /** A word that waits for what it says something of, and where it stands. */
  not?: number | undefined
  lead?: { at: number; distance?: Distance } | undefined
  departure?: boolean
  join?: { word: string; at: number } | undefined
}

export function extendLast({ items }: State, to: number): boolean {
  const last = items.at(-1)
  if (last) last.to = to
  return true
}

/** Whether a 'no', or a list that one began, reaches to a span. */
export function isUnwanted(state: State, span: Span, kind: Kind): boolean {
  const { words, items, not, join } = state
  const first = words[span.from]
  if (not !== undefined || isMinus(state, span.from)) return true
  const before = items.at(-1)
  if (!before?.isUnwanted || !first) return false
  const isOr = join?.word === 'or' || join?.word === 'nor' || /\//.test(first.gap)
  const isLoose = join?.word === 'and' || isAfterComma(first) || first.gap.includes('&')
  if (!isOr && !isLoose) return false
  const of = kindOf(before)
  return kind === 'place'
    ? of === 'place'
    : isOr
      ? kind === of
      : kind === 'burden' && of !== 'place'
}
type Kind = 'place' | 'burden' | 'condition' | 'what'
const kindOf = (item: Item): Kind => {
  if (item.kind !== 'term') return item.kind === 'filter' ? 'condition' : 'place'
  const { term } = item
  if (term.kind === 'filter') return term.filter.state || term.filter.county ? 'place' : 'condition'
  return term.kind === 'concept' && term.concept.isCondition ? 'condition' : 'what'
}

/** 'family medicine -obstetrics' */
const isMinus = ({ words }: State, index: number): boolean =>
  (index === 0 ? /^[-−–]$/ : /\s[-−–]$/).test(words[index]?.gap ?? '')

export function add(state: State, span: Span, draft: Draft, isAlternative = false): boolean {
  const { words, items, join, not, lead } = state
  const { from, to } = span
  const opens = Math.min(from, not ?? from, lead?.at ?? from)
  const gap = words[opens]?.gap ?? ''
  const before = items.at(-1)
  const isJoined =
    join &&
    (join.word === 'or' || join.word === 'o' || join.word === 'nor' || areAlike(before, draft))
  const link =
    isJoined || isAlternative
      ? 'or'
      : gap.trim() === '/' && words[opens - 1]?.word !== 'w'
        ? 'slash'
        : /[,;]/.test(gap)
          ? 'comma'
          : undefined
  items.push({
    ...draft,
    to,
    opens: isJoined ? Math.min(join.at, opens) : opens,
    link: before ? link : undefined,
  })
  return true
}

/** Two specialties or two places are alternatives even with an 'and'. */
const areAlike = (before: Item | undefined, draft: Draft): boolean =>
  before !== undefined &&
  ((isSpecialty(before) && isSpecialty(draft)) || (isStated(before) && isStated(draft)))
const isSpecialty = (item: Draft): boolean =>
  item.kind === 'term' &&
  !item.isUnwanted &&
  item.term.kind === 'concept' &&
  !item.term.concept.isCondition
const isStated = ({ kind }: Draft): boolean => kind === 'state' || kind === 'spot'
