import { useId, useState } from 'react'
import { Button } from './button.tsx'
import { Prose } from './prose.tsx'

/**
 * Long text, cut until it is expanded. The page contains the whole text for readers without JavaScript and for search engines.
 * @param limit the most characters of the cut text
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

/** The start of a text, cut at a word if one ends near, never inside an emoji, with an ellipsis. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.replace(/\s\S{0,30}$/, '').trimEnd()}…`
}
