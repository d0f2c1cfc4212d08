import { createHash } from 'node:crypto'

const style = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif } body { max-width: 36rem; margin: 4rem auto; padding: 0 1rem }`

/** The policy of the page below: nothing but its own style. */
export const plainPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character)

type PlainPage = {
  title: string
  text: string
  /** Where the link under the text leads. */
  link?: { to: string; text: string }
}

/** A page without scripts, for errors that the site's own pages cannot show. */
export const plainPage = ({ title, text, link }: PlainPage): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${style}</style>
<main><h1>${escaped(title)}</h1><p role="alert">${escaped(text)}</p>${link ? `<p><a href="${escaped(link.to)}">${escaped(link.text)}</a></p>` : ''}</main></html>
`
