import { Children } from 'react'

export type ProseBlock =
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
    if (block.kind === 'paragraph' && looksLikeHeading(block.text)) blocks[index] = { kind: 'heading', text: block.text }
  }
  return blocks
}

const maxHeading = 60

/** Plain text has no markup for headings; a short line without punctuation before something else was one. */
const looksLikeHeading = (text: string): boolean => text.length <= maxHeading && !/\n|[.!?;,…]$/.test(text)

/** Long text in readable lines. */
export const Prose = ({
  text = '',
  blocks,
  className = '',
}: {
  text?: string
  blocks?: readonly ProseBlock[]
  className?: string
}) => (
  <div className={`flex max-w-prose flex-col gap-3 text-sm sm:gap-4 sm:text-base ${className}`}>
    {Children.toArray((blocks ?? parseProse(text)).map((block) => <Block block={block} />))}
  </div>
)

// The parts have no ids and never move, so `Children.toArray` makes their keys.
function Block({ block }: { block: ProseBlock }) {
  if (block.kind === 'heading') return <h3 className="-mb-2 pt-2 font-semibold break-words">{block.text}</h3>
  if (block.kind === 'paragraph') return <p className="break-words whitespace-pre-line">{block.text}</p>
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 marker:text-muted">
      {Children.toArray(block.items.map((item) => <li className="pl-1">{item}</li>))}
    </ul>
  )
}
