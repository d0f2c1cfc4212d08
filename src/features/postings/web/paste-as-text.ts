import type { ClipboardEvent } from 'react'

/** Documents and web pages offer what is copied as markup, too: what makes it readable, paragraphs and lists, is kept. */
export function pasteAsText(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const markup = event.clipboardData.getData('text/html')
  if (markup === '') return
  const text = textOf(markup)
  if (text === '') return
  // The only way to change a text that the browser can undo.
  const isDone = document.execCommand('insertText', false, text)
  if (isDone) event.preventDefault()
}

const blocks = new Set('P DIV H1 H2 H3 H4 H5 H6 UL OL TABLE TR SECTION ARTICLE HEADER FOOTER BLOCKQUOTE PRE DL DT DD'.split(' '))
const ends = new Set('P H1 H2 H3 H4 H5 H6 UL OL TABLE BLOCKQUOTE PRE'.split(' '))
const unseen = new Set('STYLE SCRIPT HEAD TITLE META TEMPLATE NOSCRIPT'.split(' '))

/** Paragraphs parted by an empty line, list items on lines that begin with a bullet: as postings are stored. */
function textOf(markup: string): string {
  // Scripts of a parsed document do not run, and its pictures are not fetched; but of each style our security policy complains.
  const unstyled = markup.replaceAll(/<style\b[^]*?<\/style>/gi, '').replaceAll(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*')/gi, '')
  const { body } = new DOMParser().parseFromString(unstyled, 'text/html')
  return read(body)
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function read(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replaceAll(/\s+/g, ' ')
  if (!(node instanceof Element) || unseen.has(node.tagName)) return ''
  if (node.tagName === 'BR') return '\n'
  const inner = [...node.childNodes].map((child) => read(child)).join('')
  if (node.tagName === 'LI') return `• ${inner.trim()}\n`
  if (!blocks.has(node.tagName)) return inner
  return ends.has(node.tagName) ? `\n\n${inner.trim()}\n\n` : `\n${inner}\n`
}
