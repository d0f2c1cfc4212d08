import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'

/** HTML that is shown as it is. */
export class Markup {
  readonly html: string

  constructor(html: string) {
    this.html = html
  }
}

type Part = string | Markup | readonly Markup[]

/**
 * A template of HTML: every text put into it is escaped, for elements and quoted attributes alike.
 */
export const markup = (html: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(String.raw({ raw: html }, ...parts.map(htmlOf)))

function htmlOf(part: Part): string {
  if (typeof part === 'string') return escapeHtml(part)
  return part instanceof Markup ? part.html : part.map(htmlOf).join('')
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character)

/** More than any of these forms needs. */
const maxBody = 16 * 1024

/** Lets the routes of a scope accept HTML forms, for pages without JavaScript. */
export const acceptPlainForms = async (scope: FastifyInstance): Promise<void> =>
  scope.register(formbody, { bodyLimit: maxBody })

/**
 * Lets the routes of a scope accept one-click requests of mail programs (RFC 8058), which are forms
 * of either type. The token is in the URL, so the body is ignored.
 */
export async function acceptOneClick(scope: FastifyInstance): Promise<void> {
  for (const type of ['application/x-www-form-urlencoded', /^multipart\/form-data/])
    scope.addContentTypeParser(
      type,
      { parseAs: 'string', bodyLimit: maxBody },
      (_request, _body, done) => done(null, {}),
    )
}

/** Whether a browser sent a form without JavaScript, and needs a page as answer. */
export const isPlainForm = ({ headers }: FastifyRequest): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(
    headers['content-type'] ?? '',
  ) && (headers.accept ?? '').includes('text/html')

/** The site's colors and sizes, in the reader's own face: nothing else can be loaded here. */
const style = `
:root { color-scheme: light dark; font: 1.0625rem/1.75rem system-ui, sans-serif }
body { max-width: 36rem; margin: 15vh auto 4rem; padding: 0 1rem; background: light-dark(#fbf8f3, #101719); color: light-dark(#1a2326, #e9e5dc); overflow-wrap: anywhere }
h1 { margin: 0 0 .5rem; font-size: 1.625rem; line-height: 2rem; letter-spacing: -.015em }
p { margin: 0 0 1.5rem }
a { display: inline-block; padding: .5rem 0; color: light-dark(#0b585c, #72c7c1) }
a:focus-visible { outline: 2px solid; outline-offset: 2px }
`

/** The policy of the page below: nothing but its own style. */
export const plainPagePolicy =
  `default-src 'none'; style-src ` +
  `'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`

export type PlainPage = {
  title: string
  text: string
  /** Under the text; '' leads to the same address again. */
  link: { to: string; text: string }
}

/** A page without scripts, for errors that the site's own pages cannot show. */
export const plainPage = ({ title, text, link }: PlainPage): string =>
  markup`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${new Markup(style)}</style>
<main><h1>${title}</h1><p role="alert">${text}</p><p><a href="${link.to}">${link.text}</a></p></main></html>
`.html
