import { createHash } from 'node:crypto'
import { escapeHtml } from '../html.ts'

const style = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif } body { max-width: 36rem; margin: 4rem auto; padding: 0 1rem }`

/** The policy of the page below: nothing but its own style. */
export const plainPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`

type PlainPage = {
  title: string
  text: string
  /** Where the link under the text leads. */
  link?: { to: string; text: string }
}

/** A page without scripts, for errors that the site's own pages cannot show. */
export const plainPage = ({ title, text, link }: PlainPage): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style>
<main><h1>${escapeHtml(title)}</h1><p role="alert">${escapeHtml(text)}</p>${link ? `<p><a href="${escapeHtml(link.to)}">${escapeHtml(link.text)}</a></p>` : ''}</main></html>
`
