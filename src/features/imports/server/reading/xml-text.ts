import { SaxesParser } from 'saxes'

/** XML as feeds write it: with signs that they forgot to escape. */

const cdataStart = '<![CDATA['
const cdataEnd = ']]>'
/** Ampersands that begin no entity, as in 'R&D' and '?a=1&b=2', and signs that begin no tag. */
const bareSign = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,10});)|<(?![a-z/!?_:])/gi
const escapeSigns = (text: string) =>
  text.replaceAll(bareSign, (sign) => (sign === '<' ? '&lt;' : '&amp;'))
/** So much may belong to an entity, or to a sign that is cut in two. */
const longestSign = 14

/**
 * Escapes signs that feeds forgot to escape: to the parser, all from an ampersand up to the next
 * semicolon would be an entity's name.
 */
export function escapeBare(): (chunk: string, isLast?: boolean) => string {
  let rest = ''
  let isInCdata = false
  return (chunk, isLast = false) => {
    let text = rest + chunk
    let done = ''
    for (;;) {
      const sign = isInCdata ? cdataEnd : cdataStart
      const at = text.indexOf(sign)
      if (at < 0) break
      const part = text.slice(0, at + sign.length)
      done += isInCdata ? part : escapeSigns(part)
      text = text.slice(part.length)
      isInCdata = !isInCdata
    }
    const cut = isLast ? text.length : Math.max(0, text.length - longestSign)
    // An entity is not cut in two.
    const from = isInCdata || isLast ? cut : Math.max(0, earlier(text, cut))
    rest = text.slice(from)
    const part = text.slice(0, from)
    return done + (isInCdata ? part : escapeSigns(part))
  }
}

/** Before a sign that stands so shortly before `cut` that what it begins may reach beyond. */
function earlier(text: string, cut: number) {
  const at = Math.max(text.lastIndexOf('&', cut), text.lastIndexOf('<', cut))
  return at >= 0 && cut - at < longestSign ? at : cut
}

/** Text that was no UTF-8 is UTF-8 by now, whatever its declaration says. */
export const withoutDeclaration = (chunk: Buffer) => {
  const start = chunk.indexOf('<')
  return chunk.toString('latin1', start, start + 5) === '<?xml'
    ? chunk.subarray(chunk.indexOf('?>') + 2)
    : chunk.subarray(start)
}

/**
 * Errors of a feed that do no harm: a bare '&' or '<', a control character, and a character's name
 * that only HTML has.
 */
const harmless =
  /entity|disallowed character\.$|]]>|text data outside|whitespace required|duplicate attribute/i

export function lenientParser(fail: (message: string) => void) {
  const parser = new SaxesParser({ xmlns: false, position: true })
  parser.on('error', ({ message }) => {
    const reason = message.replace(/^\d+:\d+: /, '')
    if (!harmless.test(reason)) fail(reason)
  })
  return parser
}
