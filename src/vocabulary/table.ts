/**
 * The rows of a table, one a line; an indented line goes on with the row before, and one that
 * begins with '//' says why.
 */
export const rowsOf = (table: string): string[] =>
  table
    .replaceAll(/\n +/g, ' ')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('//'))

/**
 * The entries of a table with what people type for each, in lower case, parted by ', ': `label |
 * typed | name: value | name: value`. A name alone is true.
 * @throws for a name that is none of these.
 */
export const entriesOf = <const Name extends string>(names: readonly Name[], table: string) =>
  rowsOf(table).map((row) => {
    const [label = '', typed = '', ...cells] = row.split(' | ')
    const named = cells
      .map((cell) => cell.split(/: (.*)/s))
      .map(([name, value = true]) => [name, value] as const)
    const unknown = named.find(([name]) => !names.some((candidate) => candidate === name))
    if (unknown) throw new Error(`${label} has an unknown ${unknown[0]}`)
    return { label, typed, ...Object.fromEntries(named) } as {
      label: string
      typed: string
    } & Partial<Record<Name, string>>
  })

/** 'hts: heights; spgs: springs' */
export const pairsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trim()
      .split(/;\s+/)
      .map((pair) => pair.split(': ')),
  )

type Parts<Text extends string> = Text extends `${infer First}, ${infer Rest}`
  ? First | Parts<Rest>
  : Text

/** Each part of these lines, which ', ' parts. */
export const listOf = <const Line extends string>(
  ...lines: readonly Line[]
): readonly Parts<Line>[] => lines.flatMap((line) => line.split(', ') as Parts<Line>[])

/** One way in which texts say something. */
export type Rule = {
  means: string
  /**
   * What says so; a string is a list of words as `oneOf` reads it, in lower case, with
   * abbreviations in capitals.
   */
  pattern: RegExp | string
  /**
   * Texts that are read so, and texts that only look like it, parted by ' | '. They are the rule's
   * tests.
   */
  examples: string
  counterExamples?: string
}

/** A table of rules, compiled once. */
export type Rules = {
  list: readonly Rule[]
  /** What a text says, in the order of the table. */
  all: <Means extends string>(text: string) => Means[]
  first: <Means extends string>(text: string) => Means | undefined
  /** Whether a text says one thing. */
  says: (text: string, means: string) => boolean
  isIn: (text: string) => boolean
  /** Where the first thing stands that the rules find; Infinity where there is none. */
  at: (text: string) => number
  /**
   * What stands at a place of a text, in any case: what the first rule says that fits there, and
   * where it ends.
   */
  startAt: (
    text: string,
    start?: number,
  ) => { means: string; end: number; groups: Record<string, string | undefined> } | undefined
  /** The text with `mark` for whatever the rules find. */
  marked: (text: string, mark: string) => string
  /** The source of all that is found in any case. */
  source: string
}

/**
 * Reads a table: each row is `means = pattern ✓ examples ✗ counterExamples`, as `Rule` has them; an
 * expression stands between slashes.
 */
export const rules = ({ raw }: TemplateStringsArray, ...values: string[]): Rules =>
  rulesOf(rowsOf(String.raw({ raw }, ...values)).map(ruleOf))

export function ruleOf(row: string): Rule {
  const [means = '', rule = ''] = row.split(/ = (.*)/s)
  const [written = '', examples = '', counterExamples] = rule.split(/ [✓✗] /)
  const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(written) ?? []
  const pattern = source === undefined ? written : new RegExp(source, flags)
  return { means, pattern, examples, ...(counterExamples !== undefined && { counterExamples }) }
}

export function rulesOf(list: readonly Rule[]): Rules {
  const ways = [...Map.groupBy(list, (rule) => rule.means)].map(([means, rules]) => ({
    means,
    patterns: compiled(rules),
  }))
  const any = compiled(list)
  const everywhere = any.map((pattern) => new RegExp(pattern.source, `${pattern.flags}g`))
  const sticky = list.flatMap((rule) =>
    patternsOf(rule).map(({ source }) => ({
      means: rule.means,
      pattern: new RegExp(`(?:${source})`, 'iy'),
    })),
  )
  const says = (patterns: readonly RegExp[], text: string) =>
    patterns.some((pattern) => pattern.test(text))
  return {
    list,
    all: <Means extends string>(text: string) =>
      ways.filter(({ patterns }) => says(patterns, text)).map(({ means }) => means as Means),
    first: <Means extends string>(text: string) =>
      ways.find(({ patterns }) => says(patterns, text))?.means as Means | undefined,
    says: (text, means) => says(ways.find((way) => way.means === means)?.patterns ?? [], text),
    isIn: (text) => says(any, text),
    at: (text) =>
      Math.min(...any.map((pattern) => text.search(pattern)).filter((pattern) => pattern >= 0)),
    startAt: (text, start = 0) => {
      for (const { means, pattern } of sticky) {
        pattern.lastIndex = start
        const match = pattern.exec(text)
        if (match) return { means, end: pattern.lastIndex, groups: match.groups ?? {} }
      }
      return undefined
    },
    marked: (text, mark) =>
      everywhere.reduce((marked, pattern) => marked.replaceAll(pattern, mark), text),
    source: any.find((pattern) => pattern.flags === 'i')?.source ?? '',
  }
}

/** As few expressions as can be: a text is searched for all ways at once. */
const compiled = (list: readonly Rule[]) =>
  [...Map.groupBy(list.flatMap(patternsOf), (pattern) => pattern.flags)].map(
    ([flags, patterns]) => new RegExp(patterns.map((pattern) => pattern.source).join('|'), flags),
  )

/** Words in lower case are found in any case, before those in capitals, which are abbreviations. */
export function patternsOf({ pattern }: Pick<Rule, 'pattern'>): RegExp[] {
  if (typeof pattern !== 'string') return [pattern]
  const words = Object.groupBy(pattern.split(', '), (word) =>
    /[A-Z]/.test(word) ? 'capitals' : 'words',
  )
  const patternOf = (some: string[] | undefined, flags: string) =>
    some ? [new RegExp(String.raw`\b${oneOf(some.join(', '))}\b`, flags)] : []
  return [...patternOf(words.words, 'i'), ...patternOf(words.capitals, '')]
}

/**
 * The source of an expression for a list of words, parted by ', '; in the plural, too, where they
 * end in a letter. A blank is also a hyphen, '*' stands for any letters, and what an expression has
 * beside letters is what it is there.
 */
export function oneOf(list: string): string {
  const { open = [], closed = [] } = Object.groupBy(longestFirst(list.split(', ')), (word) =>
    word.startsWith('*') ? 'open' : 'closed',
  )
  const sources = closed.map(sourceOf)
  // What may stand before them is looked for once.
  if (open.length > 0)
    sources.push(String.raw`\w*(?:${open.map((word) => sourceOf(word.slice(1))).join('|')})`)
  return `(?:${sources.join('|')})`
}

/** Of two words that begin alike the longer is meant. */
const longestFirst = (words: string[]) => words.toSorted((a, b) => b.length - a.length)

const sourceOf = (word: string) =>
  word
    .replaceAll('.', String.raw`\.`)
    .replaceAll('*', String.raw`\w*`)
    .replaceAll(' ', '[ -]')
    .replaceAll(/\((?!\?)/g, '(?:')
    .replace(/(?<!\\)[a-z]$/i, '$&s?')
