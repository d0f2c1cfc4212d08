/** Words in their surroundings. */
type Excerpt = { before: string; match: string; after: string }

const around = 90

/** Where one of the texts has the words, whatever the case and the white space; undefined if none has. */
export function excerptOf(words: string, texts: readonly string[]): Excerpt | undefined {
  const pattern = words
    .trim()
    .split(/\s+/)
    .map((it) => it.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join(String.raw`\s+`)
  if (pattern === '') return undefined
  const expression = new RegExp(pattern, 'iu')
  for (const text of texts) {
    const found = expression.exec(text)
    if (found) return cut(text, found.index, found[0].length)
  }
  return undefined
}

/** At word boundaries, in one line. */
function cut(text: string, start: number, length: number): Excerpt {
  const [head, tail] = [text.slice(Math.max(0, start - around), start), text.slice(start + length, start + length + around)]
  const before = start > around ? `…${head.replace(/^\S*/, '')}` : head
  const after = start + length + around < text.length ? `${tail.replace(/\S*$/, '')}…` : tail
  return { before: oneLine(before), match: oneLine(text.slice(start, start + length)), after: oneLine(after) }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
