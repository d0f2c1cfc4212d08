/** A run of words in both texts, or in one. */
export type Piece = { in: 'both' | 'kept' | 'other'; text: string }

/** Longer texts are compared up to here. */
const mostWords = 1500

/** The common and the different runs of words, in the order of both texts. */
export function wordDiff(kept: string, other: string): Piece[] {
  const [a, b] = [wordsOf(kept), wordsOf(other)]
  const start = countWhile((index) => index < a.length && a[index] === b[index])
  const end = countWhile((index) => index < Math.min(a.length, b.length) - start && a.at(-1 - index) === b.at(-1 - index))
  const [middleA, middleB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  return joined([
    ...a.slice(0, start).map((text): Piece => ({ in: 'both', text })),
    ...diffOf(middleA, middleB),
    ...a.slice(a.length - end).map((text): Piece => ({ in: 'both', text })),
  ])
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean).slice(0, mostWords)

function countWhile(holds: (index: number) => boolean): number {
  let count = 0
  while (holds(count)) count++
  return count
}

/** Along the longest common subsequence. */
function diffOf(a: readonly string[], b: readonly string[]): Piece[] {
  const width = b.length + 1
  /** Its length from each pair of words on. */
  const lengths = new Uint16Array((a.length + 1) * width)
  const lengthAt = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  }
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && a[i] === b[j]) {
      pieces.push({ in: 'both', text: a[i] ?? '' })
      i++
      j++
    } else if (j === b.length || (i < a.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      pieces.push({ in: 'kept', text: a[i++] ?? '' })
    } else {
      pieces.push({ in: 'other', text: b[j++] ?? '' })
    }
  }
  return pieces
}

function joined(words: readonly Piece[]): Piece[] {
  const pieces: Piece[] = []
  for (const word of words) {
    const last = pieces.at(-1)
    if (last?.in === word.in) last.text += ` ${word.text}`
    else pieces.push({ ...word })
  }
  return pieces
}

/** `skipped` counts words that both texts have; `at` is the position in words. */
export type ShortPiece = { at: number } & (Piece | { in: 'both'; skipped: number })

/** Shortens common runs to a few words around each difference. */
export function shortened(pieces: readonly Piece[], around = 8): ShortPiece[] {
  let at = 0
  return pieces.flatMap((piece, index): ShortPiece[] => {
    const words = piece.text.split(' ')
    const start = at
    at += words.length
    const before = index === 0 ? 0 : around
    const after = index === pieces.length - 1 ? 0 : around
    const skipped = words.length - before - after
    if (piece.in !== 'both' || skipped < around) return [{ at: start, ...piece }]
    const run = (from: number, to: number): ShortPiece[] =>
      from < to ? [{ at: start + from, in: 'both', text: words.slice(from, to).join(' ') }] : []
    return [...run(0, before), { at: start + before, in: 'both', skipped }, ...run(words.length - after, words.length)]
  })
}
