import type { Distance } from '#vocabulary/quantities.ts'
import { costs, pairCost, tagsOf, type Tag } from './costs.ts'
import type { Meaning } from './meanings.ts'
import type { Place } from './places.ts'

/** What some words may mean, which nobody has weighed against their neighbors yet. */
export type Span = {
  from: number
  /** Behind its last word. */
  to: number
  cost: number
  tags: number
  says: Says
}

export type Says =
  | Meaning
  | Place
  /** `more`: how much of what stands before. */
  | { kind: 'words' | 'more' | 'notRequired' | 'everywhere' }
  | { kind: 'join'; isOr: boolean }
  /** `isLeft`: where somebody comes from. */
  | { kind: 'not'; isLeft?: true }
  | { kind: 'lead'; distance?: Distance }
  | { kind: 'distance'; distance: Distance }
  | { kind: 'reference'; code: string }

/** Proposes a span that begins at the word that is looked at; `length` is in words. */
export type Propose = (
  length: number,
  cost: number,
  says: Says,
  ...tags: (Tag | false | undefined)[]
) => void

/** Neighbors see through it. */
export const isSilent = ({ says }: Span): boolean =>
  ['noise', 'couple', 'join', 'everywhere'].includes(says.kind)

/** The way to a word: `left` is the last span that neighbors see. */
type Path = { cost: number; left: number; span?: Span; before?: Path }
const [start, end] = [tagsOf('start'), tagsOf('end')]
/** A code is a state's beside what it belongs to, not across a function word. */
const adjacent = ~tagsOf('start', 'softCode', 'joiningCode')

/** The cheapest path over the words: spans that follow each other from the first to the last. */
export function choose(spans: readonly Span[], length: number): { chosen: Span[]; cost: number } {
  const from = Map.groupBy(spans, (span) => span.from)
  const paths = Array.from({ length: length + 1 }, () => new Map<number, Path>())
  paths[0]?.set(start, { cost: 0, left: start })
  for (let at = 0; at < length; at++) {
    for (const span of from.get(at) ?? []) {
      const isUnseen = isSilent(span)
      for (const before of paths[at]?.values() ?? []) {
        const left = !isUnseen
          ? span.tags
          : span.cost < costs.functionWord
            ? before.left
            : before.left & adjacent
        const cost =
          before.cost + span.cost + costs.span + (isUnseen ? 0 : pairCost(before.left, left))
        const best = paths[span.to]?.get(left)
        if (!best || cost < best.cost) paths[span.to]?.set(left, { cost, left, span, before })
      }
    }
  }
  let best: Path | undefined
  let least = Infinity
  for (const path of paths[length]?.values() ?? []) {
    const cost = path.cost + pairCost(path.left, end)
    if (cost < least) [best, least] = [path, cost]
  }
  const chosen: Span[] = []
  for (; best?.span; best = best.before) chosen.push(best.span)
  return { chosen: chosen.toReversed(), cost: least }
}
