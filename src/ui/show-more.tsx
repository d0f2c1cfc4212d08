import { useId, useState } from 'react'
import { Button } from './button.tsx'
import { Prose } from './prose.tsx'

/**
 * Long text, cut until asked for. The whole text is in the page from the start, so that it can be read without
 * JavaScript and found by search engines.
 *
 * @param limit characters that the cut text shows at most
 */
export function ShowMore({ text, limit = 300 }: { text: string; limit?: number }) {
  const [expanded, setExpanded] = useState(false)
  const id = useId()
  if (text.length <= limit) return <Prose text={text} />

  return (
    <div>
      <div className={expanded ? 'hidden' : 'noscript:hidden'}>
        <Prose text={cutText(text, limit)} />
      </div>
      <div id={id} className={expanded ? '' : 'hidden noscript:block'}>
        <Prose text={text} />
      </div>
      <Button
        look="quiet"
        size="sm"
        className="mt-2 -ml-3 noscript:hidden"
        aria-expanded={expanded}
        aria-controls={id}
        onClick={() => setExpanded(!expanded)}
      >
        {expanded ? 'Show less' : 'Show more'}
      </Button>
    </div>
  )
}

/** The beginning of a text, ended at a word where one ends near, never inside an emoji, with an ellipsis. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.replace(/\s\S{0,30}$/, '').trimEnd()}…`
}
