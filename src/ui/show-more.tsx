import { useId, useState } from 'react'
import { Button } from './button.tsx'
import { parseProse, Prose, type ProseBlock } from './prose.tsx'

/**
 * Long text, cut at the end of a paragraph or list until it is expanded. The page contains the whole text once, for print, for readers
 * without JavaScript and for search engines.
 * @param limit text of at most this many characters is never cut, and a cut text has about as many
 */
export function ShowMore({ text, limit = 300 }: { text: string; limit?: number }) {
  const [expanded, setExpanded] = useState(false)
  const id = useId()
  const blocks = parseProse(text)
  const shown = text.length <= limit ? blocks.length : blocksWithin(blocks, limit)
  if (shown === blocks.length) return <Prose blocks={blocks} />

  return (
    <div>
      <Prose blocks={blocks.slice(0, shown)} />
      <div id={id} className={expanded ? 'mt-4' : 'mt-4 hidden noscript:block print:block'}>
        <Prose blocks={blocks.slice(shown)} />
      </div>
      <Button
        look="quiet"
        size="sm"
        className="mt-2 -ml-3 noscript:hidden print:hidden"
        aria-expanded={expanded}
        aria-controls={id}
        onClick={() => setExpanded(!expanded)}
      >
        {expanded ? 'Show less' : 'Show more'}
      </Button>
    </div>
  )
}

/** How many blocks it takes to fill the limit: never none, and never a heading without what follows it. */
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
