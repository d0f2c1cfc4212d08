import { Children, useId, useState } from 'react'
import { Button } from './button.tsx'

type ProseBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'list'; items: string[] }

const bullet = '• '

/** Parses the stored plain text: empty lines separate paragraphs, '• ' starts a list item. */
export function parseProse(text: string): ProseBlock[] {
  const blocks: ProseBlock[] = []
  let continues = false
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim()
    const last = blocks.at(-1)
    if (trimmed === '') continues = false
    else if (trimmed.startsWith(bullet)) {
      const item = trimmed.slice(bullet.length)
      if (last?.kind === 'list') last.items.push(item)
      else blocks.push({ kind: 'list', items: [item] })
      continues = false
    } else if (continues && last?.kind === 'paragraph') {
      last.text += `\n${trimmed}`
    } else {
      blocks.push({ kind: 'paragraph', text: trimmed })
      continues = true
    }
  }
  for (const [index, block] of blocks.slice(0, -1).entries()) {
    if (block.kind === 'paragraph' && looksLikeHeading(block.text))
      blocks[index] = { kind: 'heading', text: block.text }
  }
  return blocks
}

const maxHeading = 60

/**
 * Plain text has no markup for headings; a short line without punctuation before something else was
 * one.
 */
const looksLikeHeading = (text: string): boolean =>
  text.length <= maxHeading && !/\n|[.!?;,…]$/.test(text)

type Level = 2 | 3 | 4

type ProseProps = {
  text?: string
  blocks?: readonly ProseBlock[]
  /** Of its headings: one below the heading that it stands under. */
  level?: Level
}

/** Long text in readable lines. */
export const Prose = ({ text = '', blocks, level = 3 }: ProseProps) => (
  <div className="flex max-w-prose flex-col gap-3 text-sm sm:gap-4 sm:text-base">
    {Children.toArray(
      (blocks ?? parseProse(text)).map((block) => <Block block={block} level={level} />),
    )}
  </div>
)

// The parts have no ids and never move, so `Children.toArray` makes their keys.
function Block({ block, level }: { block: ProseBlock; level: Level }) {
  const Heading = `h${level}` as const
  if (block.kind === 'heading')
    return <Heading className="-mb-2 pt-2 font-semibold break-words">{block.text}</Heading>
  if (block.kind === 'paragraph')
    return <p className="break-words whitespace-pre-line">{block.text}</p>
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 marker:text-muted">
      {Children.toArray(block.items.map((item) => <li className="pl-1">{item}</li>))}
    </ul>
  )
}

/**
 * Long text, cut at the end of a paragraph or list until it is expanded. The page contains the
 * whole text once, for print, readers without JavaScript and search engines.
 * @param limit text of at most this many characters is never cut, and a cut text has about as many
 */
export function ShowMore({
  text,
  limit = 300,
  level = 3,
}: {
  text: string
  limit?: number
  level?: Level
}) {
  const [expanded, setExpanded] = useState(false)
  const id = useId()
  const blocks = parseProse(text)
  const shown = text.length <= limit ? blocks.length : blocksWithin(blocks, limit)
  if (shown === blocks.length) return <Prose blocks={blocks} level={level} />

  return (
    <div>
      <Prose blocks={blocks.slice(0, shown)} level={level} />
      <div id={id} className={expanded ? 'mt-4' : 'mt-4 hidden noscript:block print:block'}>
        <Prose blocks={blocks.slice(shown)} level={level} />
      </div>
      <Button
        label={expanded ? 'Show less' : 'Show more'}
        look="quiet"
        size="sm"
        className="mt-2 -ml-3 noscript:hidden print:hidden"
        aria-expanded={expanded}
        aria-controls={id}
        onClick={() => setExpanded(!expanded)}
      />
    </div>
  )
}

/**
 * How many blocks it takes to fill the limit: never none, and never a heading without what follows
 * it.
 */
export function blocksWithin(blocks: readonly ProseBlock[], limit: number): number {
  let length = 0
  let count = 0
  for (const block of blocks) {
    if (length >= limit) break
    length += block.kind === 'list' ? block.items.join(' ').length : block.text.length
    count++
  }
  while (count > 1 && blocks[count - 1]?.kind === 'heading') count--
  return count
}
