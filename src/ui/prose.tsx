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
const looksLikeHeading = (text: string) => text.length <= maxHeading && !/\n|[.!?;,…]$/.test(text)

type Level = 2 | 3 | 4

type ProseProps = {
  text?: string
  blocks?: readonly ProseBlock[]
  /** Of its headings: one below the heading that it stands under. */
  level?: Level
  /** How much of each block is not folded: characters of a text, or items of a list. */
  shown?: readonly number[]
  id?: string
}

/** Long text in readable lines. */
export const Prose = ({ text = '', blocks, level = 3, shown, id }: ProseProps) => (
  <div id={id} className="flex max-w-prose flex-col gap-3 text-sm sm:gap-4 sm:text-base">
    {Children.toArray(
      (blocks ?? parseProse(text)).map((block, index) => (
        <Block block={block} level={level} shown={shown?.[index] ?? Infinity} />
      )),
    )}
  </div>
)

/** Print, readers without JavaScript and search engines have the whole text. */
const folded = 'not-noscript:not-print:hidden'

// The parts have no ids and never move, so `Children.toArray` makes their keys.
function Block({ block, level, shown }: { block: ProseBlock; level: Level; shown: number }) {
  const Heading = `h${level}` as const
  const fold = shown > 0 ? '' : folded
  if (block.kind === 'heading')
    return <Heading className={`-mb-2 pt-2 font-semibold ${fold}`}>{block.text}</Heading>
  if (block.kind === 'paragraph')
    return (
      <p className={`whitespace-pre-line ${fold}`}>
        {block.text.slice(0, shown || Infinity)}
        {shown > 0 && shown < block.text.length && (
          <span className={folded}>{block.text.slice(shown)}</span>
        )}
      </p>
    )
  return (
    <ul className={`flex list-disc flex-col gap-1 pl-5 marker:text-muted ${fold}`}>
      {Children.toArray(
        block.items.map((item, index) => (
          <li className={`pl-1 ${index < shown ? '' : folded}`}>{item}</li>
        )),
      )}
    </ul>
  )
}

/**
 * Long text, cut at a word until it is expanded.
 * @param limit text of at most this many characters is never cut
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
  if (text.length <= limit) return <Prose blocks={blocks} level={level} />

  return (
    <div>
      <Prose
        id={id}
        blocks={blocks}
        level={level}
        {...(!expanded && { shown: shownWithin(blocks, limit) })}
      />
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

/** How much of each block fits: never nothing, and no heading without what follows it. */
export function shownWithin(blocks: readonly ProseBlock[], limit: number): number[] {
  let room = limit
  const shown = blocks.map((block) => {
    if (room <= 0) return 0
    if (block.kind === 'list') {
      let items = 0
      for (const item of block.items) {
        if (room > 0) items++
        room -= item.length
      }
      return items
    }
    const before = room
    room -= block.text.length
    return room >= 0 ? block.text.length : lastBlank(block.text, before)
  })
  const last = shown.findLastIndex((part) => part > 0)
  if (blocks[last]?.kind === 'heading' && last > 0) shown[last] = 0
  return shown
}

/** Where the last word within the limit ends; a word may be longer than that. */
const lastBlank = (text: string, limit: number) =>
  Math.max(text.slice(0, limit + 1).search(/\s\S*$/u), 0) || limit
