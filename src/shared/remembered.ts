/** Longer texts are rarely the same. */
const longest = 1_000

/**
 * The same function, which remembers up to `most` texts, then forgets all of them: texts of one
 * list repeat words, lines and paragraphs.
 */
export function remembered<Value>(
  read: (text: string) => Value,
  most = 5_000,
): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const value = known.get(text)
    if (value !== undefined) return value
    const fresh = read(text)
    if (text.length > longest) return fresh
    if (known.size === most) known.clear()
    known.set(text, fresh)
    return fresh
  }
}
