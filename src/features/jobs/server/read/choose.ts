import { costs, pairCost, tagsOf, type Tag } from './costs.ts'

/** Words that may mean something, at a cost. */
export type Proposal<Says extends { kind: string } = { kind: string }> = {
  from: number
  /** Behind its last word. */
  to: number
  cost: number
  tags: number
  says: Says
}

/** Proposes a span that begins at the word that is looked at; `length` is in words. */
export type Propose<Says> = (
  length: number,
  cost: number,
  says: Says,
  ...tags: (Tag | false | undefined)[]
) => void

/** Neighbors see through it. */
export const isSilent = ({ says }: Proposal): boolean =>
  ['noise', 'couple', 'join', 'everywhere'].includes(says.kind)

/** The way to a word: `left` is the last span that neighbors see. */
type Path<Span> = { cost: number; left: number; span?: Span; before?: Path<Span> }
const [start, end] = [tagsOf('start'), tagsOf('end')]
/** A code is a state's beside what it belongs to, not across a function word. */
const adjacent = ~tagsOf('start', 'softCode', 'joiningCode')

/** The cheapest path over the words: spans that follow each other from the first to the last. */
export function choose<Span extends Proposal>(
  spans: readonly Span[],
  length: number,
): { chosen: Span[]; cost: number } {
  const from = Map.groupBy(spans, (span) => span.from)
  const paths = Array.from({ length: length + 1 }, () => new Map<number, Path<Span>>())
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
  let best: Path<Span> | undefined
  let least = Infinity
  for (const path of paths[length]?.values() ?? []) {
    const cost = path.cost + pairCost(path.left, end)
    if (cost < least) [best, least] = [path, cost]
  }
  const chosen: Span[] = []
  for (; best?.span; best = best.before) chosen.push(best.span)
  return { chosen: chosen.toReversed(), cost: least }
}
