/**
 * Restricted Damerau-Levenshtein distance: an insertion, deletion, substitution or transposition
 * counts one.
 */
export function editDistance(one: string, other: string): number {
  let before: number[] = []
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1
      let best = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + cost,
      )
      const swapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1]
      if (swapped) best = Math.min(best, at(before, column - 2) + 1)
      current.push(best)
    }
    before = previous
    previous = current
  }
  return at(previous, other.length)
}

const at = (row: number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY
