import { parseEnv } from 'node:util'

/**
 * Reads a file of settings as systemd does for `EnvironmentFile=`: a comment only where a line
 * begins with # or ;, quotes only where a value begins, and a backslash before the end of a line
 * that continues it.
 * https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#EnvironmentFile=
 */
export function parseEnvironment(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  let rest = text
  const take = (pattern: RegExp): string | undefined => {
    const [taken] = pattern.exec(rest) ?? []
    rest = rest.slice(taken?.length ?? 0)
    return taken
  }
  for (;;) {
    take(/^[ \t\r\n]+/)
    if (rest === '') return found
    if (take(/^[#;][^\r\n]*/) !== undefined) continue
    const name = take(/^[^=\r\n]*=/)
    // A line without a value.
    if (name === undefined) take(/^[^\r\n]*/)
    else {
      const value = takeValue(take)
      const key = name.slice(0, -1).trimEnd()
      if (/^[A-Za-z_]\w*$/.test(key)) found[key] = value
    }
  }
}

/** Quoted parts, and behind them what is not quoted, to the end of the line. */
function takeValue(take: (pattern: RegExp) => string | undefined): string {
  let value = ''
  for (;;) {
    take(/^[ \t]+/)
    const quoted = take(/^'[^']*'?/) ?? take(/^"(?:\\[^]|[^"\\])*"?/)
    if (quoted === undefined) break
    value += unquote(quoted)
  }
  const plain = take(/^(?:\\[^]|[^\\\r\n])+/) ?? ''
  return value + plain.replace(/(?<!\\)[ \t]+$/, '').replaceAll(/\\(?:\n|([^]))/g, '$1')
}

function unquote(quoted: string): string {
  const inner = quoted.slice(
    1,
    quoted.length > 1 && quoted.endsWith(quoted[0] ?? '') ? -1 : undefined,
  )
  // Between double quotes a backslash stays, unless it is before one of these.
  return quoted.startsWith("'") ? inner : inner.replaceAll(/\\(["\\`$])|\\\n/g, '$1')
}

/**
 * Its names whose values Docker and Node's --env-file read in another way; quotes make them the
 * same.
 */
export function ambiguousNames(text: string): string[] {
  const others = parseEnv(text)
  return Object.entries(parseEnvironment(text)).flatMap(([name, value]) =>
    others[name] === value ? [] : name,
  )
}

const broken = /(?:,|\b(?:suite|ste|apt|unit|room|floor|no|box))\.?$/i

/**
 * A line for each setting whose value was cut, or has quotes that its reader should have taken
 * away. Never a value.
 */
export const doubtfulValues = (
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): string[] =>
  names.flatMap((name) => {
    const value = env[name]?.trim()
    if (value === undefined) return []
    if (value === '')
      return `${name} is set, but empty: if its value begins with #, put it into quotes.`
    if (/^(['"])[^]*\1$/.test(value))
      return `${name} has quotes around its value, which kubectl and docker run keep: leave them out.`
    if (/^(?:'[^']*|"[^"]*)$/.test(value))
      return `${name} begins with a quote that does not end: its value was cut.`
    return broken.test(value)
      ? `${name} looks as if it was cut before a #: put its value into quotes.`
      : []
  })
