/** The rows of a table, one a line; an indented line goes on with the row before, and one that begins with '//' says why. */
export const rowsOf = (table: string): string[] =>
  table
    .replaceAll(/\n +/g, ' ')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('//'))

/**
 * The entries of a table with what people type for each, in lower case, parted by ', ': `label | typed | name: value | name: value`. A name
 * alone is true.
 * @throws for a name that is none of these.
 */
export const entriesOf = <const Name extends string>(names: readonly Name[], table: string) =>
  rowsOf(table).map((row) => {
    const [label = '', typed = '', ...cells] = row.split(' | ')
    const named = cells.map((cell) => cell.split(/: (.*)/s)).map(([name, value = true]) => [name, value] as const)
    const unknown = named.find(([name]) => !names.some((it) => it === name))
    if (unknown) throw new Error(`${label} has an unknown ${unknown[0]}`)
    return { label, typed, ...Object.fromEntries(named) } as { label: string; typed: string } & Partial<Record<Name, string>>
  })

/** 'hts: heights; spgs: springs' */
export const pairsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trim()
      .split(/;\s+/)
      .map((pair) => pair.split(': ')),
  )

type Parts<Text extends string> = Text extends `${infer First}, ${infer Rest}` ? First | Parts<Rest> : Text

/** Each part of these lines, which ', ' parts. */
export const listOf = <const Line extends string>(...lines: readonly Line[]): readonly Parts<Line>[] =>
  lines.flatMap((line) => line.split(', ') as Parts<Line>[])
