/** HTML that is shown as it is. */
export class Markup {
  readonly html: string

  constructor(html: string) {
    this.html = html
  }
}

type Part = string | Markup | readonly Markup[]

/** A template of HTML: every text put into it is escaped, for elements and quoted attributes alike. */
export const markup = (html: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(String.raw({ raw: html }, ...parts.map(htmlOf)))

function htmlOf(part: Part): string {
  if (typeof part === 'string') return escapeHtml(part)
  return part instanceof Markup ? part.html : part.map(htmlOf).join('')
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character)
