/**
 * Restricted Damerau-Levenshtein distance: an insertion, deletion, substitution or transposition
 * counts one.
 */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1
      let best = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + cost,
      )
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) best = Math.min(best, at(before, column - 2) + 1)
      current.push(best)
    }
    before = previous
    previous = current
  }
  return at(previous, b.length)
}

const at = (row: number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY

/** Shorter words have too many neighbors to guess which one was meant. */
export const shortestMendable = 5

/** How many typing errors a word may have by its length, up to `most`. */
export const errorsAllowed = ({ length }: string, most = 2): number =>
  Math.min(most, length <= 6 ? 1 : length <= 11 ? 2 : 3)
